public import CivilTime

/// One message of a conversation, as readable text.
///
/// A value that is handed on many times over from loading to storing: what it says lies behind one reference, so
/// that a copy costs one count and not one for each of its texts.
public struct Message: Hashable, Sendable {
  @usableFromInline var content: MessageContent
  /// When it was written, with the offset of its author's clock where that is known.
  public var timestamp: Timestamp?
  /// Who speaks: a person, a bot, or the chat itself.
  public var kind: Kind
  /// 64 bits over what the export wrote, not over how it is rendered here: a message that was
  /// edited has another digest, one that merely gained a reaction has not.
  public var digest: UInt64
  /// Whether the export says that it was edited: another version of it that does not is an older one.
  public var isEdited = false
  /// How many messages of people and of the same time stand before it in its conversation, once somebody
  /// has counted: many chats write times in minutes.
  public var order = 0

  /// Its `order` is zero: whoever has all messages sets it. `timestamp` is nil where nobody knows it.
  public init(
    id: String, senderId: String? = nil, sender: String?, timestamp: Timestamp?, text: String,
    kind: Kind = .message, threadId: String? = nil, replyTo: String? = nil, link: String? = nil,
    digest: UInt64 = 0, isEdited: Bool = false
  ) {
    content = MessageContent(
      id: id, senderId: senderId, sender: sender, text: text, threadId: threadId,
      replyTo: replyTo, link: link)
    self.timestamp = timestamp
    self.kind = kind
    self.digest = digest
    self.isEdited = isEdited
  }

  /// Recognises the message within its conversation, in every export of it.
  @inlinable public var id: String { content.id }

  /// The sender's id in the export; nil for messages of the system.
  @inlinable public var senderId: String? { content.senderId }

  /// What the sender is called, uniquely within the conversation; nil for messages of the system.
  @inlinable public var sender: String? { content.sender }

  /// What it says: markup, mentions and entities turned into plain text.
  @inlinable public var text: String {
    get { content.text }
    set { content = content.with(text: newValue) }
  }

  /// Calls `body` with the UTF-8 of what it says, where that stands.
  @inlinable
  public func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    content.text.utf8.withContiguousStorageIfAvailable(body)
      ?? Array(content.text.utf8).withUnsafeBufferPointer(body)
  }

  /// The thread that it belongs to, as the id of the message that began it.
  @inlinable public var threadId: String? { content.threadId }

  /// The message that it answers.
  @inlinable public var replyTo: String? { content.replyTo }

  /// Where it can be opened, if the export says so.
  @inlinable public var link: String? { content.link }

  /// Who speaks in a message.
  public enum Kind: String, CaseIterable, Sendable {
    /// A person.
    case message
    /// The chat itself: joins, renames, calls.
    case system
    /// A program.
    case bot
  }
}
