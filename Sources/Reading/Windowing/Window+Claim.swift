package import ActionItems

/// `Window.Claim`, in which the offline model reports what one message says about one task.
extension Window {
  /// The statement of one message about a task, from a reader that takes people, dates and wording from the chat
  /// itself.
  package struct Claim: Hashable, Sendable {
    /// The task that the claim is about.
    package enum Task: Hashable, Sendable {
      /// A task that a line of the window states with these words. A line may state several.
      case stated(line: Int, quote: String)
      /// A task that was open before, by its id.
      case open(id: String)
    }

    package var task: Task
    /// The line of the window that makes the statement.
    package var line: Int
    /// The task in words, and the words of the line that state it.
    package var text: String
    package var quote: String
    /// The assignee; nil if the message names none. Without an id it is a person unknown to the chat.
    package var assignee: Participant?
    /// The deadline; nil if the message states none.
    package var deadline: Deadline?
    package var isUrgent = false
    /// Whether the message says that the task is done.
    package var isDone = false
    /// Whether the message may say that the task is done. The user has to decide.
    package var isPerhapsDone = false
    /// Whether the message gives the task to another person.
    package var handsOver = false
    /// Whether the assignee says that they will not do it.
    package var isReleased = false

    package init(_ task: Task, line: Int, text: String, quote: String) {
      (self.task, self.line, self.text, self.quote) = (task, line, text, quote)
    }
  }
}
