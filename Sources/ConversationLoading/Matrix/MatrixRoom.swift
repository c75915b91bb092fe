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
  mutating func note(_ header: MatrixHeader, at offset: Int) {
    id = id ?? header.room
    if let sender = header.sender, speakers.count < 10_000 { speakers.insert(sender) }
    switch header.type {
    case "m.room.member":
      if let person = header.stateKey ?? header.sender,
        let name = header.content?["displayname"]?.text
      {
        names[person] = name
      }
      if header.content?["is_direct"]?.bool ?? false { kind = .direct }
    case "m.room.join_rules":
      let rule = header.content?["join_rule"]?.text
      if kind != .direct, let rule { kind = rule == "public" ? .public : .private }
    case "m.room.redaction":
      if let target = header.redacts ?? header.content?["redacts"]?.text { redacted.insert(target) }
    case "m.room.message":
      guard let relation = header.content?["m.relates_to"],
        relation["rel_type"]?.text == "m.replace", let target = relation["event_id"]?.text
      else { return }
      let key = Self.edit(of: target, by: header.sender)
      let time = header.time ?? .min
      if let known = edits[key], known.time > time { return }
      edits[key] = (offset, time)
    default: break
    }
  }

  /// What somebody is called: their name in the room, else their id.
  func name(of person: String) -> String { names[person] ?? person }

  func conversation(_ format: FormatDescription, _ options: LoadingOptions) -> Conversation {
    let made =
      options.conversationId
      ?? ConversationIdentity.made(platform: format.platform, title: name, speakers: speakers)
    return Conversation(
      id: id.map { "matrix:\($0)" } ?? made, title: name, platform: format.platform, kind: kind,
      hasMadeId: id == nil && options.conversationId == nil)
  }
}
