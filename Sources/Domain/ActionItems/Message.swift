public import CivilTime

/// A message of a conversation, as readable text.
///
/// Messages are copied many times between loading and storing. Their strings are in one object, `MessageContent`.
public struct Message: Hashable, Sendable {
  @usableFromInline var content: MessageContent
  /// When it was written, with the sender's UTC offset if that is known.
  public var timestamp: Timestamp?
  /// The kind of sender: a person, a bot, or the system.
  public var kind: Kind
  /// A 64-bit digest of the message in the export, not of its rendered text. An edit changes it; a new reaction does
  /// not.
  public var digest: UInt64
  /// Whether the export marks it as edited. A version without that mark is older.
  public var isEdited = false
  /// The number of earlier messages by people with the same time, once counted: many chats store times in minutes.
  public var order = 0

  /// Creates a message with `order` zero; the reader of the whole conversation sets that. `timestamp` is nil if
  /// unknown.
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

  /// The id within its conversation, the same in every export.
  @inlinable public var id: String { content.id }

  /// The sender's id in the export; nil for system messages.
  @inlinable public var senderId: String? { content.senderId }

  /// The sender's display name, unique within the conversation; nil for system messages.
  @inlinable public var sender: String? { content.sender }

  /// The plain text, with markup, mentions and entities resolved.
  @inlinable public var text: String {
    get { content.text }
    set { content = content.with(text: newValue) }
  }

  /// Calls `body` with the text as UTF-8, in place if possible.
  @inlinable
  public func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    content.text.utf8.withContiguousStorageIfAvailable(body)
      ?? Array(content.text.utf8).withUnsafeBufferPointer(body)
  }

  /// The thread, as the id of its first message.
  @inlinable public var threadId: String? { content.threadId }

  /// The id of the message that it replies to.
  @inlinable public var replyTo: String? { content.replyTo }

  /// A link that opens the message, if the export has one.
  @inlinable public var link: String? { content.link }

  /// The kind of sender of a message.
  public enum Kind: String, CaseIterable, Sendable {
    /// A person.
    case message
    /// The chat system: joins, renames, calls.
    case system
    /// A bot.
    case bot
  }
}
