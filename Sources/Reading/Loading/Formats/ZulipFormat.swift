import ActionItems
import Encoding

/// A Zulip organisation's export: realm.json and messages-000001.json, messages-000002.json and so on.
struct ZulipFormat: ConversationFormat {
  let description = FormatDescription(
    name: "zulip", platform: "zulip", title: "Zulip export",
    reads: "the folder or archive's files: messages-….json with realm.json next to them",
    howToExport: """
      Organization settings > Data exports > Start export; on your own server: \
      `manage.py export`. The .tar.gz is read as it is.
      """)

  func recognizes(_ json: JSONOutline) -> Bool {
    !json.isArray && json.keys.keys.contains { $0.hasPrefix("zerver_") }
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var directory = ZulipDirectory(context.options)
    let messages = try context.messages(among: files, description) { file in
      try context.readRows(of: file, in: ZulipDirectory.tables, until: "zerver_message") {
        directory.add($0, of: $1)
      }
    }
    var index = ExportIndex<ZulipPlace>(context, description)
    for file in messages {
      try index.scanFile(file, under: "zerver_message") { index, record, offset in
        let place = directory.place(
          recipient: record.int("recipient"), sender: record.int("sender"))
        let number = index.declare(place.id, place)
        index.add(number, time: record.time("date_sent")?.sortKey, offset: offset)
      }
    }
    try index.runSecondPassOverObjects(
      { [directory, options = context.options] in
        directory.conversation($1, description, options)
      },
      { [directory] _ in
        var topics = Topics()
        return { record, _ throws(JSONError) in
          let number = record.int("sender")
          let sender = number.map(directory.participant)
          let content = record.string("content")
          let source = content ?? record.string("rendered_content")
          var draft = MessageDraft(
            id: record.scalar("id"), sender: sender.map { .init(id: $0.id, name: $0.name) },
            time: record.time("date_sent"), zone: number.flatMap(directory.person)?.zone,
            written: record.scalar("date_sent") ?? "",
            text: content.map(ZulipMarkup.plain) ?? source.map(HTMLText.plain) ?? "",
            source: source, kind: sender?.isBot ?? false ? .bot : .message,
            replyTo: content.flatMap(ZulipMarkup.quotedMessage))
          topics.assign(&draft, under: record.string("subject"))
          return .message(draft)
        }
      })
  }
}
