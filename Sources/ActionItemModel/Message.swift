public import CivilTime

/// One message of a conversation, as readable text.
public struct Message: Hashable, Sendable {
  /// Recognises the message within its conversation, in every export of it.
  public var id: String
  /// The sender's id in the export; nil for messages of the system.
  public var senderId: String?
  /// What the sender is called, uniquely within the conversation; nil for messages of the system.
  public var sender: String?
  /// When it was written, with the offset of its author's clock where that is known.
  public var timestamp: Timestamp?
  /// What it says: markup, mentions and entities turned into plain text.
  public var text: String
  /// Who or what speaks.
  public var kind: Kind
  /// The thread that it belongs to, as the id of the message that began it.
  public var threadId: String?
  /// The message that it answers.
  public var replyTo: String?
  /// Where it can be opened, if the export says so.
  public var link: String?
  /// 64 bits over what the export wrote, not over how it is rendered here: a message that was
  /// edited has another digest, one that merely gained a reaction has not.
  public var digest: UInt64
  /// Whether the export says that it was edited: another version of it that does not is an older one.
  public var isEdited = false
  /// How many messages of people and of the same time stand before it in its conversation, once somebody
  /// has counted: many chats write times in minutes.
  public var order = 0

  /// Puts the parts together.
  public init(
    id: String, senderId: String? = nil, sender: String?, timestamp: Timestamp?, text: String,
    kind: Kind = .message, threadId: String? = nil, replyTo: String? = nil, link: String? = nil,
    digest: UInt64 = 0, isEdited: Bool = false
  ) {
    self.id = id
    self.senderId = senderId
    self.sender = sender
    self.timestamp = timestamp
    self.text = text
    self.kind = kind
    self.threadId = threadId
    self.replyTo = replyTo
    self.link = link
    self.digest = digest
    self.isEdited = isEdited
  }

  /// Who or what speaks.
  public enum Kind: String, CaseIterable, Sendable {
    /// A person.
    case message
    /// The chat itself: joins, renames, calls.
    case system
    /// A program.
    case bot
  }
}
