import Digests
import Extraction
import JSONText

/// Messages of a conversation that were read in one run.
struct MarkLine: Hashable {
  var conversation: String
  var grade: Grade
  /// The run; zero where it is so long ago that it cannot be undone any more.
  var run: Int
  var digests: [UInt64]

  init(conversation: String, grade: Grade, run: Int, digests: [UInt64]) {
    self.conversation = conversation
    self.grade = grade
    self.run = run
    self.digests = digests
  }

  init(reading reader: inout JSONReader) throws {
    conversation = ""
    run = 0
    digests = []
    var grade: Grade?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.readString()
      case "grade": grade = Grade(name: try reader.readString())
      case "run": run = try reader.readInt()
      case "digests": digests = try DigestText.read(&reader)
      default: try reader.skipValue()
      }
    }
    guard let grade else { throw ItemProblem.unknownGrade }
    self.grade = grade
  }

  /// The object of the line.
  var line: [UInt8] {
    StoreLine.object { writer in
      writer.key("marks")
      writer.beginObject()
      writer.field("conversation", conversation)
      writer.field("grade", grade.name)
      writer.field("run", run)
      writer.key("digests")
      DigestText.write(digests, &writer)
      writer.endObject()
    }
  }
}

/// Lists of digests as base64 of their bytes.
enum DigestText {
  static func read(_ reader: inout JSONReader) throws -> [UInt64] {
    guard let digests = Base64.words(try reader.readSlice().bytes) else {
      throw ItemProblem.badDigests
    }
    return digests
  }

  static func write(_ digests: [UInt64], _ writer: inout JSONWriter) {
    var text: [UInt8] = [UInt8(ascii: "\"")]
    Base64.append(words: digests, to: &text)
    text.append(UInt8(ascii: "\""))
    writer.raw(text)
  }
}

/// What keeps a line that is as it was written from being understood.
enum ItemProblem: Error, CustomStringConvertible {
  case unknownGrade
  case badDigests

  var description: String {
    switch self {
    case .unknownGrade: "its grade is not known to this version"
    case .badDigests: "its digests are not base64 of whole words"
    }
  }
}

extension Grade {
  /// The word in the store.
  var name: String {
    switch self {
    case .edited: "edited"
    case .offline: "offline"
    case .skipped: "skipped"
    case .refused: "refused"
    case .endpoint: "endpoint"
    }
  }

  init?(name: String) {
    guard let grade = Grade.allCases.first(where: { $0.name == name }) else { return nil }
    self = grade
  }
}
