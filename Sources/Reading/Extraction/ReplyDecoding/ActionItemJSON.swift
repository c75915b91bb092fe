/// An item as the model wrote it, before any check against the chat.
package struct ActionItemJSON: Hashable, Sendable {
  package var task: String
  package var assignee: String?
  /// The deadline in the model's words.
  package var deadline: String?
  /// The priority in the model's words.
  package var priority: String?
  /// The short id of the message that states the item.
  package var messageId: String
  /// The words that prove the item.
  package var quote: String?
  /// The short id of the open item that the message is about, if the prompt listed any.
  package var update: String?
  /// Whether the message states that the task is done.
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
