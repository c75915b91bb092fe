import ActionItemModel
import JSONText

/// What a conversation object says beside its messages.
struct GenericConversation {
  var id: String?
  var title: String?
  var platform: String?
  var kind: Conversation.Kind?
  /// Whether a loader made the id, as the first message that names it tells.
  var hasMadeId = false
  var participants: [Participant] = []
  /// The senders seen while indexing, where nothing else tells the conversation from others.
  var senders: Set<String> = []

  /// Takes one member of the object; false where it is no concern of the conversation.
  mutating func take(_ key: String, _ value: JSONValue) {
    switch FieldRole.of(key)?.role {
    case .id: id = id ?? Self.text(value)
    case .conversationId:
      if let object = value.object {
        for member in object { take(member.key, member.value) }
      } else {
        id = Self.text(value) ?? id
      }
    case .conversationTitle: title = title ?? value.string
    case .sender where key == "name": title = title ?? value.string
    case .platform: platform = platform ?? value.string
    case .kind, .conversationKind: kind = kind ?? Self.kind(value.string)
    case .participants: participants = (value.array ?? []).compactMap(Self.participant)
    default: break
    }
  }

  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let digits): digits
    default: nil
    }
  }

  static func kind(_ text: String?) -> Conversation.Kind? {
    switch text?.lowercased() {
    case "public", "public_channel", "channel", "open": .public
    case "private", "private_channel": .private
    case "group", "mpim", "group_dm", "multi": .group
    case "direct", "dm", "im", "direct_message", "personal": .direct
    default: nil
    }
  }

  /// A name, or an object with a name and perhaps an id.
  static func participant(_ value: JSONValue) -> Participant? {
    if let name = value.string { return name.isEmpty ? nil : Participant(id: name, name: name) }
    guard let members = value.object else { return nil }
    var id: String?
    var names: [(rank: Int, name: String)] = []
    for member in members {
      let text = Self.text(member.value)
      switch FieldRole.of(member.key) {
      case (.id, _)?, (.senderId, _)?: id = id ?? text
      case (.sender, let rank)?:
        if let text {
          names.append((rank, text))
        } else if let inner = Self.participant(member.value) {
          // As in `{"user": {"id": …, "displayName": …}}`.
          id = id ?? (inner.id == inner.name ? nil : inner.id)
          names += ([inner.name] + inner.aliases).map { (rank, $0) }
        }
      default:
        if let text, ["realname", "fullname", "email"].contains(member.key.lowercased()) {
          names.append((100, text))
        }
      }
    }
    names.sort { $0.rank < $1.rank }
    guard let name = names.first?.name ?? id else { return nil }
    return Participant(id: id ?? name, name: name, aliases: names.dropFirst().map(\.name))
  }
}
