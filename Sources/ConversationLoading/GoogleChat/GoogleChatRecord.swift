import ActionItemModel
import JSONText

/// One object of `messages`.
struct GoogleChatRecord {
  private(set) var topic: String?
  private var id: String?
  private var created: String?
  private var text = ""
  private var state: String?
  private var isDeleted = false
  private var creator: JSONValue?
  private var quoted: JSONValue?
  private var files: JSONValue?

  init(reading reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "message_id": id = try reader.readIfString()
      case "topic_id": topic = try reader.readIfString()
      case "created_date": created = try reader.readIfString()
      case "text": text = try reader.readIfString() ?? ""
      case "message_state": state = try reader.readIfString()
      case "deletion_metadata": isDeleted = try reader.readIfFilled() != nil
      case "creator": creator = try reader.readIfFilled()
      case "quoted_message_metadata": quoted = try reader.readIfFilled()
      case "attached_files": files = try reader.readIfFilled()
      default: try reader.skipValue()
      }
    }
  }

  var outcome: RecordOutcome {
    if isDeleted || state == "DELETED" { return .skipped(.deleted) }
    let address = creator?["email"]?.text
    let called = creator?["name"]?.text ?? address
    let sender = called.map {
      MessageDraft.Sender(id: address ?? $0, name: $0, handle: address)
    }
    return .message(
      MessageDraft(
        id: id, sender: sender, time: created.flatMap { LocalizedDate.read($0) },
        written: created ?? "", text: words, source: text.isEmpty ? nil : text,
        kind: creator?["user_type"]?.text == "Bot" ? .bot : .message,
        replyTo: quoted?["message_id"]?.text))
  }

  private var words: String {
    var lines: [String] = []
    if let quotation = quoted?["text"]?.text {
      let name = quoted?["creator"]?["name"]?.text
      lines.append(
        "> " + (name.map { "\($0): " } ?? "")
          + quotation.split(separator: "\n", omittingEmptySubsequences: false)
          .joined(separator: "\n> "))
    }
    if text.isEmpty {
      lines += (files?.array ?? []).compactMap { file in
        file["original_name"]?.text.map { "[file: \($0)]" }
      }
    } else {
      lines.append(text)
    }
    return lines.joined(separator: "\n")
  }
}
