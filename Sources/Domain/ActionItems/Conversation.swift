/// A conversation and its listed participants, but not its messages, which are streamed one by one.
public struct Conversation: Hashable, Sendable {
  /// The id, which is the same in every export of the conversation.
  public var id: String
  /// Whether the id is synthetic: made from title and participants, because the export has none. An earlier export of
  /// the same conversation may have led to another id.
  public var hasSyntheticId: Bool
  /// The display name; nil if the export has none.
  public var title: String?
  /// The chat platform, such as `slack`.
  public var platform: String
  /// Who can read it, if the export says so.
  public var kind: Kind?
  /// The people listed in the export, which may not include every sender.
  public var participants: [Participant]

  /// Creates a conversation. Set `hasSyntheticId` if `id` was made from other members.
  public init(
    id: String, title: String?, platform: String, kind: Kind? = nil,
    participants: [Participant] = [], hasSyntheticId: Bool = false
  ) {
    self.id = id
    self.hasSyntheticId = hasSyntheticId
    self.title = title
    self.platform = platform
    self.kind = kind
    self.participants = participants
  }

  /// Who can read a conversation.
  public enum Kind: String, CaseIterable, Sendable {
    /// Everybody in the workspace.
    case `public`
    /// Its members.
    case `private`
    /// A few people, in a chat without a name of its own.
    case group
    /// Two people.
    case direct
  }
}

/// A person or bot in a conversation.
public struct Participant: Hashable, Sendable {
  /// The id in the export, or the display name if the export has no ids.
  public var id: String
  /// The display name, unique within the conversation.
  public var name: String
  /// Other names of this person: the handle, the full name, an address.
  public var aliases: [String]
  /// The person's time zone as an IANA name, if the export has it.
  public var timeZone: String?
  /// Whether the export marks the participant as a bot.
  public var isBot: Bool

  /// Creates a participant. Mentions may use `name` or any of `aliases`.
  public init(
    id: String, name: String, aliases: [String] = [], timeZone: String? = nil, isBot: Bool = false
  ) {
    self.id = id
    self.name = name
    self.aliases = aliases
    self.timeZone = timeZone
    self.isBot = isBot
  }
}
