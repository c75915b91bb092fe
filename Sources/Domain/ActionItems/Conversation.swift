/// A conversation, without its messages: those stream past one by one.
public struct Conversation: Hashable, Sendable {
  /// Recognises the conversation in every export of it.
  public var id: String
  /// Whether the id was made from title and participants, because the export gives none: the same conversation
  /// may have had another one when it was exported before.
  public var hasMadeId: Bool
  /// Its name as displayed; nil where the export gives none.
  public var title: String?
  /// The kind of chat that it comes from, such as `slack`.
  public var platform: String
  /// Who can read it, where the export tells.
  public var kind: Kind?
  /// The people whom the export lists; who merely speaks need not be among them.
  public var participants: [Participant]

  /// `id` tells conversations apart; one that was made from other members needs `hasMadeId`.
  public init(
    id: String, title: String?, platform: String, kind: Kind? = nil,
    participants: [Participant] = [], hasMadeId: Bool = false
  ) {
    self.id = id
    self.hasMadeId = hasMadeId
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
    /// A handful of people, without a name of its own.
    case group
    /// Two people.
    case direct
  }
}

/// A person, or a bot, in a conversation.
public struct Participant: Hashable, Sendable {
  /// The id in the export; the display name where the export has no ids.
  public var id: String
  /// What the person is called; no other participant of the conversation is called the same.
  public var name: String
  /// Other names that mean this person: the handle, the full name, an address.
  public var aliases: [String]
  /// The person's own zone by its IANA name, where the export tells.
  public var timeZone: String?
  /// Whether the export says that it is a program.
  public var isBot: Bool

  /// `name` is what is displayed; mentions also go by `aliases`.
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
