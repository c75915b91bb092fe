import ActionItemModel
import JSONText

/// A post or a reply.
struct MattermostPost {
  private var user: String?
  private var message = ""
  private var created: String?
  private var type: String?
  private var props: JSONValue?
  private var attachments: JSONValue?

  init(reading reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "user": user = try reader.readIfString()
      case "message": message = try reader.readIfString() ?? ""
      case "create_at": created = try reader.readIfScalar()
      case "type": type = try reader.readIfString()
      case "attachments": attachments = try reader.readIfFilled()
      case "props":
        if try reader.peek() == .string {
          // Some versions write the object as a string.
          props = try reader.readIfString().flatMap {
            try? JSONValue(parsing: $0.utf8, limits: .export)
          }
        } else {
          props = try reader.readIfFilled()
        }
      default: try reader.skipValue()
      }
    }
  }

  func draft(_ directory: MattermostDirectory) -> MessageDraft {
    let person = user.map { directory.person($0) }
    let isHook = props?["from_webhook"]?.text == "true" || props?["from_bot"]?.text == "true"
    let text = text
    // A webhook speaks under its owner's account with another name.
    let alias = isHook ? props?["override_username"]?.text : nil
    let sender = person.map { person in
      MessageDraft.Sender(
        id: alias.map { "\(person.id):\($0)" } ?? person.id, name: alias ?? person.name,
        handle: person.id)
    }
    let isSystem = type?.hasPrefix("system_") ?? false
    return MessageDraft(
      sender: sender, time: created.flatMap { GenericTimestamp.read($0) }, written: created ?? "",
      text: text, source: message.isEmpty ? text : message,
      kind: isSystem ? .system : isHook || person?.isBot ?? false ? .bot : .message)
  }

  private var text: String {
    var lines = [message]
    for attachment in props?["attachments"]?.array ?? [] {
      lines += ["pretext", "title", "text"].map { attachment[$0]?.text ?? "" }
      for field in attachment["fields"]?.array ?? [] {
        let parts = [field["title"], field["value"]].compactMap { $0?.text }
        lines.append(parts.joined(separator: ": "))
      }
    }
    if lines.allSatisfy(\.isEmpty) {
      lines = (attachments?.array ?? []).compactMap { file in
        file["path"]?.text.map { "[file: \($0.lastPathComponent)]" }
      }
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
