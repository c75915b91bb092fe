import ActionItemModel
import JSONText

/// A channel of a zulip-archive: a folder with a file of messages for each topic.
struct ZulipArchiveFormat: ConversationFormat {
  let description = FormatDescription(
    name: "zulip-archive", platform: "zulip", title: "zulip-archive",
    reads: "the JSON files of its topics, those of one folder as one channel",
    howToExport: """
      zulip-archive (https://github.com/zulip/zulip-archive): `archive.py -t` writes a folder a channel; or \
      messages as Zulip's API answers them.
      """)

  func recognizes(_ sample: FormatSample) -> Bool {
    guard let json = sample.json else { return false }
    let record = json.isArray ? json : json["messages"]
    return record?.has("sender_full_name", "timestamp", "content", "id") ?? false
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws { try load([file], in: context) }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var index = ExportIndex<ZulipChannel>(context)
    for file in files {
      let folder = String(file.location.dropLast(file.name.utf8.count + 1).lastPathComponent)
      try index.scan(file) { stream, part, index in
        if try stream.peek() == .array {
          try scan(&stream, part, &index, folder: folder)
        } else {
          try index.scanObject(&stream, of: part, records: ["messages"], needing: []) {
            stream, index, _ in
            try scan(&stream, part, &index, folder: folder)
          }
        }
        try stream.finish()
      }
    }
    let files = index.files
    var topics: [String: String] = [:]
    try index.handOutObjects(
      as: description,
      conversation: { _, channel in
        topics = [:]
        return Conversation(
          id: "zulip:\(channel.id)", title: channel.title, platform: description.platform,
          kind: channel.kind)
      },
      { json, place, _ throws(JSONError) in
        let record = try ZulipMessage(reading: &json)
        var draft = record.draft
        let file = files.part(at: place.offset)?.path.lastPathComponent
        if let topic = record.topic ?? file.map(String.init), let id = draft.id {
          draft.threadId = topics[topic] ?? id
          topics[topic] = draft.threadId
        }
        return .message(draft)
      })
  }

  private func scan(
    _ stream: inout JSONStream, _ part: JoinedFiles.Part,
    _ index: inout ExportIndex<ZulipChannel>, folder: String
  ) throws {
    try index.scanRecords(
      &stream, of: part, in: "",
      { reader, _ throws(JSONError) in
        let message = try ZulipMessage(reading: &reader, wantsText: false)
        return (message.channel(folder: folder), message.draft.time?.sortKey)
      },
      note: { index, header, offset in
        let (channel, time) = header
        index.declare(channel.id, channel)
        index.add(channel.id, time: time, offset: offset)
      })
  }
}

/// Where a message was sent, as far as it tells itself.
private struct ZulipChannel {
  var id: String
  var title: String?
  var kind: Conversation.Kind?
}

/// A message as Zulip's API answers it, or the part of it that the archive keeps.
private struct ZulipMessage {
  private(set) var topic: String?
  private var id: String?
  private var type: String?
  private var channelId: String?
  private var recipient: JSONValue?
  private var senderId: String?
  private var sender: String?
  private var content = ""
  private var contentType: String?
  private var timestamp: String?

  init(reading reader: inout JSONReader, wantsText: Bool = true) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.readIfScalar()
      case "type": type = try reader.readIfString()
      case "stream_id": channelId = try reader.readIfScalar()
      case "subject": topic = try reader.readIfString()
      case "display_recipient": recipient = try reader.readTree()
      case "sender_id": senderId = try reader.readIfScalar()
      case "sender_full_name": sender = try reader.readIfString()
      case "content" where wantsText: content = try reader.readIfString() ?? ""
      case "content_type": contentType = try reader.readIfString()
      case "timestamp": timestamp = try reader.readIfScalar()
      default: try reader.skipValue()
      }
    }
  }

  func channel(folder: String) -> ZulipChannel {
    if type == "private", let people = recipient?.array {
      let ids = people.compactMap { $0["id"]?.int }.sorted().map { String($0) }
      return ZulipChannel(
        id: "direct/\(ids.joined(separator: ","))",
        title: people.compactMap { $0["full_name"]?.text }.joined(separator: ", "),
        kind: ids.count > 2 ? .group : .direct)
    }
    if let channelId { return ZulipChannel(id: "channel/\(channelId)", title: recipient?.text) }
    // The archive names folders `12-general`, by number and name.
    let parts = folder.split(separator: "-", maxSplits: 1)
    if parts.count == 2, parts[0].allSatisfy(\.isNumber) {
      return ZulipChannel(id: "channel/\(parts[0])", title: String(parts[1]))
    }
    return ZulipChannel(id: "archive/\(folder)", title: folder.isEmpty ? nil : folder)
  }

  var draft: MessageDraft {
    let called = sender ?? senderId
    let isMarkdown = contentType == "text/x-markdown"
    return MessageDraft(
      id: id, sender: called.map { .init(id: senderId ?? $0, name: $0) },
      time: timestamp.flatMap { GenericTimestamp.read($0) }, written: timestamp ?? "",
      text: isMarkdown ? ZulipMarkup.plain(content) : HTMLText.plain(content), source: content,
      kind: sender == "Notification Bot" ? .bot : .message)
  }
}
