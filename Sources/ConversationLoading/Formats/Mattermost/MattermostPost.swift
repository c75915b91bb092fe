import ActionItemModel
import JSONText

/// A post or a reply.
struct MattermostPost {
  private let record: JSONRecord
  private let message: String
  private let props: JSONValue?

  init(_ record: JSONRecord) throws(JSONError) {
    self.record = record
    message = record.string("message") ?? ""
    // Some versions write the object as a string.
    props =
      try record.filled("props")
      ?? record.string("props").flatMap { try? JSONValue(parsing: $0.utf8, limits: .export) }
  }

  func draft(_ directory: MattermostDirectory) throws(JSONError) -> MessageDraft {
    let person = record.string("user").map { directory.person($0) }
    let isHook = props?["from_webhook"]?.text == "true" || props?["from_bot"]?.text == "true"
    let text = try text
    // A webhook speaks under its owner's account with another name.
    let alias = isHook ? props?["override_username"]?.text : nil
    let sender = person.map { person in
      MessageDraft.Sender(
        id: alias.map { "\(person.id):\($0)" } ?? person.id, name: alias ?? person.name,
        handle: person.id)
    }
    let isSystem = record.string("type")?.hasPrefix("system_") ?? false
    return MessageDraft(
      sender: sender, time: record.time("create_at"), written: record.scalar("create_at") ?? "",
      text: text, source: message.isEmpty ? text : message,
      kind: isSystem ? .system : isHook || person?.isBot ?? false ? .bot : .message)
  }

  private var text: String {
    get throws(JSONError) {
      var lines = [message]
      for attachment in props?["attachments"]?.array ?? [] {
        lines += ["pretext", "title", "text"].map { attachment[$0]?.text ?? "" }
        for field in attachment["fields"]?.array ?? [] {
          let parts = [field["title"], field["value"]].compactMap { $0?.text }
          lines.append(parts.joined(separator: ": "))
        }
      }
      if lines.allSatisfy(\.isEmpty) {
        lines = (try record.filled("attachments")?.array ?? []).compactMap { file in
          file["path"]?.text.map { "[file: \($0.lastPathComponent)]" }
        }
      }
      return lines.filledLines
    }
  }
}
