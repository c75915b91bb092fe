import JSONText

/// One line of a batch file: a question that is answered later, as OpenAI's `/batches` and
/// `vllm run-batch` read it.
public enum BatchQuestion {
  /// The line, with its end; `body` is the request as it would be sent to the endpoint by itself, `path` is
  /// what the endpoint wants to be addressed by.
  public static func line(
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

  /// JSON with escapes for the line ends of Unicode (U+0085, U+2028, U+2029), which may stand in its
  /// strings, and where some readers would part the line.
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
