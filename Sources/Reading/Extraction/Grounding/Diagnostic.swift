/// The rejection of an item of a reply, or a note about a kept item: a change in it, or a doubt about it.
package struct Diagnostic: Hashable, Sendable {
  package var item: ActionItemJSON
  package var what: What
  /// The subject of the diagnostic: a deadline, a name, or the words of a quote.
  package var words = ""
  /// The value used instead, or the message that it is from.
  package var taken = ""
  package var conversationId: String?
  /// The message that the item belongs to or cites, by the export's own id; nil if there is none.
  package var sourceMessageId: String?

  /// A rejected item is lost; an item with a note was kept.
  package enum What: Hashable, Sendable {
    case rejection(Rejection)
    case note(Note)
  }

  package var rejection: Rejection? {
    if case .rejection(let rejection) = what { rejection } else { nil }
  }
  package var note: Note? { if case .note(let note) = what { note } else { nil } }

  /// A machine-readable code.
  package var code: String {
    switch what {
    case .rejection(let rejection): rejection.rawValue
    case .note(let note): note.rawValue
    }
  }
}

/// The reason why an item of a reply was rejected.
package enum Rejection: String, Error, Sendable {
  /// The id matches no message of the window, and no quote identifies one.
  case unknownMessage
  /// The message is only context. Its items were found in an earlier window.
  case contextMessage
  case emptyTask
  case noQuote
  /// No message of the window contains the quote.
  case quote
  /// Another message than the cited one contains the quote, and the task fits the cited one.
  case foreignQuote
  /// The task comes from another message than the cited one, or from none.
  case foreignTask
  /// The quoted words state that the task is done.
  case finished
  /// The sender is not involved in the item that they complete.
  case notTheirs
  /// The reply has more items than its window can contain.
  case tooMany
  /// A field exceeds the length limit.
  case tooLong
  /// The list entry is not an item.
  case noItem

  /// Whether the item lacks only evidence. A second request may supply it.
  var isLoss: Bool { [.unknownMessage, .noQuote, .quote, .foreignQuote].contains(self) }
}

/// A change in a kept item of a reply, or a doubt about it.
package enum Note: String, Sendable {
  /// The item is reported as done, but refers to no open item. It counts only if an item with the same wording is
  /// known.
  case unlinked
  /// The item is reported as done, but its message is a promise, a denial or a question. It stays open.
  case notDone
  /// Another person reports on the item and names it clearly. The report is accepted.
  case reported
  /// The message is in a language whose dates are not supported. The model's day was kept unproven; a time was kept
  /// only if the message has it in digits.
  case unread
  /// The message does not mention the referenced open item. The item was kept without the reference, or linked to the
  /// item that its task names.
  case link
  /// Neither the message nor one that belongs to it states the deadline. The item was kept without it.
  case deadline
  /// The day had passed when the message was written. The item was kept without a deadline, as in the next three cases.
  case deadlinePast
  /// The deadline is not a date, such as "ASAP", and the message states no day.
  case deadlineVague
  /// The day does not exist, such as 2026-02-31.
  case deadlineImpossible
  /// The message has no timestamp, which its words need.
  case deadlineUntimed
  /// Only another message mentions the day, and nothing links it to the cited one. The deadline was kept.
  case deadlineElsewhere
  /// The cited message states another day, which was used.
  case day
  /// The day is stated with another time, or with none. The stated value was used.
  case time
  /// The assignee cannot be meant. The item was kept without the name.
  case assignee
  /// The message names another assignee, who was used.
  case person
  /// The quote had small errors. The item was kept with the message's own words.
  case mended
  /// No message near the item's own says that it is urgent. Its priority was set to medium.
  case priority
  /// The task repeats its message, which neither asks nor promises anything. The item was kept.
  case musing
  /// No message contains the quote. Quotes are optional here, so the item was kept without one.
  case unproven

  /// The notes about dropped deadlines.
  package static let droppedDeadlines: [Note] = [
    .deadline, .deadlinePast, .deadlineVague, .deadlineImpossible, .deadlineUntimed,
  ]
}

extension Diagnostic: CustomStringConvertible {
  package var description: String {
    switch what {
    case .rejection(let rejection): sentence(rejection)
    case .note(let note): sentence(note)
    }
  }

  private func sentence(_ rejection: Rejection) -> String {
    switch rejection {
    case .unknownMessage: "the message id names no new message of the window"
    case .contextMessage: "the message is context, and was read before"
    case .emptyTask: "the task is empty"
    case .noQuote: "the item quotes nothing"
    case .quote: "no message of the window contains the quote"
    case .foreignQuote: "the quote is from another message than the one that mentions the task"
    case .foreignTask: "the message does not mention the task"
    case .finished: "the quote says that it is done already"
    case .notTheirs: "the message's sender is not involved in the open item"
    case .tooMany: "the reply has more items than its messages can hold"
    case .tooLong: "a field is too long"
    case .noItem: "the entry is not an item: \(words)"
    }
  }

  private func sentence(_ note: Note) -> String {
    switch note {
    case .unlinked:
      "the task is reported as done but names no open item: it applies if an open item has the same wording"
    case .notDone: "the message does not say that the task is done"
    case .reported:
      "it is \(words.isEmpty ? "someone else" : words) who says so about another person's item"
    case .unread:
      "the message is in a language whose dates are not read: \(taken) was kept unproven"
    case .link: "the message does not mention the open item \"\(words)\""
    case .deadline:
      "neither the message nor one that belongs to it states the deadline \"\(words)\""
    case .deadlinePast: "the deadline \"\(words)\" had passed when the message was written"
    case .deadlineVague:
      "the deadline \"\(words)\" is not a date, and the message does not state one day for it"
    case .deadlineImpossible: "the day \"\(words)\" does not exist"
    case .deadlineUntimed:
      "the message has no time, so its words do not prove the deadline \"\(words)\""
    case .deadlineElsewhere:
      "the deadline \"\(words)\" is from message \(taken), which may be about something else"
    case .day, .time: "the message states \(taken), not \"\(words)\"; the stated value is used"
    case .assignee: "no message assigns it to \"\(words)\""
    case .person:
      "the message assigns it to \"\(taken)\", not to \"\(words)\"; the stated person is used"
    case .mended: "the message says \"\(words)\"; that is used as the quote"
    case .priority: "no message near it says that it is urgent; its priority is medium"
    case .musing: "the task repeats its message, which neither asks nor promises anything"
    case .unproven: "no message of the window contains the quote"
    }
  }
}
