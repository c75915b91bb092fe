import JSONText
import TextSearch

/// What a Teams message has attached: a message that it quotes, a card, a file.
struct TeamsAttachment {
  private let value: TeamsValue
  private let type: String

  /// How deep the parts of a card are followed into each other.
  private static let depthLimit = 12

  init(_ value: TeamsValue) {
    self.value = value
    type = value["contentType"]?.text ?? ""
  }

  /// The content, which is JSON within a string.
  private var content: TeamsValue? {
    guard let text = value["content"]?.text,
      let json = try? JSONValue(parsing: text.utf8, limits: .export)
    else { return nil }
    return TeamsValue(json)
  }

  /// The name of a file.
  var file: String? { value["name"]?.text.map { "[file: \($0)]" } }

  /// The words of the message that is answered or forwarded.
  var quotation: String? {
    guard type == "messageReference" || type == "forwardedMessageReference", let content else {
      return nil
    }
    let words =
      content["messagePreview"]?.text
      ?? content["originalMessageContent"]?.text.map(HTMLText.plain) ?? ""
    let sender = content["messageSender"] ?? content["originalMessageSender"]
    guard !words.isEmpty else { return nil }
    let name = sender?["user"]?["displayName"]?.text ?? sender?["application"]?["displayName"]?.text
    return words.quoted(from: name)
  }

  /// The text of a card, as programs post them.
  var card: String? {
    guard type.holds(".card."), let content else { return nil }
    var lines: [String] = []
    Self.collect(content, depth: 0, into: &lines)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private static func collect(_ value: TeamsValue, depth: Int, into lines: inout [String]) {
    guard depth < depthLimit else { return }
    for key in ["title", "subtitle", "text"] {
      if let text = value[key]?.text { lines.append(HTMLText.plain(text)) }
    }
    for fact in value["facts"]?.list ?? [] {
      let parts = [fact["title"] ?? fact["name"], fact["value"]].compactMap { $0?.text }
      if !parts.isEmpty { lines.append(parts.joined(separator: ": ")) }
    }
    for key in ["body", "items", "columns", "sections"] {
      for inner in value[key]?.list ?? [] { collect(inner, depth: depth + 1, into: &lines) }
    }
  }
}
