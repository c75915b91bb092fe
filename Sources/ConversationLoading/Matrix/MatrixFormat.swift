import ActionItemModel
import JSONText

/// A Matrix room as Element exports it in JSON, or as the client-server API answers `/messages`.
struct MatrixFormat: ConversationFormat {
  let description = FormatDescription(
    name: "matrix", platform: "matrix", title: "Matrix (Element)",
    reads: "the JSON file of a room",
    howToExport: "Element: room name > Export chat > format JSON, from the beginning.")

  func recognizes(_ sample: FormatSample) -> Bool {
    guard let json = sample.json, !json.isArray else { return false }
    if json.has("room_name", "exported_by") { return true }
    let events = json["messages"] ?? json["chunk"]
    return events?.has("type", "content", "origin_server_ts", "sender") ?? false
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    var index = ExportIndex<MatrixRoom>(context)
    try index.scan(file) { stream, part, index in
      var room = MatrixRoom()
      // What the events tell of the room is kept even where the file breaks off.
      defer {
        if index.details[""] != nil { index.update("", room) }
      }
      try stream.beginObject()
      while let key = try stream.nextKey() {
        switch (key, try stream.peek()) {
        case ("messages", .array), ("chunk", .array):
          index.declare("", room)
          try index.scanRecords(
            &stream, of: part, in: "",
            { reader, _ throws(JSONError) in try MatrixHeader(reading: &reader) },
            note: { index, header, offset in
              room.note(header, at: offset)
              index.add("", time: header.time, offset: offset)
            })
        case ("room_name", _): room.name = try stream.smallValue()?.text
        default: try stream.skipValue()
        }
      }
      try stream.finish()
    }
    var applied: Set<String> = []
    try index.handOut(
      as: description, conversation: { $1.conversation(description, context.options) },
      { reader, place, room, writer in
        var event = try self.event(reader, at: place.offset)
        if event.isMended { writer.noteMended() }
        if let target = event.edited {
          // An edit counts with the message that it replaces; where the export lacks that one, the
          // last edit stands for it.
          let last = room.edits[MatrixRoom.edit(of: target, by: event.sender)]?.offset
          if applied.contains(target) || last != place.offset { return .skipped(.edit) }
          event.standIn(for: target)
        } else if let id = event.id, let sender = event.sender,
          let edit = room.edits[MatrixRoom.edit(of: id, by: sender)]
        {
          try event.replaceContent(with: self.event(reader, at: edit.offset))
          applied.insert(id)
        }
        return event.outcome(in: room)
      })
  }

  private func event(_ reader: PositionedReader, at offset: Int) throws -> MatrixEvent {
    try reader.value(at: offset, limits: .export) { json throws(JSONError) in
      try MatrixEvent(reading: &json)
    }
  }
}

/// What the first pass needs of an event.
struct MatrixHeader {
  var type: String?
  var sender: String?
  var time: Int?
  var room: String?
  var stateKey: String?
  var redacts: String?
  var content: JSONValue?

  init(reading reader: inout JSONReader) throws(JSONError) {
    var raw: UnsafeBufferPointer<UInt8>?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "type": type = try reader.readIfString()
      case "sender": sender = try reader.readIfString()
      case "origin_server_ts": time = try reader.readIfSortKey()
      case "room_id": room = try reader.readIfString()
      case "state_key": stateKey = try reader.readIfString()
      case "redacts": redacts = try reader.readIfString()
      case "content": raw = try reader.readRaw()
      default: try reader.skipValue()
      }
    }
    // Of messages only edits are of interest here.
    guard let raw, type != "m.room.message" || Self.mentionsEdit(raw) else { return }
    content = try? JSONValue(parsing: raw, limits: .export)
  }

  private static func mentionsEdit(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let word = Array("m.replace".utf8)
    var rest = bytes[...]
    while let place = rest.firstIndex(of: word[0]) {
      if rest[place...].starts(with: word) { return true }
      rest = rest[(place + 1)...]
    }
    return false
  }
}
