import ActionItemModel
import JSONText

/// One message of a conversation.
struct OpenAIMessage {
  let role: String
  let text: String
  /// Whether a text was not well formed and had to be mended.
  let isMended: Bool
  private let name: String?

  init(_ record: JSONRecord) throws(JSONError) {
    role = record.string("role") ?? ""
    name = record.string("name")
    let content = try Self.text(record, "content")
    text = content.isEmpty ? try Self.text(record, "refusal") : content
    isMended = record.isMended
  }

  /// A string, or a list of parts: texts, images, sounds.
  private static func text(
    _ record: JSONRecord, _ key: StaticString
  ) throws(JSONError) -> String {
    guard let parts = try record.tree(key)?.array else { return record.string(key) ?? "" }
    return parts.compactMap { $0.text ?? $0["text"]?.text ?? $0["refusal"]?.text }
      .joined(separator: "\n")
  }

  var draft: MessageDraft {
    let speaker = name ?? role
    var draft = MessageDraft(
      sender: speaker.isEmpty ? nil : .init(id: speaker, name: speaker), text: text)
    switch role {
    case "user": draft.kind = .message
    case "system", "developer":
      draft.kind = .system
      draft.sender = nil
    default: draft.kind = .bot
    }
    return draft
  }
}
