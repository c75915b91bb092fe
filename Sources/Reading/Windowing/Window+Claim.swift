package import ActionItems

extension Window {
  /// What one message says of a to-do, by a reader that takes people, days and words from the chat itself.
  package struct Claim: Hashable, Sendable {
    /// Which to-do it is of.
    package enum Task: Hashable, Sendable {
      /// The one that a line of the window states in the words of the claim.
      case stated(line: Int)
      /// One that was open before, by its id.
      case open(id: String)
    }

    package var task: Task
    /// The line of the window that says it.
    package var line: Int
    /// The to-do in words, and the words of the line that say it.
    package var text: String
    package var quote: String
    /// Who is to do it; nil where the message does not say. Without an id it is somebody whom the chat does not know.
    package var assignee: Participant?
    /// When it is due; nil where the message does not say.
    package var deadline: Deadline?
    package var isUrgent = false
    /// Whether the message says that nothing is left to do.
    package var isDone = false
    /// Whether the message may say that nothing is left to do. A person has to judge.
    package var isPerhapsDone = false
    /// Whether it gives the to-do to somebody else.
    package var handsOver = false
    /// Whether the assignee says that they will not do it.
    package var isReleased = false

    package init(_ task: Task, line: Int, text: String, quote: String) {
      (self.task, self.line, self.text, self.quote) = (task, line, text, quote)
    }
  }
}
