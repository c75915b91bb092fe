import ActionItemModel
import JSONText

/// What an export and its events say of a room.
struct MatrixRoom {
  var name: String?
  private(set) var id: String?
  /// The last edit of a message by its author: where it stands, and when it was made.
  private(set) var edits: [String: (offset: Int, time: Int)] = [:]
  /// Messages that were taken back.
  private(set) var redacted: Set<String> = []
  private var names: [String: String] = [:]
  private var kind: Conversation.Kind?
  private var speakers: Set<String> = []

  /// The key of `edits`.
  static func edit(of message: String, by sender: String?) -> String {
    "\(message) \(sender ?? "")"
  }

  /// Takes what an event says of the room or of other events.
  mutating func note(_ event: MatrixEvent, at offset: Int) {
    id = id ?? event.room
    if let sender = event.sender { speakers.note(speaker: sender) }
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

  /// What somebody is called: their name in the room, else their id.
  func name(of person: String) -> String { names[person] ?? person }

  func conversation(_ format: FormatDescription, _ options: LoadingOptions) -> Conversation {
    options.conversation(
      format, id: id.map { "matrix:\($0)" }, title: name, kind: kind, speakers: speakers)
  }
}
