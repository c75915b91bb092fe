public import ActionItemModel

/// A stretch of one conversation that is read in one go.
///
/// Its new lines are read for items; the other ones only help to understand them.
public struct Window: Sendable {
  /// The conversation, as far as it was known when the window was cut.
  public var conversation: Conversation
  /// The window's place among those of its conversation in this run, from zero.
  public var number: Int
  /// The messages, in order of time.
  public var lines: [Line]
  /// The people in the window: who speaks, and who is mentioned by name.
  public var participants: [Participant]

  /// Puts the parts together.
  public init(
    conversation: Conversation, number: Int, lines: [Line], participants: [Participant]
  ) {
    self.conversation = conversation
    self.number = number
    self.lines = lines
    self.participants = participants
  }

  /// One message of a window.
  public struct Line: Sendable {
    /// The message.
    public var message: Message
    /// Whether items are looked for in it.
    public var isNew: Bool

    /// Puts the parts together.
    public init(_ message: Message, isNew: Bool) {
      self.message = message
      self.isNew = isNew
    }
  }

  /// The messages that items are looked for in.
  public var newMessages: some Sequence<Message> {
    lines.lazy.filter(\.isNew).map(\.message)
  }

  /// The short id by which a prompt and a reply name a line: `m` and a number for new lines, `c` and a
  /// number for context, both counted from 1 through the whole window.
  public func shortId(ofLine index: Int) -> String {
    (lines[index].isNew ? "m" : "c") + String(index + 1)
  }

  /// The line that a short id names, brackets around it and all; nil where it names none.
  public func line(forShortId id: String) -> Int? {
    let core = id.drop { $0 == "[" || $0 == "#" || $0 == " " }.prefix { $0 != "]" && $0 != " " }
    guard let kind = core.first, core.dropFirst().utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int(core.dropFirst()), number >= 1, number <= lines.count
    else { return nil }
    return (kind == "m" || kind == "M") == lines[number - 1].isNew ? number - 1 : nil
  }
}
