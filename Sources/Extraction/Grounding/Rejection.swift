public import ReplyDecoding

/// An item of a reply that was refused, or a field of it that was.
public struct Rejection: Hashable, Sendable {
  /// The item, as the model wrote it.
  public var item: ActionItemJSON
  /// What was wrong with it.
  public var reason: Reason

  /// Puts the parts together.
  public init(item: ActionItemJSON, reason: Reason) {
    self.item = item
    self.reason = reason
  }

  /// What was wrong.
  public enum Reason: Hashable, Sendable {
    /// The id names no message of the window, or one that is context only.
    case unknownMessage
    /// The task is empty.
    case emptyTask
    /// The deadline is not a time that can be worked out; the item was kept without it.
    case deadline(words: String)
    /// The quote does not stand in the message; the item was kept without it.
    case quote
  }

  /// Whether the item as a whole was refused.
  public var isWhole: Bool {
    switch reason {
    case .unknownMessage, .emptyTask: true
    case .deadline, .quote: false
    }
  }
}

extension Rejection.Reason: CustomStringConvertible {
  /// The sentence that a person reads.
  public var description: String {
    switch self {
    case .unknownMessage: "the message id names no new message of the window"
    case .emptyTask: "the task is empty"
    case .deadline(let words): "the deadline \"\(words)\" could not be worked out"
    case .quote: "the quote does not stand in the message"
    }
  }
}
