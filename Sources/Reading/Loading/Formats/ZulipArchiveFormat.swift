import ActionItems
import Encoding

/// A channel of a zulip-archive, a folder with a file for each topic, or messages as Zulip's API answers them.
struct ZulipArchiveFormat: ConversationFormat {
  let description = FormatDescription(
    name: "zulip-archive", platform: "zulip", title: "zulip-archive",
    reads: "the JSON files of its topics, those of one folder as one channel",
    howToExport: """
      zulip-archive (https://github.com/zulip/zulip-archive): `archive.py -t` writes a folder per channel; or \
      messages as Zulip's API answers them.
      """)

  func recognizes(_ json: JSONOutline) -> Bool {
    let record = json.isArray ? json : json["messages"]
    return record?.has("sender_full_name", "timestamp", "content", "id") ?? false
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var index = ExportIndex<ZulipChannel>(context, description)
    for file in files {
      let folder = file.folder ?? ""
      try index.scanFile(file, under: "messages") { index, record, offset in
        let channel = try ZulipChannel(record, folder: folder)
        let number = index.declare(channel.id, channel)
        index.add(number, time: record.time("timestamp")?.sortKey, offset: offset)
      }
    }
    try index.runSecondPassOverObjects(
      { _, channel in
        Conversation(
          id: "zulip:\(channel.id)", title: channel.title, platform: description.platform,
          kind: channel.kind)
      },
      { _ in
        var topics = Topics()
        return { record, source throws(JSONError) in
          let id = record.scalar("sender_id")
          let sender = record.string("sender_full_name")
          let content = record.string("content") ?? ""
          let isMarkdown = record.string("content_type") == "text/x-markdown"
          var draft = MessageDraft(
            id: record.scalar("id"),
            sender: (sender ?? id).map { .init(id: id ?? $0, name: $0) },
            time: record.time("timestamp"), written: record.scalar("timestamp") ?? "",
            text: isMarkdown ? ZulipMarkup.plain(content) : HTMLText.plain(content),
            source: content, kind: sender == "Notification Bot" ? .bot : .message)
          topics.assign(
            &draft, under: record.string("subject") ?? String(source.path.lastPathComponent))
          return .message(draft)
        }
      })
  }
}

/// The channel of a message, as far as the message states it.
private struct ZulipChannel {
  let id: String
  var title: String?
  var kind: Conversation.Kind?

  init(_ record: JSONRecord, folder: String) throws(JSONError) {
    if record.string("type") == "private",
      let people = try record.tree("display_recipient")?.array
    {
      let ids = people.compactMap { $0["id"]?.int }.sorted().map { String($0) }
      id = "direct/\(ids.joined(separator: ","))"
      title = people.compactMap { $0["full_name"]?.text }.joined(separator: ", ")
      kind = ids.count > 2 ? .group : .direct
    } else if let number = record.scalar("stream_id") {
      id = "channel/\(number)"
      title = record.scalar("display_recipient")
    } else {
      // The archive names folders `12-general`, by number and name.
      let parts = folder.split(separator: "-", maxSplits: 1)
      let isNumbered = parts.count == 2 && parts[0].allSatisfy(\.isNumber)
      id = isNumbered ? "channel/\(parts[0])" : "archive/\(folder)"
      title = isNumbered ? String(parts[1]) : folder.isEmpty ? nil : folder
    }
  }
}
