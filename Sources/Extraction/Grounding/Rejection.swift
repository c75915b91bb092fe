public import ReplyDecoding

/// An item of a reply that was refused, or a field of it that was.
public struct Rejection: Hashable, Sendable {
  /// The item, as the model wrote it.
  public var item: ActionItemJSON
  /// What was wrong with it.
  public var reason: Reason
  /// The conversation that was read.
  public var conversationId: String?
  /// The message that the item belongs to or cites, by the export's own id; nil where that is none.
  public var sourceMessageId: String?

  /// Puts the parts together.
  public init(
    item: ActionItemJSON, reason: Reason, conversationId: String? = nil,
    sourceMessageId: String? = nil
  ) {
    self.item = item
    self.reason = reason
    self.conversationId = conversationId
    self.sourceMessageId = sourceMessageId
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
    /// The quote stands in another message than the one cited, and the task is of the cited one.
    case foreignQuote
    /// The task comes from another message than the one that is cited, or from nowhere.
    case foreignTask
    /// The quoted words tell that the task is done.
    case finished
    /// The item changes one that is none of its writer's business.
    case notTheirs
    /// The reply has more items than its window can hold.
    case tooMany
    /// A field is longer than any that a person could read.
    case tooLong
    /// The entry of the list is no item.
    case noItem(problem: String)
    /// The item is said to be done and names no open item: it counts only where one of its wording is
    /// known.
    case unlinked
    /// The item is said to be done, and its message promises it, denies it or asks; it was kept open.
    case notDone
    /// Somebody tells of an item that does not concern them, and names it plainly; it is believed.
    case reported(by: String)
    /// The deadline is in words that no calendar here reads; the model's day was kept.
    case unread(words: String)
    /// The message does not speak of the open item that is named; the item was kept without it, or went to
    /// the one that its task names.
    case link(id: String)
    /// The deadline is none that the messages state; the item was kept without it.
    case deadline(words: String)
    /// The cited message states another day, which was taken instead.
    case day(words: String, taken: String)
    /// The assignee cannot be meant; the item was kept without that name.
    case assignee(name: String)
    /// The message says that somebody else is meant, who was taken instead.
    case person(name: String, taken: String)
    /// The quote was copied with slips; the item was kept with the message's own words.
    case mended(words: String)
    /// The quote stands in no message, and quotes are not insisted on: the item was kept without.
    case unproven
  }

  /// Whether the item as a whole was refused.
  public var isWhole: Bool {
    switch reason {
    case .unknownMessage, .contextMessage, .emptyTask, .noQuote, .quote, .foreignQuote,
      .foreignTask, .finished, .notTheirs, .tooMany, .tooLong, .noItem:
      true
    case .deadline, .day, .assignee, .person, .unproven, .unlinked, .notDone, .link, .mended,
      .reported,
      .unread:
      false
    }
  }

  /// Whether the item was lost for want of words that prove it: they may be had for the asking.
  public var isLost: Bool {
    switch reason {
    case .unknownMessage, .noQuote, .quote, .foreignQuote: true
    default: false
    }
  }
}

extension Rejection.Reason {
  /// The name by which a program knows the reason.
  public var code: String {
    switch self {
    case .unknownMessage: "unknownMessage"
    case .contextMessage: "contextMessage"
    case .emptyTask: "emptyTask"
    case .noQuote: "noQuote"
    case .quote: "quote"
    case .foreignQuote: "foreignQuote"
    case .finished: "finished"
    case .person: "person"
    case .foreignTask: "foreignTask"
    case .notTheirs: "notTheirs"
    case .tooMany: "tooMany"
    case .tooLong: "tooLong"
    case .noItem: "noItem"
    case .unlinked: "unlinked"
    case .notDone: "notDone"
    case .link: "link"
    case .deadline: "deadline"
    case .day: "day"
    case .assignee: "assignee"
    case .unproven: "unproven"
    case .mended: "mended"
    case .reported: "reported"
    case .unread: "unread"
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
    case .foreignQuote: "the quote is from another message than the one that speaks of the task"
    case .foreignTask: "the message does not speak of the task"
    case .finished: "the quote says that it is done already"
    case .person(let name, let taken):
      "the message says that it is for \"\(taken)\", not for \"\(name)\": that was taken"
    case .notTheirs: "the message is by somebody whom the open item does not concern"
    case .tooMany: "the reply has more items than its messages can hold"
    case .tooLong: "a field is too long"
    case .noItem(let problem): "the entry is no item: \(problem)"
    case .unlinked:
      "the task is said to be done and names no open item: it counts if one of its wording is known"
    case .notDone: "the message does not say that the task is done"
    case .link(let id): "the message does not speak of the open item \"\(id)\""
    case .day(let words, let taken):
      "the message states \(taken), not \"\(words)\": that was taken"
    case .deadline(let words): "no message states the deadline \"\(words)\""
    case .assignee(let name): "nothing says that it is for \"\(name)\""
    case .unproven: "the quote stands in no message of the window"
    case .reported(let name):
      "it is \(name.isEmpty ? "somebody" : name) who says so of another's item"
    case .unread(let words): "the day \"\(words)\" could not be counted after: it was kept as it is"
    case .mended(let words): "the message says \"\(words)\": that was taken for the quote"
    }
  }
}
