public import ActionItemModel
public import CivilTime

/// What merging has to know of a message in which items were looked for.
///
/// Little, so that messages themselves are let go of as soon as their window was read: thousands of windows may
/// wait to be committed.
public struct ReadMessage: Hashable, Sendable {
  /// The message's id; it alone does not name the message, as those of some exports begin anew each time.
  public var id: String
  /// When it was written, where that is known.
  public var timestamp: Timestamp?

  /// Takes it from a message.
  public init(_ message: Message) {
    id = message.id
    timestamp = message.timestamp
  }
}
