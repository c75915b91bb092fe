import ActionItems
import Encoding

/// A Gitter room as its API returned it and archive tools saved it.
struct GitterFormat: ConversationFormat {
  let description = FormatDescription(
    name: "gitter", platform: "gitter", title: "Gitter",
    reads: "JSON arrays of the messages of a room",
    howToExport: """
      Gitter's API was shut down in 2023; files saved before are read, such as those of archive tools. Newer \
      rooms are on Matrix.
      """)

  func recognizes(_ json: JSONOutline) -> Bool {
    json.isArray && json.keys["fromUser"] == .object && json.has("sent", "text")
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    var index = ExportIndex<Void>(context, description)
    try index.scan(file) { stream, part, index in
      let number = index.declare("", ())
      try index.scanRecords(&stream, of: part) { index, record, offset in
        index.add(number, time: record.time("sent")?.sortKey, offset: offset)
      }
    }
    try index.runSecondPassOverObjects(
      { [options = context.options] _, _ in options.conversation(description, title: nil) },
      { _ in
        { record, _ throws(JSONError) in
          let parent = record.string("parentId")
          return .message(
            MessageDraft(
              id: record.scalar("id"), sender: try Self.sender(record), time: record.time("sent"),
              written: record.string("sent") ?? "", text: record.string("text") ?? "",
              threadId: parent, replyTo: parent))
        }
      })
  }

  private static func sender(_ record: JSONRecord) throws(JSONError) -> MessageDraft.Sender? {
    guard let user = try record.record("fromUser") else { return nil }
    let handle = user.scalar("username")
    let name = user.scalar("displayName") ?? handle
    return name.map { .init(id: user.scalar("id") ?? $0, name: $0, handle: handle) }
  }
}
