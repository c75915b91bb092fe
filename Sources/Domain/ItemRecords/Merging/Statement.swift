public import ActionItems
public import CivilTime

/// What one message says of an item.
///
/// What an item is follows from all that its messages say, in the order in which they were written: in
/// whatever order they are read, it comes out the same.
public struct Statement: Hashable, Sendable {
  /// The message.
  public var messageId: String
  /// The words in it that prove the item, as they stand there.
  public var quote: String?
  /// Where the message stands.
  public var source: ActionItem.Source
  /// How many messages of the same time stand before it.
  public var order: Int
  /// Where it stands among the others if its own time is not known: behind what was written then.
  public var since: Timestamp?
  /// The task as it was worded.
  public var task: String
  /// Who is to do it; nil where the message does not say.
  public var assignee: String?
  /// The assignee's id, for a participant.
  public var assigneeId: String?
  /// When it is due; nil where the message does not say.
  public var deadline: Deadline?
  /// The zone of a deadline without an offset.
  public var timeZone: String?
  /// How urgent it is; medium where the message does not say.
  public var priority: Priority
  /// Whether the message says that the task is done.
  public var isDone: Bool
  /// Whether the message gives the task to somebody else.
  public var handsOver: Bool
  /// Whether somebody tells it whom the item does not concern, and plainly of that item.
  public var isReport: Bool
  /// Whether the assignee says in this message that they will not do it.
  public var isReleased: Bool
  /// Whether the message may say that the task is done. A person has to judge.
  public var isPerhapsDone: Bool

  package init(
    messageId: String, quote: String? = nil, source: ActionItem.Source, order: Int = 0,
    since: Timestamp? = nil, task: String, assignee: String? = nil, assigneeId: String? = nil,
    deadline: Deadline? = nil, timeZone: String? = nil, priority: Priority = .medium,
    isDone: Bool = false, handsOver: Bool = false, isReport: Bool = false,
    isReleased: Bool = false, isPerhapsDone: Bool = false
  ) {
    self.messageId = messageId
    self.quote = quote
    self.source = source
    self.order = order
    self.since = since
    self.task = task
    self.assignee = assignee
    self.assigneeId = assigneeId
    self.deadline = deadline
    self.timeZone = timeZone
    self.priority = priority
    self.isDone = isDone
    self.handsOver = handsOver
    self.isReport = isReport
    self.isReleased = isReleased
    self.isPerhapsDone = isPerhapsDone
  }

  /// Whether it says who is to do the task, or that nobody is.
  var tellsWho: Bool { assignee != nil || isReleased }

  /// Adds what else the same message says of the same item: its last word counts.
  mutating func add(_ other: Statement) {
    if other.tellsWho {
      (assignee, assigneeId, isReleased) = (other.assignee, other.assigneeId, other.isReleased)
    }
    if let due = other.deadline { (deadline, timeZone) = (due, other.timeZone) }
    if other.priority != .medium { priority = other.priority }
    isDone = other.isDone
    handsOver = handsOver || other.handsOver
    isReport = isReport || other.isReport
    isPerhapsDone = isPerhapsDone || other.isPerhapsDone
  }

  /// Whether two statements are of one message, as far as id and time tell: ids may begin anew in another export.
  func isOfMessage(of other: Statement) -> Bool {
    guard messageId == other.messageId else { return false }
    guard let time = source.timestamp, let otherTime = other.source.timestamp else { return true }
    return time.seconds == otherTime.seconds
  }

  /// Microseconds after 1970 by which it is put in order.
  private var place: Int64 { (source.timestamp ?? since)?.microseconds ?? .min }
}

extension Statement: Comparable {
  /// In the order in which the messages were written. One whose time is not known undoes nothing that another says.
  public static func < (a: Statement, b: Statement) -> Bool {
    (a.place, a.order, a.messageId) < (b.place, b.order, b.messageId)
  }
}

/// What merging has to know of a message in which items were looked for.
///
/// Little, so that messages themselves are let go of as soon as their window was read: thousands of windows may
/// wait to be committed.
public struct ReadMessage: Hashable, Sendable {
  /// The message's id; it alone does not name the message, as those of some exports begin anew each time.
  public var id: String
  /// When it was written, where that is known.
  public var timestamp: Timestamp?

  /// Takes it from a message.
  public init(_ message: Message) {
    id = message.id
    timestamp = message.timestamp
  }
}
