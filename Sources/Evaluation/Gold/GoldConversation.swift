public import ActionItemModel

/// A conversation whose action items are known, because somebody has labelled them.
public struct GoldConversation: Sendable {
  /// Recognises the conversation among all that are measured.
  public var id: String
  /// Where it comes from; figures are given for each source.
  public var source: String
  /// Who takes part.
  public var participants: [String]
  /// What was said.
  public var messages: [Message]
  /// What it leaves to be done.
  public var items: [GoldItem]

  /// Puts the parts together.
  public init(
    id: String, source: String, participants: [String] = [], messages: [Message],
    items: [GoldItem]
  ) {
    self.id = id
    self.source = source
    self.participants = participants
    self.messages = messages
    self.items = items
  }

  /// The conversation as extraction has it.
  public var conversation: Conversation {
    Conversation(
      id: id, title: nil, platform: "gold",
      participants: participants.map { Participant(id: $0, name: $0) })
  }
}
