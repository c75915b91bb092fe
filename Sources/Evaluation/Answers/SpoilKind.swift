/// A way to be wrong that is made on purpose, to see whether it is caught.
public enum SpoilKind: String, CaseIterable, Sendable {
  /// Another participant is to do it.
  case assigneeSwapped = "assignee-swapped"
  /// Somebody of whom the chat never speaks is to do it.
  case assigneeOutsider = "assignee-outsider"
  /// The day is off by one to ten days.
  case deadlineShifted = "deadline-shifted"
  /// A day is given where none is stated.
  case deadlineInvented = "deadline-invented"
  /// The day is that of another item of the chat.
  case deadlineElsewhere = "deadline-elsewhere"
  /// The message is another one than the quoted words are from.
  case messageElsewhere = "message-elsewhere"
  /// The quoted words stand in another message.
  case quoteElsewhere = "quote-elsewhere"
  /// The quoted words stand nowhere.
  case quoteInvented = "quote-invented"
  /// The chat never speaks of the task.
  case taskForeign = "task-foreign"
  /// The task is that of another item of the chat.
  case taskElsewhere = "task-elsewhere"
  /// The item is of a message that was read before.
  case context
  /// An open task is called done.
  case openAsDone = "open-as-done"
  /// Work that a message reports as finished is called open.
  case doneAsOpen = "done-as-open"
}
