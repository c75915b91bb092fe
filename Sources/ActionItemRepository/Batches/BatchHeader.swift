public import CivilTime
import ItemCoding
import JSONText

/// A batch that was prepared: questions in a file, whose answers come later.
public struct BatchHeader: Hashable, Sendable {
  /// Its number among those of the store, from 1.
  public var number: Int
  /// When it was prepared.
  public var preparedAt: Timestamp
  /// Until when its messages are left to it.
  public var until: Timestamp
  /// The absolute path of the (first) file of questions.
  public var requests: String
  /// The model that is asked.
  public var model: String
  /// Whether messages are asked about that were read before.
  public var isAgain: Bool

  /// Puts the parts together.
  public init(
    number: Int, preparedAt: Timestamp, until: Timestamp, requests: String, model: String,
    isAgain: Bool
  ) {
    self.number = number
    self.preparedAt = preparedAt
    self.until = until
    self.requests = requests
    self.model = model
    self.isAgain = isAgain
  }

  /// The file of questions, without its folder.
  public var name: String { String(requests.split(separator: "/").last ?? "") }

  /// The line of the file.
  var line: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("schema", 1)
    writer.field("batch", number)
    writer.key("preparedAt")
    writer.storedTimestamp(preparedAt)
    writer.key("until")
    writer.storedTimestamp(until)
    writer.field("requests", requests)
    writer.field("model", model)
    writer.field("again", isAgain)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// Reads the line; nil where it is none of this version's.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let value = try? JSONValue(parsing: bytes), value["schema"]?.int == 1,
      let number = value["batch"]?.int, number > 0,
      let preparedAt = value["preparedAt"]?.string.flatMap(Self.time),
      let until = value["until"]?.string.flatMap(Self.time),
      let requests = value["requests"]?.string, let model = value["model"]?.string
    else { return nil }
    self.init(
      number: number, preparedAt: preparedAt, until: until, requests: requests, model: model,
      isAgain: value["again"]?.bool ?? false)
  }

  private static func time(_ text: String) -> Timestamp? {
    ISO8601.read(text)?.timestamp(assumingOffset: 0)
  }
}
