/// What is told of an item of a reply: why it was rejected, or what of it was not taken as it stands.
package struct Remark: Hashable, Sendable {
  package var item: ActionItemJSON
  package var what: What
  /// What the remark is about: a deadline, a name, the words of a quote.
  package var words = ""
  /// What was taken in its place.
  package var taken = ""
  package var conversationId: String?
  /// The message that the item belongs to or cites, by the export's own id; nil where that is none.
  package var sourceMessageId: String?

  /// A rejected item is lost, one with notes was kept.
  package enum What: Hashable, Sendable {
    case rejection(Rejection)
    case note(Note)
  }

  package var rejection: Rejection? {
    if case .rejection(let rejection) = what { rejection } else { nil }
  }
  package var note: Note? { if case .note(let note) = what { note } else { nil } }

  /// The name by which a program knows it.
  package var code: String {
    switch what {
    case .rejection(let rejection): rejection.rawValue
    case .note(let note): note.rawValue
    }
  }
}

package enum Rejection: String, Error, Sendable {
  /// The id names no message of the window, and no quote says which is meant.
  case unknownMessage
  /// The message is there to help understanding only; its items were found before.
  case contextMessage
  case emptyTask
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
  case noItem

  /// Whether the item was lost for want of words that prove it: they may be had for the asking.
  var isLoss: Bool { [.unknownMessage, .noQuote, .quote, .foreignQuote].contains(self) }
}

package enum Note: String, Sendable {
  /// The item is said to be done and names no open item: it counts only where one of its wording is known.
  case unlinked
  /// The item is said to be done, and its message promises it, denies it or asks; it was kept open.
  case notDone
  /// Somebody tells of an item that does not concern them, and names it plainly; it is believed.
  case reported
  /// The message is in a language whose dates are not read; the model's day was kept unproved, without a time that
  /// does not stand there in digits.
  case unread
  /// The message does not speak of the open item that is named; the item was kept without it, or went to
  /// the one that its task names.
  case link
  /// The deadline is none that the messages state; the item was kept without it.
  case deadline
  /// So is one whose day had passed when the message was written, that is no date, that names a day which there is
  /// not, or whose message has no time by which its words would mean a day.
  case deadlinePast, deadlineNoDate, deadlineNoDay, deadlineUntimed
  /// The cited message states another day, which was taken instead.
  case day
  /// The day is stated with another time, which was taken instead, or with none.
  case time
  /// The assignee cannot be meant; the item was kept without that name.
  case assignee
  /// The message says that somebody else is meant, who was taken instead.
  case person
  /// The quote was copied with slips; the item was kept with the message's own words.
  case mended
  /// The quote stands in no message, and quotes are not insisted on: the item was kept without.
  case unproven

  /// Those of deadlines that were dropped.
  package static let droppedDeadlines: [Note] = [
    .deadline, .deadlinePast, .deadlineNoDate, .deadlineNoDay, .deadlineUntimed,
  ]
}

extension Remark: CustomStringConvertible {
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
    case .quote: "the quote stands in no message of the window"
    case .foreignQuote: "the quote is from another message than the one that speaks of the task"
    case .foreignTask: "the message does not speak of the task"
    case .finished: "the quote says that it is done already"
    case .notTheirs: "the message is by somebody whom the open item does not concern"
    case .tooMany: "the reply has more items than its messages can hold"
    case .tooLong: "a field is too long"
    case .noItem: "the entry is no item: \(words)"
    }
  }

  private func sentence(_ note: Note) -> String {
    switch note {
    case .unlinked:
      "the task is said to be done and names no open item: it counts if one of its wording is known"
    case .notDone: "the message does not say that the task is done"
    case .reported: "it is \(words.isEmpty ? "somebody" : words) who says so of another's item"
    case .unread:
      "the message is in a language whose dates are not read: \(taken) was kept unproved"
    case .link: "the message does not speak of the open item \"\(words)\""
    case .deadline: "no message states the deadline \"\(words)\""
    case .deadlinePast: "the deadline \"\(words)\" had passed when the message was written"
    case .deadlineNoDate:
      "the deadline \"\(words)\" is no date, nor does the message state one day for it"
    case .deadlineNoDay: "there is no such day as \"\(words)\""
    case .deadlineUntimed:
      "the message has no time, so that its words do not prove the deadline \"\(words)\""
    case .day, .time: "the message states \(taken), not \"\(words)\": that was taken"
    case .assignee: "nothing says that it is for \"\(words)\""
    case .person:
      "the message says that it is for \"\(taken)\", not for \"\(words)\": that was taken"
    case .mended: "the message says \"\(words)\": that was taken for the quote"
    case .unproven: "the quote stands in no message of the window"
    }
  }
}
