import JSONText

/// A text as Telegram exports it: a string, or a list of strings and of parts with a type.
struct TelegramText {
  private var parts: [Part] = []

  private struct Part {
    var type = "plain"
    var text: String
    var address: String?
  }

  /// Reads the text of a message; one of another kind is none.
  init(_ record: JSONRecord) throws(JSONError) {
    if let text = record.string("text") { parts = [Part(text: text)] }
    try record.forEachElement("text") { element throws(JSONError) in
      // Each takes many times its length in the file.
      if parts.count >= Bytes.valueLimit {
        throw JSONError(.tooMany(limit: Bytes.valueLimit), at: 0)
      }
      switch element {
      case .string(let text): if !text.isEmpty { parts.append(Part(text: text)) }
      case .record(let part):
        guard let text = part.string("text") else { return }
        parts.append(
          Part(
            type: part.string("type") ?? "plain", text: text, address: part.string("href")))
      }
    }
  }

  /// Takes a value that was read.
  init(_ value: JSONValue) {
    if let text = value.text { parts = [Part(text: text)] }
    for part in value.array ?? [] {
      guard let text = part.text ?? part["text"]?.text else { continue }
      parts.append(
        Part(type: part["type"]?.text ?? "plain", text: text, address: part["href"]?.text))
    }
  }

  var isEmpty: Bool { parts.isEmpty }

  /// The text without its markup, as the chat shows it.
  var source: String { parts.count == 1 ? parts[0].text : parts.map(\.text).joined() }

  /// The text with links behind their labels, mentions marked and quotes on lines of their own.
  var plain: String {
    if parts.count == 1, parts[0].type == "plain" { return parts[0].text }
    var plain = ""
    var endsQuote = false
    for part in parts {
      if endsQuote, !part.text.hasPrefix("\n") { plain += "\n" }
      endsQuote = false
      switch part.type {
      case "text_link": plain += LinkText.plain(label: part.text, address: part.address ?? "")
      case "mention_name": plain += part.text.hasPrefix("@") ? part.text : "@\(part.text)"
      case "blockquote":
        if !plain.isEmpty, !plain.hasSuffix("\n") { plain += "\n" }
        plain += part.text.quoted()
        endsQuote = true
      default: plain += part.text
      }
    }
    return plain
  }
}
