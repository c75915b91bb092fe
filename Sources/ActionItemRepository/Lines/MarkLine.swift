import Digests
import Extraction
import ItemCoding
import JSONText

/// Messages of a conversation that were read in one run.
struct MarkLine: Hashable {
  var conversation: String
  var grade: Grade
  /// The run; zero where it is so long ago that it cannot be undone any more.
  var run: Int
  var digests: [UInt64]

  var line: [UInt8] {
    StoreLine.object("marks") { writer in
      writer.field("conversation", conversation)
      writer.field("grade", grade.name)
      writer.field("run", run)
      writer.digests(digests)
    }
  }
}

extension MarkLine {
  init(reading reader: inout JSONReader) throws {
    self.init(conversation: "", grade: .offline, run: 0, digests: [])
    var grade: Grade?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.readString()
      case "grade": grade = Grade(name: try reader.readString())
      case "run": run = try reader.readInt()
      case "digests": digests = try reader.readDigests()
      default: try reader.skipValue()
      }
    }
    guard let grade else { throw ItemProblem.unknownGrade }
    self.grade = grade
  }
}

/// A window that failed: its messages will be taken again, unless that has happened too often.
struct FailureLine: Hashable {
  var conversation: String
  /// What the window is called, for people.
  var what: String
  var why: String
  var run: Int
  var digests: [UInt64]
  /// The model and where it is, where a filter there refused the window: it is not asked again.
  var refusedBy: String?

  var line: [UInt8] {
    StoreLine.object("failed") { writer in
      writer.field("conversation", conversation)
      writer.field("what", what)
      writer.field("why", why)
      writer.field("run", run)
      writer.digests(digests)
      writer.optional("refusedBy", refusedBy)
    }
  }
}

extension FailureLine {
  init(reading reader: inout JSONReader) throws {
    self.init(conversation: "", what: "", why: "", run: 0, digests: [])
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.readString()
      case "what": what = try reader.readString()
      case "why": why = try reader.readString()
      case "run": run = try reader.readInt()
      case "digests": digests = try reader.readDigests()
      case "refusedBy": refusedBy = try reader.readString()
      default: try reader.skipValue()
      }
    }
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
  /// Writes the member `digests`.
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
