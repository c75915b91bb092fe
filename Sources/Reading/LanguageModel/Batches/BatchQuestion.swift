import Crypto
import Encoding

/// Writes a question of a batch as a line of a request file (OpenAI, vLLM). `BatchQuestionName` is its `custom_id`.
package enum BatchQuestion {
  /// Returns the line with its line break. `body` is the request body of a direct request, `path` the path of the
  /// endpoint's URL.
  package static func line(
    name: BatchQuestionName, body: [UInt8], path: String = "/v1/chat/completions"
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.reserve(body.count + 128)
    writer.beginObject()
    writer.field("custom_id", name.description)
    writer.field("method", "POST")
    writer.field("url", path)
    writer.key("body")
    writer.raw(withoutLineEnds(body))
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// Returns JSON in which the Unicode line breaks (U+0085, U+2028, U+2029) are escaped, because some readers would
  /// split the line there.
  private static func withoutLineEnds(_ json: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = json[...]
    while let place = rest.firstIndex(where: { $0 == 0xE2 || $0 == 0xC2 }) {
      let escape: (text: StaticString, length: Int)? =
        switch rest[place...].prefix(3) {
        case [0xE2, 0x80, 0xA8]: ("\\u2028", 3)
        case [0xE2, 0x80, 0xA9]: ("\\u2029", 3)
        case let found where found.starts(with: [0xC2, 0x85]): ("\\u0085", 2)
        default: nil
        }
      bytes += rest[..<place]
      if let escape { bytes += escape.text.description.utf8 } else { bytes.append(rest[place]) }
      rest = rest[(place + (escape?.length ?? 1))...]
    }
    return bytes.isEmpty ? json : bytes + rest
  }
}

/// The `custom_id` of a question in a batch file: `actionitems-BATCH-PLACE-HASH`.
///
/// The hash covers the request and its subject, so that an answer to another question with the same place is detected.
package struct BatchQuestionName: Hashable, Sendable, CustomStringConvertible {
  package let batch: Int
  /// The question's place in the batch, from 1.
  package let place: Int
  /// 24 hex digits.
  package let hash: String

  private static let prefix = "actionitems"
  private static let hashBytes = 12
  /// The maximum length in bytes.
  private static let limit = 100

  /// Creates the name of a question; `subject` identifies its conversation.
  package init(batch: Int, place: Int, body: [UInt8], subject: [UInt8]) {
    (self.batch, self.place) = (batch, place)
    var digest = SHA256()
    digest.update(body)
    digest.update([0])
    digest.update(subject)
    hash = Hex.string(digest.finish().prefix(Self.hashBytes))
  }

  /// Reads a `custom_id`; nil if this tool did not make it.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.limit else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == Self.prefix, let batch = Int(parts[1]), batch > 0,
      let place = Int(parts[2]), place > 0, parts[3].utf8.count == 2 * Self.hashBytes
    else { return nil }
    (self.batch, self.place) = (batch, place)
    hash = String(parts[3])
  }

  package var description: String { "\(Self.prefix)-\(batch)-\(place)-\(hash)" }
}
