import ActionItemModel
import JSONText

/// A Gitter room as its API answered and its archive tools saved.
struct GitterFormat: ConversationFormat {
  let description = FormatDescription(
    name: "gitter", platform: "gitter", title: "Gitter",
    reads: "JSON arrays of a room's messages",
    howToExport: """
      Gitter's API is gone since 2023; files saved before, such as by its archive tools, are read. Newer \
      rooms are on Matrix.
      """)

  func recognizes(_ sample: FormatSample) -> Bool {
    guard let json = sample.json, json.isArray else { return false }
    return json.keys["fromUser"] == .object && json.has("sent", "text")
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    var index = ExportIndex<Set<String>>(context)
    try index.scan(file) { stream, part, index in
      var speakers: Set<String> = []
      index.declare("", speakers)
      defer { index.update("", speakers) }
      try index.scanRecords(
        &stream, of: part, in: "",
        { reader, _ throws(JSONError) in
          let message = try GitterMessage(reading: &reader)
          return (time: message.draft.time?.sortKey, speaker: message.draft.sender?.id)
        },
        note: { index, header, offset in
          index.add("", time: header.time, offset: offset)
          if let speaker = header.speaker, speakers.count < 10_000 { speakers.insert(speaker) }
        })
      try stream.finish()
    }
    try index.handOutObjects(
      as: description,
      conversation: { _, speakers in
        let given = context.options.conversationId
        return Conversation(
          id: given
            ?? ConversationIdentity.made(
              platform: description.platform, title: nil, speakers: speakers),
          title: nil, platform: description.platform, hasMadeId: given == nil)
      },
      { json, _, _ throws(JSONError) in .message(try GitterMessage(reading: &json).draft) })
  }
}

/// One message.
private struct GitterMessage {
  private var id: String?
  private var sent: String?
  private var text = ""
  private var parent: String?
  private var sender: MessageDraft.Sender?

  init(reading reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.readIfScalar()
      case "sent": sent = try reader.readIfString()
      case "text": text = try reader.readIfString() ?? ""
      case "parentId": parent = try reader.readIfString()
      case "fromUser":
        guard let user = try reader.readIfFilled() else { continue }
        let handle = user["username"]?.text
        let name = user["displayName"]?.text ?? handle
        sender = name.map { .init(id: user["id"]?.text ?? $0, name: $0, handle: handle) }
      default: try reader.skipValue()
      }
    }
  }

  var draft: MessageDraft {
    MessageDraft(
      id: id, sender: sender, time: sent.flatMap { GenericTimestamp.read($0) },
      written: sent ?? "", text: text, threadId: parent, replyTo: parent)
  }
}
