/// An item as a model writes it, before anything is checked against the chat.
package struct ActionItemJSON: Hashable, Sendable {
  /// What is to be done.
  package var task: String
  /// Who is to do it.
  package var assignee: String?
  /// When it is due, in the model's words.
  package var deadline: String?
  /// How urgent it is, in the model's words.
  package var priority: String?
  /// The id of the message that states it.
  package var messageId: String
  /// The words that prove it.
  package var quote: String?
  /// The id of the open item that the message speaks of, where the question listed some.
  package var update: String?
  /// Whether the message says that the task is done.
  package var isDone: Bool

  package init(
    task: String, assignee: String? = nil, deadline: String? = nil, priority: String? = nil,
    messageId: String, quote: String? = nil, update: String? = nil, isDone: Bool = false
  ) {
    self.task = task
    self.assignee = assignee
    self.deadline = deadline
    self.priority = priority
    self.messageId = messageId
    self.quote = quote
    self.update = update
    self.isDone = isDone
  }
}
