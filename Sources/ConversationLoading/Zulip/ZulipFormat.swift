import ActionItemModel
import JSONText

/// A Zulip organisation's export: realm.json and messages-000001.json, messages-000002.json ….
struct ZulipFormat: ConversationFormat {
  let description = FormatDescription(
    name: "zulip", platform: "zulip", title: "Zulip export",
    reads: "the folder or archive's files: messages-….json with realm.json beside them",
    howToExport: """
      Organization settings > Data exports > Start export; on a server of one's own: \
      `manage.py export`. The .tar.gz is read as it is.
      """)

  func recognizes(_ sample: FormatSample) -> Bool {
    guard let json = sample.json, !json.isArray else { return false }
    return json.keys.keys.contains { $0.hasPrefix("zerver_") }
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws { try load([file], in: context) }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var directory = ZulipDirectory(zones: context.options.zones)
    var messages: [ExportFile] = []
    for file in files {
      do {
        if try directory.read(file, limit: context.options.recordLimit) {
          messages.append(file)
        } else {
          try context.sink.pass(.index, path: file.path)
        }
      } catch let error as JSONError {
        try context.sink.fail(
          .damaged(path: file.path, format: description.title, error: error, more: 0))
      } catch let error as LoadingError {
        try context.sink.fail(error)
      }
    }
    var index = ExportIndex<ZulipPlace>(context)
    for file in messages {
      try index.scan(file) { stream, part, index in
        try stream.beginObject()
        while let key = try stream.nextKey() {
          guard key == "zerver_message", try stream.peek() == .array else {
            try stream.skipValue()
            continue
          }
          try index.scanRecords(
            &stream, of: part, in: "",
            { reader, _ throws(JSONError) in try ZulipHeader(reading: &reader) },
            note: { index, header, offset in
              let place = directory.place(recipient: header.recipient, sender: header.sender)
              index.declare(place.id, place)
              index.add(place.id, time: header.time, offset: offset)
            })
        }
        try stream.finish()
      }
    }
    var topics: [String: String] = [:]
    try index.handOutObjects(
      as: description,
      conversation: { _, place in
        topics = [:]
        return directory.conversation(place, description, context.options)
      },
      { json, _, _ throws(JSONError) in
        let record = try ZulipRecord(reading: &json)
        var draft = record.draft(directory)
        // A topic is a thread; the first message of it stands for it.
        if let topic = record.topic, let id = draft.id {
          draft.threadId = topics[topic] ?? id
          topics[topic] = draft.threadId
        }
        return .message(draft)
      })
  }
}

/// What the first pass needs of a message.
private struct ZulipHeader {
  var recipient: Int?
  var sender: Int?
  var time: Int?

  init(reading reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "recipient": recipient = try reader.readIfInt()
      case "sender": sender = try reader.readIfInt()
      case "date_sent": time = try reader.readIfSortKey()
      default: try reader.skipValue()
      }
    }
  }
}

/// One row of `zerver_message`.
private struct ZulipRecord {
  private(set) var topic: String?
  private var id: String?
  private var sender: Int?
  private var content: String?
  private var rendered: String?
  private var sent: String?

  init(reading reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.readIfScalar()
      case "sender": sender = try reader.readIfInt()
      case "subject": topic = try reader.readIfString()
      case "content": content = try reader.readIfString()
      case "rendered_content": rendered = try reader.readIfString()
      case "date_sent": sent = try reader.readIfScalar()
      default: try reader.skipValue()
      }
    }
  }

  func draft(_ directory: ZulipDirectory) -> MessageDraft {
    let person = sender.map { directory.person($0) }
    let text = content.map(ZulipMarkup.plain) ?? rendered.map(HTMLText.plain) ?? ""
    return MessageDraft(
      id: id, sender: person.map { .init(id: $0.participant.id, name: $0.participant.name) },
      time: sent.flatMap { GenericTimestamp.read($0) }, zone: person?.zone, written: sent ?? "",
      text: text, source: content ?? rendered,
      kind: person?.participant.isBot ?? false ? .bot : .message,
      replyTo: content.flatMap(ZulipMarkup.quotedMessage))
  }
}
