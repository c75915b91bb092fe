import ActionItems
package import CivilTime
import Encoding

/// A prepared batch: questions in a file, whose answers come later.
package struct BatchHeader: Hashable, Sendable {
  /// The number of the batch in the store, from 1.
  package var number: Int
  package var preparedAt: Timestamp
  /// The time until which its messages wait for answers.
  package var until: Timestamp
  /// The absolute path of the first file of questions.
  package var requests: String
  package var model: String
  /// Whether it includes messages that were read before.
  package var isAgain: Bool
  /// Whether it includes messages that were set aside.
  package var retriesFailed: Bool

  package init(
    number: Int, preparedAt: Timestamp, until: Timestamp, requests: String, model: String,
    isAgain: Bool, retriesFailed: Bool = false
  ) {
    self.number = number
    self.preparedAt = preparedAt
    self.until = until
    self.requests = requests
    self.model = model
    self.isAgain = isAgain
    self.retriesFailed = retriesFailed
  }

  /// The name of the file of questions, without its folder.
  package var name: String { String(requests.split(separator: "/").last ?? "") }

  var line: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("schema", 1)
    writer.field("batch", number)
    writer.optional("preparedAt", preparedAt)
    writer.optional("until", until)
    writer.field("requests", requests)
    writer.field("model", model)
    writer.field("again", isAgain)
    if retriesFailed { writer.field("retryFailed", true) }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// Reads the line. Returns nil if it is not a header of this version.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let value = try? JSONValue(parsing: bytes), value["schema"]?.int == 1,
      let number = value["batch"]?.int, number > 0,
      let preparedAt = value["preparedAt"]?.string.flatMap(Self.time),
      let until = value["until"]?.string.flatMap(Self.time),
      let requests = value["requests"]?.string, let model = value["model"]?.string
    else { return nil }
    self.init(
      number: number, preparedAt: preparedAt, until: until, requests: requests, model: model,
      isAgain: value["again"]?.bool ?? false,
      retriesFailed: value["retryFailed"]?.bool ?? false)
  }

  private static func time(_ text: String) -> Timestamp? {
    ISO8601.read(text)?.timestamp(assumingOffset: 0)
  }
}

/// A window of a batch that waits for its answer.
package struct WaitingWindow: Hashable, Sendable {
  /// The id in its question and in its answer.
  package var id: String
  /// The position in the batch, from 1.
  package var place: Int
  package var conversation: String
  /// The digests of its new messages.
  package var digests: [UInt64]
  /// The checksum of the conversation in the file of windows, up to this window.
  package var check: String

  package init(
    id: String, place: Int, conversation: String, digests: [UInt64], check: String
  ) {
    self.id = id
    self.place = place
    self.conversation = conversation
    self.digests = digests
    self.check = check
  }

  var line: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("window", id)
    writer.field("place", place)
    writer.field("conversation", conversation)
    writer.digests(digests)
    writer.field("check", check)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// Reads a line. Returns nil if it is not a window.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var reader = JSONReader(bytes)
    self.init(id: "", place: 0, conversation: "", digests: [], check: "")
    do {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "window": id = try reader.readString()
        case "place": place = try reader.readInt()
        case "conversation": conversation = try reader.readString()
        case "digests": digests = try reader.readDigests()
        case "check": check = try reader.readString()
        default: try reader.skipValue()
        }
      }
      try reader.finish()
    } catch {
      return nil
    }
    if id.isEmpty || place < 1 { return nil }
  }
}
