public import ActionItems
public import CivilTime

/// A mention: what one message says about an item.
///
/// An item follows from all its mentions in the order in which they were written. The result does not depend on the
/// order of reading. `ReadMessage`, below, is the part of a searched message that merging needs.
public struct Mention: Hashable, Sendable {
  /// The id of the message.
  public var messageId: String
  /// The words that prove the item, exactly as in the message.
  public var quote: String?
  /// The origin of the message.
  public var source: ActionItem.Source
  /// The number of earlier messages with the same time.
  public var order: Int
  /// For a mention without a time of its own: it comes after those written at this time.
  public var since: Timestamp?
  /// The wording of the task.
  public var task: String
  /// The assignee; nil if the message does not say.
  public var assignee: String?
  /// The assignee's id, for a participant.
  public var assigneeId: String?
  /// The deadline; nil if the message does not say.
  public var deadline: Deadline?
  /// The time zone of a deadline without an offset.
  public var timeZone: String?
  /// The priority; medium if the message does not say.
  public var priority: Priority
  /// Whether the message says that the task is done.
  public var isDone: Bool
  /// Whether the message assigns the task to another person.
  public var handsOver: Bool
  /// Whether the sender is not involved in the item but clearly reports on it.
  public var isReport: Bool
  /// Whether the assignee says in this message that they will not do it.
  public var isReleased: Bool
  /// Whether the message may say that the task is done. A person has to decide.
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

  /// Whether it names an assignee, or says that the assignee gave the task up.
  var tellsWho: Bool { assignee != nil || isReleased }

  /// Adds another mention of the item in the same message. The later statement counts.
  mutating func add(_ other: Mention) {
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

  /// Returns whether two mentions are in one message, judged by id and time. Ids may be reused by another export.
  func isOfMessage(of other: Mention) -> Bool {
    guard messageId == other.messageId else { return false }
    guard let time = source.timestamp, let otherTime = other.source.timestamp else { return true }
    return time.seconds == otherTime.seconds
  }

  /// The time for ordering, in microseconds since 1970.
  private var place: Int64 { (source.timestamp ?? since)?.microseconds ?? .min }
}

extension Mention: Comparable {
  /// Orders mentions as the messages were written. One without a time comes first, so it overrides no other.
  public static func < (a: Mention, b: Mention) -> Bool {
    (a.place, a.order, a.messageId) < (b.place, b.order, b.messageId)
  }
}

/// The parts of a searched message that merging needs.
///
/// It is small, so that messages can be released after their window was read. Thousands of windows may wait to be
/// committed.
public struct ReadMessage: Hashable, Sendable {
  /// The message's id, which is not unique: some exports reuse ids.
  public var id: String
  /// When it was written, if that is known.
  public var timestamp: Timestamp?

  /// Copies the parts from a message.
  public init(_ message: Message) {
    id = message.id
    timestamp = message.timestamp
  }
}
