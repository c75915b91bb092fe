import JSONText

/// A text as Telegram exports it: a string, or a list of strings and of parts with a type.
struct TelegramText {
  private var parts: [Part] = []

  private struct Part {
    var type = "plain"
    var text: String
    var address: String?
  }

  init() {}

  /// Reads the next value; one of another kind is no text.
  init(reading reader: inout JSONReader) throws(JSONError) {
    switch try reader.peek() {
    case .string: if let text = try reader.readIfString() { parts = [Part(text: text)] }
    case .array:
      try reader.beginArray()
      while try reader.nextElement() {
        // Each takes many times its length in the file.
        if parts.count >= Bytes.valueLimit {
          throw JSONError(.tooMany(limit: Bytes.valueLimit), at: reader.position)
        }
        switch try reader.peek() {
        case .string: if let text = try reader.readIfString() { parts.append(Part(text: text)) }
        case .object: if let part = try Self.part(&reader) { parts.append(part) }
        default: try reader.skipValue()
        }
      }
    default: try reader.skipValue()
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

  private static func part(_ reader: inout JSONReader) throws(JSONError) -> Part? {
    var part = Part(text: "")
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "type": part.type = try reader.readIfString() ?? part.type
      case "text": part.text = try reader.readIfString() ?? ""
      case "href": part.address = try reader.readIfString()
      default: try reader.skipValue()
      }
    }
    return part.text.isEmpty ? nil : part
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
        plain += part.text.split(separator: "\n", omittingEmptySubsequences: false)
          .map { "> \($0)" }.joined(separator: "\n")
        endsQuote = true
      default: plain += part.text
      }
    }
    return plain
  }
}
