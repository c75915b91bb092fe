package import ActionItems

/// A stretch of one conversation that is read in one go.
///
/// Its new lines are read for items; the other ones only help to understand them.
package struct Window: Sendable {
  /// The conversation, as far as it was known when the window was cut.
  package var conversation: Conversation
  /// The window's place among those of its conversation in this run, from zero.
  package var number: Int
  /// The messages, in order of time.
  package var lines: [Line]
  /// The people in the window: who speaks, then who is named, or in a small conversation listed, and silent.
  package var participants: [Participant]
  /// Items of the conversation that are open, for what is said of them here.
  package var openItems: [OpenItem]

  package init(
    conversation: Conversation, number: Int, lines: [Line], participants: [Participant],
    openItems: [OpenItem] = []
  ) {
    self.conversation = conversation
    self.number = number
    self.lines = lines
    self.participants = participants
    self.openItems = openItems
  }

  /// One message of a window, or a part of a long one.
  package struct Line: Sendable {
    /// The message; of a part, with the part's text.
    package var message: Message
    /// Whether items are looked for in it.
    package var isNew: Bool
    /// Which part of the message this is; nil for a message as a whole.
    package var part: Part?

    package init(_ message: Message, isNew: Bool, part: Part? = nil) {
      self.message = message
      self.isNew = isNew
      self.part = part
    }

    /// A part's place among the parts of its message.
    package struct Part: Hashable, Sendable {
      /// The place, from 1.
      package var number: Int
      /// How many there are.
      package var count: Int

      package init(number: Int, count: Int) {
        self.number = number
        self.count = count
      }
    }
  }

  /// An item that was found earlier and is open.
  package struct OpenItem: Hashable, Sendable {
    /// The item's own id.
    package var id: String
    /// What is to be done.
    package var task: String
    /// Who is to do it.
    package var assignee: String?
    /// The assignee's id, for a participant.
    package var assigneeId: String?
    /// When it is due, as written.
    package var deadline: String?
    /// Who asked for it, or took it on.
    package var statedBy: String?
    /// The message that states it.
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

  /// The open item that a short id, `i` and a number from 1, names, whatever stands around it; nil where it names none.
  ///
  /// A number alone will do, also as `item 2` and `open item 2`.
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

  /// The number that digits are; nil where others stand among them.
  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    return Int(String(decoding: Array(digits), as: UTF8.self))
  }

  /// The messages that items are looked for in.
  package var newMessages: some Sequence<Message> {
    lines.lazy.filter(\.isNew).map(\.message)
  }

  /// The short id by which a prompt and a reply name a line: `m` and a number for new lines, `c` and a
  /// number for context, both counted from 1 through the whole window.
  package func shortId(ofLine index: Int) -> String {
    (lines[index].isNew ? "m" : "c") + String(index + 1)
  }

  /// The line that a short id names, whatever stands around it; nil where it names none.
  ///
  /// A number alone will do: new lines and context have one count.
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
