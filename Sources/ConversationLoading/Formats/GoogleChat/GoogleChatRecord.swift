import ActionItemModel
import JSONText

/// One object of `messages`.
struct GoogleChatRecord {
  private let record: JSONRecord
  private let text: String

  init(_ record: JSONRecord) {
    self.record = record
    text = record.string("text") ?? ""
  }

  static func time(_ record: JSONRecord) -> GenericTimestamp.Reading? {
    record.string("created_date").flatMap { LocalizedDate.read($0) }
  }

  var outcome: RecordOutcome {
    get throws(JSONError) {
      if try record.filled("deletion_metadata") != nil
        || record.string("message_state") == "DELETED"
      {
        return .skipped(.deleted)
      }
      let creator = try record.record("creator")
      let address = creator?.scalar("email")
      let called = creator?.scalar("name") ?? address
      let quoted = try record.filled("quoted_message_metadata")
      return .message(
        MessageDraft(
          id: record.string("message_id"),
          sender: called.map { .init(id: address ?? $0, name: $0, handle: address) },
          time: Self.time(record), written: record.string("created_date") ?? "",
          text: try words(quoted), source: text.isEmpty ? nil : text,
          kind: creator?.scalar("user_type") == "Bot" ? .bot : .message,
          replyTo: quoted?["message_id"]?.text))
    }
  }

  private func words(_ quoted: JSONValue?) throws(JSONError) -> String {
    var lines: [String] = []
    if let quotation = quoted?["text"]?.text {
      lines.append(quotation.quoted(from: quoted?["creator"]?["name"]?.text))
    }
    if text.isEmpty {
      lines += (try record.filled("attached_files")?.array ?? []).compactMap { file in
        file["original_name"]?.text.map { "[file: \($0)]" }
      }
    } else {
      lines.append(text)
    }
    return lines.joined(separator: "\n")
  }
}
