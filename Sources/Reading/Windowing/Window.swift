package import ActionItems

/// A stretch of one conversation that a model reads at once.
///
/// Items are searched in its new lines; the other lines are context. `WindowBuilder` cuts it. Below: the short ids of
/// lines and open items in prompts and replies.
package struct Window: Sendable {
  /// The conversation, as known when the window was cut.
  package var conversation: Conversation
  /// The index of the window within its conversation in this run, from zero. For a window of a batch, the place of its
  /// question.
  package var number: Int
  /// The messages in chronological order.
  package var lines: [Line]
  /// The people in the window: senders first, then those named. In a small conversation, also the silent participants
  /// that the export lists.
  package var participants: [Participant]
  /// The open items of the conversation, so that updates in this window can refer to them.
  package var openItems: [OpenItem]

  package init(
    conversation: Conversation, number: Int, lines: [Line], participants: [Participant] = [],
    openItems: [OpenItem] = []
  ) {
    self.conversation = conversation
    self.number = number
    self.lines = lines
    self.participants = participants
    self.openItems = openItems
  }

  /// One message of a window, or one part of a long message.
  package struct Line: Sendable {
    /// The message. For a part, its text is that of the part.
    package var message: Message
    /// Whether the line is searched for items.
    package var isNew: Bool
    /// The part of the message; nil for a whole message.
    package var part: Part?

    package init(_ message: Message, isNew: Bool, part: Part? = nil) {
      self.message = message
      self.isNew = isNew
      self.part = part
    }

    /// The position of a part among the parts of its message.
    package struct Part: Hashable, Sendable {
      /// The position, from 1.
      package var number: Int
      /// The number of parts.
      package var count: Int

      package init(number: Int, count: Int) {
        self.number = number
        self.count = count
      }
    }
  }

  /// An open item from an earlier window or run.
  package struct OpenItem: Hashable, Sendable {
    /// The item's own id.
    package var id: String
    /// The task.
    package var task: String
    /// The assignee.
    package var assignee: String?
    /// The assignee's id, if they are a participant.
    package var assigneeId: String?
    /// The deadline as written.
    package var deadline: String?
    /// The person who asked for the item or accepted it.
    package var statedBy: String?
    /// The message that states the item.
    package var messageId: String?

    package init(
      id: String, task: String, assignee: String?, assigneeId: String? = nil, deadline: String?,
      statedBy: String?, messageId: String? = nil
    ) {
      self.id = id
      self.task = task
      self.assignee = assignee
      self.assigneeId = assigneeId
      self.deadline = deadline
      self.statedBy = statedBy
      self.messageId = messageId
    }
  }

  /// Returns the open item for a short id, `i` and a number from 1, ignoring surrounding text; nil if there is none.
  ///
  /// A number alone is accepted, also as `item 2` and `open item 2`.
  package func openItem(forShortId id: String) -> OpenItem? {
    let words = id.lowercased().utf8.split { !Self.isWordByte($0) }
    var number: Int?
    if let named = words.first(where: { $0.count > 1 && Self.number($0.dropFirst()) != nil }),
      named.first == UInt8(ascii: "i")
    {
      number = Self.number(named.dropFirst())
    } else if let last = words.last,
      words.dropLast().allSatisfy({ $0.elementsEqual("open".utf8) || $0.elementsEqual("item".utf8) }
      )
    {
      number = Self.number(last)
    }
    guard let number, openItems.indices.contains(number - 1) else { return nil }
    return openItems[number - 1]
  }

  /// Returns the number that ASCII digits represent; nil if there are other characters.
  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    return Int(String(decoding: Array(digits), as: UTF8.self))
  }

  /// The messages that are searched for items.
  package var newMessages: some Sequence<Message> {
    lines.lazy.filter(\.isNew).map(\.message)
  }

  /// Returns the short id of a line in prompts and replies: `m` for new lines or `c` for context, and a number. Both
  /// share one count from 1.
  package func shortId(ofLine index: Int) -> String {
    (lines[index].isNew ? "m" : "c") + String(index + 1)
  }

  /// Returns the line for a short id, ignoring surrounding text; nil if there is none.
  ///
  /// A number alone is accepted, because new lines and context share one count.
  package func line(forShortId id: String) -> Int? {
    let words = id.utf8.split { !Self.isWordByte($0) }
    if words.count == 1, let number = Self.number(words[0]) {
      return lines.indices.contains(number - 1) ? number - 1 : nil
    }
    let named = words.first { word in
      "mcMC".utf8.contains(word[word.startIndex]) && word.count > 1
        && word.dropFirst().allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    }
    guard let named, let number = Self.number(named.dropFirst()), lines.indices.contains(number - 1)
    else { return nil }
    let isNew = named[named.startIndex] | 0x20 == UInt8(ascii: "m")
    return isNew == lines[number - 1].isNew ? number - 1 : nil
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
