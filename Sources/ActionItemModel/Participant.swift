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
  /// Whether this is a program.
  public var isBot: Bool

  /// Puts the parts together.
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
