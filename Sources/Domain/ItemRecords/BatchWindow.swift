package import CivilTime

/// A window whose question is in a batch for a language model, and whose answer has not been collected.
///
/// It has the digests of the messages, not their text. A purge needs their people and times.
package struct BatchWindow: Hashable, Sendable {
  /// The `custom_id` of the question and the answer.
  package var id: String
  /// The question's place in the batch, from 1.
  package var place: Int
  /// The id of the conversation.
  package var conversation: String
  /// The lines of the window. In a batch of an earlier version, only the new ones.
  package var lines: [Line]
  /// The ids of the open items in the question.
  package var openItems: [String]

  package init(
    id: String, place: Int, conversation: String, lines: [Line], openItems: [String] = []
  ) {
    (self.id, self.place, self.conversation) = (id, place, conversation)
    (self.lines, self.openItems) = (lines, openItems)
  }

  /// A message, or one part of a long message.
  package struct Line: Hashable, Sendable {
    /// The digest of the message.
    package var digest: UInt64
    /// Whether the line is searched for items.
    package var isNew: Bool
    /// The part; nil for a whole message.
    package var part: Part?
    /// The names and ids of the sender and of people in the text. Only new lines have them.
    package var people: [String]
    /// The time of the message. Only new lines have it.
    package var timestamp: Timestamp?

    package init(
      _ digest: UInt64, isNew: Bool = true, part: Part? = nil, people: [String] = [],
      timestamp: Timestamp? = nil
    ) {
      (self.digest, self.isNew, self.part) = (digest, isNew, part)
      (self.people, self.timestamp) = (people, timestamp)
    }
  }

  /// One part of a long message, counted from 1.
  package struct Part: Hashable, Sendable {
    package var number: Int
    package var count: Int

    package init(number: Int, count: Int) { (self.number, self.count) = (number, count) }
  }

  /// The digests of the new messages.
  package var digests: [UInt64] { lines.lazy.filter(\.isNew).map(\.digest) }
}
