import ActionItems
import Encoding

/// A conversation in JSON of any program, without its messages. Below: its listed people, and names of message kinds.
struct GenericConversation {
  var id: String?
  var title: String?
  var platform: String?
  var kind: Conversation.Kind?
  /// Whether a loader made the id, as stated by the conversation's first message.
  var hasSyntheticId = false
  /// The people that the conversation lists, in order.
  private(set) var listed: [ListedPerson] = []
  /// Whether the list has more people than are read.
  private(set) var isListCut = false
  /// The speakers, who may have ids that the list lacks.
  var speakers = GenericSpeakers()
  /// The digest of the first three messages; nil if the first one has a time, which identifies the conversation.
  private(set) var beginning: StableHash?
  private var begun = 0
  /// Identifies a conversation without id, title and times: the digest of its first messages, and a number among the
  /// conversations that begin with them. Requests to a language model often begin with the same instructions.
  var repetition: String?

  init() {}

  /// Takes the conversation's properties from its first message.
  init(_ record: GenericRecord, isNamed: Bool) {
    id = isNamed ? record[.conversationId]?.text : nil
    title = record[.conversationTitle]?.text
    platform = record[.platform]?.text
    kind = Self.kind(record[.conversationKind]?.text)
    hasSyntheticId = record[.hasMadeId]?.bytes.elementsEqual("true".utf8) ?? false
  }

  /// The most people read from a list.
  private static let listLimit = 10_000
  static let listWarning =
    "it lists more than \(listLimit) participants; the others are added when they write"

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

  /// Notes a message of the conversation, in order.
  mutating func note(_ record: GenericRecord) {
    if begun == 0, record[.timestamp] == nil { beginning = StableHash() }
    guard begun < 3 else { return }
    // A post stays the same when comments come.
    begun += record.isPost ? 3 : 1
    for field in [record[.sender], record[.kind], record[.text]] {
      field?.withText { beginning?.add($0) }
    }
  }

  mutating func list(_ value: JSONValue) {
    guard listed.count < Self.listLimit else {
      isListCut = true
      return
    }
    if let person = ListedPerson(value) { listed.append(person) }
  }

  func conversation(
    _ format: FormatDescription, _ people: GenericPeople, _ options: LoadingOptions,
    file: String?
  ) -> Conversation {
    let platform = platform ?? format.platform
    let repeated = repetition.map { "\($0) \(FileNameDate.bare(file ?? ""))" }
    let identity: String? = title ?? repeated
    var conversation = options.conversation(
      format, id: id, title: title, kind: kind, participants: people.participants,
      idFrom: identity,
      platform: platform)
    conversation.platform = platform
    if hasSyntheticId { conversation.hasSyntheticId = true }
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

extension Message.Kind {
  /// Reads a program's name for the kind of a message; nil if it is unknown.
  init?(written: String?) {
    switch written?.lowercased() {
    case "system", "event", "service", "notification", "join", "leave", "info": self = .system
    case "bot", "bot_message", "app", "assistant", "tool", "integration": self = .bot
    // Written by `inspect --messages` for a message without a sender.
    case "message": self = .message
    default: return nil
    }
  }
}

/// A person named by a list of participants or as the sender of a message.
struct ListedPerson {
  private(set) var id: String?
  private(set) var name: String?
  /// Other names, and addresses.
  private(set) var aliases: [String] = []

  /// The longest name, in bytes.
  private static let lengthLimit = 1000

  /// Reads a name, or an object with an id, a name or an address; nil without any of them.
  init?(_ value: JSONValue) {
    guard let members = value.object else {
      guard let text = Self.text(value) else { return nil }
      name = text
      return
    }
    var names: [(rank: Int, name: String)] = []
    for member in members {
      let text = Self.text(member.value)
      switch FieldRole.of(member.key) {
      case (.id, _)?, (.senderId, _)?: id = id ?? text
      case (.sender, let rank)?:
        if let text {
          names.append((rank, text))
        } else if member.value.object != nil, let inner = Self(member.value) {
          // As in `{"user": {"id": …, "displayName": …}}`.
          id = id ?? inner.id
          names += inner.names.map { (rank, $0) }
        }
      default:
        let key = member.key.lowercased()
        if let text, ["realname", "fullname", "email"].contains(key) { names.append((100, text)) }
        // As in `{"$oid": …}` of MongoDB and `{"profile": {"display_name": …}}`.
        if key == "$oid" { id = id ?? text }
        if key == "profile", let inner = Self(member.value) {
          names += inner.names.map { (99, $0) }
        }
      }
    }
    names.sort { $0.rank < $1.rank }
    name = names.first?.name
    aliases = names.dropFirst().map(\.name)
    if id == nil, name == nil { return nil }
  }

  var names: [String] { (name.map { [$0] } ?? []) + aliases }

  private static func text(_ value: JSONValue) -> String? {
    guard let text = value.text, text.utf8.count <= lengthLimit, text.saysAnything else {
      return nil
    }
    return text
  }
}
