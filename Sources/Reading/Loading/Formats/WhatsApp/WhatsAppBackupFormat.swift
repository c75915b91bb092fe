import ActionItems
import Encoding

/// Chats that WhatsApp-Chat-Exporter takes from a phone's backup: an object of chats, each with an object of messages.
struct WhatsAppBackupFormat: ConversationFormat {
  let description = FormatDescription(
    name: "whatsapp-backup", platform: "whatsapp", title: "WhatsApp backup",
    reads: "result.json of WhatsApp-Chat-Exporter",
    howToExport:
      "`pip install whatsapp-chat-exporter`, then `wtsexporter -a -j` or, for an iPhone, `wtsexporter -i -b BACKUP -j`."
  )

  func recognizes(_ json: JSONOutline) -> Bool {
    !json.isArray
      && json.keys.keys.contains { $0.contains("@") && json[$0]?.keys["messages"] == .object }
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    var index = ExportIndex<String?>(context, description)
    try index.scan(file) { stream, part, index in
      try stream.beginObject()
      while let chat = try stream.nextKey() {
        guard try stream.peek() == .object else {
          try stream.skipValue()
          continue
        }
        let number = index.declare(chat, nil)
        try stream.beginObject()
        while let key = try stream.nextKey() {
          switch (key, try stream.peek()) {
          case ("name", _):
            let name = try stream.smallValue()?.text
            index.update(number) { $0 = name }
          case ("messages", .object):
            try index.scanMembers(&stream, of: part, in: number) { index, record, offset in
              index.add(number, time: record.time("timestamp")?.sortKey, offset: offset)
            }
          default: try stream.skipValue()
          }
        }
      }
    }
    try index.runSecondPassOverObjects(
      { chat, name in
        Conversation(
          id: "whatsapp:\(chat)", title: name, platform: description.platform,
          kind: chat.hasSuffix("@g.us") ? .group : .direct)
      },
      { name in { record, _ throws(JSONError) in Self.outcome(record, in: name) } })
  }

  private static func outcome(_ record: JSONRecord, in chat: String?) -> RecordOutcome {
    // In a direct chat, the messages do not name the other person.
    let sender = record.flag("from_me") ? "Me" : record.string("sender") ?? chat ?? "Unknown"
    let isSystem = record.flag("meta")
    // Line ends are written for a web page.
    var text = (record.string("data") ?? "").replacing(every: "<br>", with: "\n")
    if record.flag("media") {
      text = record.string("caption") ?? "[file: \(text.lastPathComponent)]"
    }
    return .message(
      MessageDraft(
        id: record.scalar("key_id"), sender: isSystem ? nil : .init(id: sender, name: sender),
        time: record.time("timestamp"), written: record.scalar("timestamp") ?? "", text: text,
        kind: isSystem ? .system : .message, replyTo: record.scalar("reply")))
  }
}
