import ActionItems
import Encoding

/// A Matrix room as JSON, exported by Element or returned by the client-server API's `/messages`.
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
      let members = try index.scanObject(&stream, of: part, records: ["messages", "chunk"]) {
        stream, index, members in
        let room = index.declare("", MatrixRoom())
        index.update(room) { $0.name = members["room_name"]?.text }
        try index.scanRecords(&stream, of: part, in: room) { index, record, offset in
          let event = try MatrixEvent(record, wantsText: false)
          index.update(room) { $0.note(event, at: offset) }
          index.add(room, time: event.time, offset: offset)
        }
      }
      if let room = index.find("") { index.update(room) { $0.name = members["room_name"]?.text } }
    }
    try index.runSecondPass { [options = context.options] _, room in
      var applied: Set<String> = []
      return ConversationReading(conversation: room.conversation(description, options)) {
        source, writer in
        let place = source.place.offset
        let record = try source.record()
        var event = try MatrixEvent(record)
        if record.isRepaired { writer.noteRepaired() }
        if let target = event.edited {
          // An edit is applied to the message that it replaces. If the export lacks that message, the last edit takes
          // its place.
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

/// The properties of a room, from its export and its events.
struct MatrixRoom {
  var name: String?
  private(set) var id: String?
  /// The offset and time of the last edit of each message by each person; the keys are from `edit(of:by:)`.
  private(set) var edits: [String: (offset: Int, time: Int)] = [:]
  private(set) var redacted: Set<String> = []
  private var names: [String: String] = [:]
  private var kind: Conversation.Kind?

  static func edit(of message: String, by sender: String?) -> String {
    "\(message) \(sender ?? "")"
  }

  /// Takes what an event says about the room or other events.
  mutating func note(_ event: MatrixEvent, at offset: Int) {
    id = id ?? event.room
    switch event.type {
    case "m.room.member":
      if let person = event.stateKey ?? event.sender,
        let name = event.content["displayname"]?.text
      {
        names[person] = name
      }
      if event.content["is_direct"]?.bool ?? false { kind = .direct }
    case "m.room.join_rules":
      let rule = event.content["join_rule"]?.text
      if kind != .direct, let rule { kind = rule == "public" ? .public : .private }
    case "m.room.redaction":
      if let target = event.redacts ?? event.content["redacts"]?.text { redacted.insert(target) }
    case "m.room.message":
      guard let target = event.edited else { return }
      let key = Self.edit(of: target, by: event.sender)
      let time = event.time ?? .min
      if let known = edits[key], known.time > time { return }
      edits[key] = (offset, time)
    default: break
    }
  }

  func name(of person: String) -> String { names[person] ?? person }

  func conversation(_ format: FormatDescription, _ options: LoadingOptions) -> Conversation {
    options.conversation(
      format, id: id.map { "matrix:\($0)" }, title: name, kind: kind)
  }
}
