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
  /// Whom it lists, as it does.
  private(set) var listed: [ListedPerson] = []
  /// Whether it lists more people than are read.
  private(set) var isListCut = false
  /// Who speaks, where nothing but the object tells the conversation from others.
  var speakers = GenericSpeakers()

  init() {}

  /// Takes what the first message says of its conversation.
  init(_ record: GenericRecord, isNamed: Bool) {
    id = isNamed ? record[.conversationId]?.text : nil
    title = record[.conversationTitle]?.text
    platform = record[.platform]?.text
    kind = Self.kind(record[.conversationKind]?.text)
    hasMadeId = record[.hasMadeId]?.bytes.elementsEqual("true".utf8) ?? false
  }

  /// The same, for messages of no conversation.
  var withoutId: GenericConversation {
    var other = self
    other.id = nil
    return other
  }

  /// A longer list is no conversation's.
  static let listLimit = 10_000

  /// Takes one member of the object.
  mutating func take(_ key: String, _ value: JSONValue) {
    switch FieldRole.of(key)?.role {
    case .id: id = id ?? value.text
    case .conversationId:
      if let object = value.object {
        for member in object { take(member.key, member.value) }
      } else {
        id = value.text ?? id
      }
    case .conversationTitle: title = title ?? value.string
    case .sender where key == "name": title = title ?? value.string
    case .platform: platform = platform ?? value.string
    case .kind, .conversationKind: kind = kind ?? Self.kind(value.string)
    case .participants: for person in value.array ?? [] { list(person) }
    default: break
    }
  }

  /// Takes somebody of the list of participants.
  mutating func list(_ value: JSONValue) {
    guard listed.count < Self.listLimit else {
      isListCut = true
      return
    }
    if let person = ListedPerson(value) { listed.append(person) }
  }

  func conversation(
    _ format: FormatDescription, _ people: GenericPeople, _ options: LoadingOptions
  ) -> Conversation {
    let platform = platform ?? format.platform
    var conversation = options.conversation(
      format, id: id, title: title, kind: kind, participants: people.participants,
      platform: platform, speakers: speakers.names)
    conversation.platform = platform
    if hasMadeId { conversation.hasMadeId = true }
    return conversation
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
}
