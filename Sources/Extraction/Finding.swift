public import ActionItemModel
public import CivilTime

/// An item that was found in a window and stands up to its text.
public struct Finding: Hashable, Sendable {
  /// What is to be done.
  public var task: String
  /// Who is to do it.
  public var assignee: String?
  /// The assignee's id, for a participant.
  public var assigneeId: String?
  /// When it is due.
  public var deadline: Deadline?
  /// The zone of a deadline without an offset.
  public var timeZone: String?
  /// How urgent it is.
  public var priority: Priority
  /// The message that states it.
  public var messageId: String
  /// The words that prove it, as they stand in the message.
  public var quote: String?
  /// Where the message stands.
  public var source: ActionItem.Source
  /// How many messages of the same time stand before it.
  public var order: Int
  /// The id of whoever wrote the message.
  public var senderId: String?
  /// The messages around it, for whoever reads the item later.
  public var context: [ContextLine]
  /// The id of the open item that the message speaks of, where the reply names one.
  public var known: String?
  /// Whether the message says that the task is done.
  public var isDone: Bool
  /// Whether the message gives the task to somebody else.
  public var handsOver: Bool
  /// Whether somebody tells it whom the item does not concern, and plainly of that item.
  public var isReport: Bool

  /// A message near the one that states an item.
  public struct ContextLine: Hashable, Sendable {
    /// Who wrote it.
    public var sender: String?
    /// When it was written.
    public var timestamp: Timestamp?
    /// What it says.
    public var text: String

    /// Puts the parts together.
    public init(sender: String?, timestamp: Timestamp?, text: String) {
      self.sender = sender
      self.timestamp = timestamp
      self.text = text
    }
  }

  /// Puts the parts together.
  public init(
    task: String, assignee: String? = nil, assigneeId: String? = nil, deadline: Deadline? = nil,
    timeZone: String? = nil, priority: Priority = .medium, messageId: String,
    quote: String? = nil, source: ActionItem.Source, order: Int = 0, senderId: String? = nil,
    context: [ContextLine] = [], known: String? = nil, isDone: Bool = false,
    handsOver: Bool = false, isReport: Bool = false
  ) {
    self.task = task
    self.assignee = assignee
    self.assigneeId = assigneeId
    self.deadline = deadline
    self.timeZone = timeZone
    self.priority = priority
    self.messageId = messageId
    self.quote = quote
    self.source = source
    self.order = order
    self.senderId = senderId
    self.context = context
    self.known = known
    self.isDone = isDone
    self.handsOver = handsOver
    self.isReport = isReport
  }
}
