public import ReplyDecoding

/// An item of labelled messages as a model answered it once.
public struct RecordedAnswer: Hashable, Sendable {
  /// The item; its `messageId` is the message's own id, not the short one of a prompt.
  public var item: ActionItemJSON
  /// The labelled item that it is, by its place; nil for none.
  public internal(set) var gold: Int?
  /// Whether it is given only where its message is context, and so was read before.
  public internal(set) var isOfContext = false

  /// Takes an item of which nothing is known.
  public init(_ item: ActionItemJSON) { self.item = item }
}
