import Encoding

/// An attachment of a Teams message: a quoted message, a card or a file.
struct TeamsAttachment {
  private let value: TeamsValue
  private let type: String

  private static let depthLimit = 12

  init(_ value: TeamsValue) {
    self.value = value
    type = value["contentType"]?.text ?? ""
  }

  /// The content, which is JSON inside a string.
  private var content: TeamsValue? {
    value["content"]?.text.flatMap { try? JSONValue(parsing: $0.utf8, limits: .export) }
      .map(TeamsValue.init)
  }

  var file: String? { value["name"]?.text.map { "[file: \($0)]" } }

  var quotation: String? {
    guard type == "messageReference" || type == "forwardedMessageReference", let content else {
      return nil
    }
    let words =
      content["messagePreview"]?.text
      ?? content["originalMessageContent"]?.text.map(HTMLText.plain) ?? ""
    let sender = content["messageSender"] ?? content["originalMessageSender"]
    let name = ["user", "application"].lazy.compactMap { sender?[$0]?["displayName"]?.text }.first
    return words.isEmpty ? nil : words.quoted(from: name)
  }

  var card: String? {
    guard type.holds(".card."), let content else { return nil }
    return Self.lines(of: content, depth: 0).joined(separator: "\n")
  }

  private static func lines(of value: TeamsValue, depth: Int) -> [String] {
    guard depth < depthLimit else { return [] }
    var lines = ["title", "subtitle", "text"].compactMap { value[$0]?.text.map(HTMLText.plain) }
    for fact in value["facts"]?.list ?? [] {
      let parts = [fact["title"] ?? fact["name"], fact["value"]].compactMap { $0?.text }
      if !parts.isEmpty { lines.append(parts.joined(separator: ": ")) }
    }
    for key in ["body", "items", "columns", "sections"] {
      lines += (value[key]?.list ?? []).flatMap { Self.lines(of: $0, depth: depth + 1) }
    }
    return lines
  }
}
