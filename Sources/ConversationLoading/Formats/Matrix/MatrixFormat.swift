import ActionItemModel
import JSONText

/// A Matrix room as Element exports it in JSON, or as the client-server API answers `/messages`.
struct MatrixFormat: ConversationFormat {
  let description = FormatDescription(
    name: "matrix", platform: "matrix", title: "Matrix (Element)",
    reads: "the JSON file of a room",
    howToExport: "Element: room name > Export chat > format JSON, from the beginning.")

  func recognizes(_ json: JSONOutline) -> Bool {
    if json.isArray { return false }
    let events = json["messages"] ?? json["chunk"]
    return json.has("room_name", "exported_by")
      || events?.has("type", "content", "origin_server_ts", "sender") ?? false
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    var index = ExportIndex<MatrixRoom>(context, description)
    try index.scan(file) { stream, part, index in
      var name: String?
      try stream.beginObject()
      while let key = try stream.nextKey() {
        switch (key, try stream.peek()) {
        case ("messages", .array), ("chunk", .array):
          index.declare("", MatrixRoom())
          index.update("") { $0.name = name }
          try index.scanRecords(&stream, of: part) { index, record, offset in
            let event = try MatrixEvent(record, wantsText: false)
            index.update("") { $0.note(event, at: offset) }
            index.add("", time: event.time, offset: offset)
          }
        case ("room_name", _):
          name = try stream.smallValue()?.text
          index.update("") { $0.name = name }
        default: try stream.skipValue()
        }
      }
    }
    try index.handOut { [options = context.options] _, room in
      var applied: Set<String> = []
      return ConversationReading(room.conversation(description, options)) { source, writer in
        let place = source.place.offset
        let record = try source.record()
        var event = try MatrixEvent(record)
        if record.isMended { writer.noteMended() }
        if let target = event.edited {
          // An edit counts with the message that it replaces; where the export lacks that one, the
          // last edit stands for it.
          let last = room.edits[MatrixRoom.edit(of: target, by: event.sender)]?.offset
          if applied.contains(target) || last != place { return .skipped(.edit) }
          event.standIn(for: target)
        } else if let id = event.id, let sender = event.sender,
          let edit = room.edits[MatrixRoom.edit(of: id, by: sender)]
        {
          event.replaceContent(with: try MatrixEvent(try source.record(at: edit.offset)))
          applied.insert(id)
        }
        return event.outcome(in: room)
      }
    }
  }
}
