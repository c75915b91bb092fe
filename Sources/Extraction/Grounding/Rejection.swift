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
    /// The id names no message of the window, and no quote says which is meant.
    case unknownMessage
    /// The message is there to help understanding only; its items were found before.
    case contextMessage
    /// The task is empty.
    case emptyTask
    /// The item quotes nothing.
    case noQuote
    /// The quote stands in no message of the window.
    case quote
    /// The task comes from another message than the one that is cited.
    case foreignTask
    /// The item changes one that is none of its writer's business.
    case notTheirs
    /// The deadline is none that the messages state; the item was kept without it.
    case deadline(words: String)
    /// The assignee cannot be meant; the item was kept without that name.
    case assignee(name: String)
    /// The quote stands in no message, and quotes are not insisted on: the item was kept without.
    case unproven
  }

  /// Whether the item as a whole was refused.
  public var isWhole: Bool {
    switch reason {
    case .unknownMessage, .contextMessage, .emptyTask, .noQuote, .quote, .foreignTask,
      .notTheirs:
      true
    case .deadline, .assignee, .unproven: false
    }
  }
}

extension Rejection.Reason: CustomStringConvertible {
  /// The sentence that a person reads.
  public var description: String {
    switch self {
    case .unknownMessage: "the message id names no new message of the window"
    case .contextMessage: "the message is context, and was read before"
    case .emptyTask: "the task is empty"
    case .noQuote: "the item quotes nothing"
    case .quote: "the quote stands in no message of the window"
    case .foreignTask: "the task comes from another message than the one cited"
    case .notTheirs: "the message is by somebody whom the open item does not concern"
    case .deadline(let words): "no message states the deadline \"\(words)\""
    case .assignee(let name): "nothing says that it is for \"\(name)\""
    case .unproven: "the quote stands in no message of the window"
    }
  }
}
