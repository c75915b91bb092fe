import ActionItems
import Encoding
import ItemRecords

/// The content of a line with read markers: messages of a conversation that one run read, or a window that failed.
struct MarkLine: Hashable {
  var conversation: String
  /// The read level; nil for messages that could not be read. Those are tried again unless they failed too often.
  var readLevel: ReadLevel?
  /// The run; zero if it cannot be undone, because it is too old or of another store.
  var run: Int
  var digests: [UInt64]
  /// The display name of a failed window.
  var what = ""
  var why = ""
  /// The model and its address, if a content filter there refused the window. That endpoint is not asked again.
  var refusedBy: String?
  /// The read level at which the window was read alone when the run crashed. It is not read again automatically.
  var fatalAt: ReadLevel?

  var line: [UInt8] {
    StoreLine.object(readLevel == nil ? "failed" : "marks") { writer in
      writer.field("conversation", conversation)
      if let readLevel {
        writer.field("grade", readLevel.name)
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
  /// The digests of a window that crashed a run, without those that later markers report as read. Markers of earlier
  /// runs do not count.
  func digests(notReadBy marks: [MarkLine]) -> [UInt64] {
    guard let fatalAt else { return [] }
    let read = marks.reduce(into: Set<UInt64>()) { found, line in
      if line.run >= run, let readLevel = line.readLevel, readLevel >= fatalAt {
        found.formUnion(line.digests)
      }
    }
    return digests.filter { !read.contains($0) }
  }

  init(reading reader: inout JSONReader, areRead: Bool) throws {
    self.init(conversation: "", run: 0, digests: [])
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.readString()
      case "grade" where areRead: readLevel = ReadLevel(name: try reader.readString())
      case "what": what = try reader.readString()
      case "why": why = try reader.readString()
      case "run": run = try reader.readInt()
      case "digests": digests = try reader.readDigests()
      case "refusedBy": refusedBy = try reader.readString()
      case "fatalAt": fatalAt = ReadLevel(name: try reader.readString())
      default: try reader.skipValue()
      }
    }
    if areRead, readLevel == nil { throw ItemProblem.unknownGrade }
  }
}

extension JSONReader {
  /// Reads a list of digests from the base64 of their bytes.
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

/// The reason why an intact line cannot be decoded.
private enum ItemProblem: String, Error, CustomStringConvertible {
  case unknownGrade = "its read level is unknown to this version"
  case badDigests = "its digests are not base64 of whole words"

  var description: String { rawValue }
}

extension ReadLevel {
  /// The name of the level in the store.
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
    guard let readLevel = ReadLevel.allCases.first(where: { $0.name == name }) else { return nil }
    self = readLevel
  }
}
