import ActionItemModel
import JSONText

/// A node of a conversation's tree with its message.
struct ChatGPTNode {
  private let message: JSONValue

  init(_ record: JSONRecord) throws(JSONError) {
    message = try record.tree("message") ?? [:]
  }

  var outcome: RecordOutcome {
    let role = message["author"]?["role"]?.text
    let isHidden = message["metadata"]?["is_visually_hidden_from_conversation"]?.bool ?? false
    var sender: MessageDraft.Sender?
    var kind = Message.Kind.bot
    switch role {
    case "user":
      sender = .init(id: "user", name: "User")
      kind = isHidden ? .system : .message
    case "assistant": sender = .init(id: "assistant", name: "ChatGPT")
    case "system", nil: kind = .system
    default:
      let name = message["author"]?["name"]?.text ?? role ?? "tool"
      sender = .init(id: name, name: name)
    }
    let time = message["create_time"]?.text
    return .message(
      MessageDraft(
        id: message["id"]?.text, sender: sender, time: time.flatMap { GenericTimestamp.read($0) },
        written: time ?? "", text: text, kind: kind))
  }

  private var text: String {
    guard let content = message["content"] else { return "" }
    var lines: [String] = []
    for part in content["parts"]?.array ?? [] {
      lines.append(part.text ?? part["text"]?.text ?? "")
    }
    // Code, what it printed, quoted pages, what the user said of themselves, what the model thought.
    lines += ["title", "text", "result", "user_profile", "user_instructions", "content"].map {
      content[$0]?.text ?? ""
    }
    for thought in content["thoughts"]?.array ?? [] { lines.append(thought["content"]?.text ?? "") }
    if lines.allSatisfy(\.isEmpty) {
      lines = (message["metadata"]?["attachments"]?.array ?? []).compactMap { file in
        file["name"]?.text.map { "[file: \($0)]" }
      }
    }
    return lines.filledLines
  }
}
