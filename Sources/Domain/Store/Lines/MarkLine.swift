import Encoding
import ActionItems
import ItemRecords

/// Messages of a conversation that were read in one run, or a window that failed in it.
struct MarkLine: Hashable {
  var conversation: String
  /// How they were read; nil where they could not be: they will be taken again, unless that has happened too often.
  var grade: Grade?
  /// The run; zero where it is so long ago that it cannot be undone any more.
  var run: Int
  var digests: [UInt64]
  /// What a window that failed is called, for people.
  var what = ""
  var why = ""
  /// The model and where it is, where a filter there refused the window: it is not asked again.
  var refusedBy: String?
  /// The grade at which it was to be read, alone, when that ended the run: it is not read again by itself.
  var fatalAt: Grade?

  var line: [UInt8] {
    StoreLine.object(grade == nil ? "failed" : "marks") { writer in
      writer.field("conversation", conversation)
      if let grade {
        writer.field("grade", grade.name)
      } else {
        writer.field("what", what)
        writer.field("why", why)
      }
      writer.field("run", run)
      writer.digests(digests)
      writer.optional("refusedBy", refusedBy)
      writer.optional("fatalAt", fatalAt?.name)
    }
  }
}

extension MarkLine {
  /// Of a window that ended a run, the digests that later marks do not say to be read: it may have been read before.
  func digests(notReadBy marks: [MarkLine]) -> [UInt64] {
    guard let fatalAt else { return [] }
    let read = marks.reduce(into: Set<UInt64>()) { found, line in
      if line.run >= run, let grade = line.grade, grade >= fatalAt { found.formUnion(line.digests) }
    }
    return digests.filter { !read.contains($0) }
  }

  init(reading reader: inout JSONReader, areRead: Bool) throws {
    self.init(conversation: "", run: 0, digests: [])
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.readString()
      case "grade" where areRead: grade = Grade(name: try reader.readString())
      case "what": what = try reader.readString()
      case "why": why = try reader.readString()
      case "run": run = try reader.readInt()
      case "digests": digests = try reader.readDigests()
      case "refusedBy": refusedBy = try reader.readString()
      case "fatalAt": fatalAt = Grade(name: try reader.readString())
      default: try reader.skipValue()
      }
    }
    if areRead, grade == nil { throw ItemProblem.unknownGrade }
  }
}

extension JSONReader {
  /// Reads a list of digests, which is base64 of their bytes.
  mutating func readDigests() throws -> [UInt64] {
    guard let digests = Base64.words(try readSlice().bytes) else { throw ItemProblem.badDigests }
    return digests
  }
}

extension JSONWriter {
  mutating func digests(_ digests: [UInt64]) {
    key("digests")
    plain { Base64.append(words: digests, to: &$0) }
  }
}

/// What keeps a line that is as it was written from being understood.
private enum ItemProblem: String, Error, CustomStringConvertible {
  case unknownGrade = "its grade is not known to this version"
  case badDigests = "its digests are not base64 of whole words"

  var description: String { rawValue }
}

extension Grade {
  /// The word in the store.
  fileprivate var name: String {
    switch self {
    case .edited: "edited"
    case .offline: "offline"
    case .skipped: "skipped"
    case .refused: "refused"
    case .endpoint: "endpoint"
    }
  }

  fileprivate init?(name: String) {
    guard let grade = Grade.allCases.first(where: { $0.name == name }) else { return nil }
    self = grade
  }
}
