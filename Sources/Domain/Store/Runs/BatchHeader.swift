import ActionItems
package import CivilTime
import Encoding

/// The first line of a `BatchFile`: from which chats, with which options and for which model a batch was prepared.
package struct BatchHeader: Hashable, Sendable {
  /// The number of the batch in the store, from 1.
  package var number: Int
  package var preparedAt: Timestamp
  /// The time until which other runs leave the messages to the batch.
  package var until: Timestamp
  /// The absolute path of the (first) file of questions.
  package var requests: String
  package var model: String
  /// The absolute paths of the chats. Empty in a batch of an earlier version, whose answers cannot be collected.
  package var paths: [String]
  /// The options of the preparation that `batch collect` needs again, with their values.
  package var options: [String: [String]]

  package init(
    number: Int, preparedAt: Timestamp, until: Timestamp, requests: String, model: String,
    paths: [String], options: [String: [String]] = [:]
  ) {
    (self.number, self.preparedAt, self.until) = (number, preparedAt, until)
    (self.requests, self.model) = (requests, model)
    (self.paths, self.options) = (paths, options)
  }

  /// The name of the first file of questions, without its folder.
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
    writer.field("paths", .texts(paths))
    writer.field(
      "options",
      .object(options.sorted { $0.key < $1.key }.map { .init($0.key, .texts($0.value)) }))
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// Reads the line; nil if it is not a header of this version.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let value = try? JSONValue(parsing: bytes), value["schema"]?.int == 1,
      let number = value["batch"]?.int, number > 0,
      let preparedAt = value["preparedAt"]?.string.flatMap(Self.time),
      let until = value["until"]?.string.flatMap(Self.time),
      let requests = value["requests"]?.string, let model = value["model"]?.string
    else { return nil }
    var options: [String: [String]] = [:]
    for member in value["options"]?.object ?? [] { options[member.key] = Self.texts(member.value) }
    self.init(
      number: number, preparedAt: preparedAt, until: until, requests: requests, model: model,
      paths: Self.texts(value["paths"]), options: options)
  }

  private static func texts(_ value: JSONValue?) -> [String] {
    (value?.array ?? []).compactMap(\.string)
  }

  private static func time(_ text: String) -> Timestamp? {
    ISO8601.read(text)?.timestamp(assumingOffset: 0)
  }
}
