public import CivilTime

/// A to-do: a task found in a conversation, or added by hand. `ItemRecord` adds the facts for merging.
public struct ActionItem: Hashable, Identifiable, Sendable {
  /// A UUID that is made with the item and never changes.
  public var id: String
  /// The id of the conversation in which the item was found; `by-hand` if it was added by hand.
  public var conversationId: String
  /// The conversation's title in the export.
  public var conversationTitle: String?
  /// Who can read the conversation; nil if the export does not say, and for items of earlier versions.
  public var conversationKind: Conversation.Kind?
  /// The task as a short imperative that can be understood on its own.
  public var task: String
  /// The person who has to do it; nil for an unassigned task.
  public var assignee: String?
  /// The assignee's id in the export; nil for a person outside the conversation.
  public var assigneeId: String?
  /// When the task is due; nil if no message says so.
  public var deadline: Deadline?
  /// The urgency of the task.
  public var priority: Priority
  /// The id of the message that best states the task; the item's own id if it was added by hand.
  public var messageId: String
  /// The words of that message that prove the item.
  public var quote: String?
  /// All messages that support the item, the best one first.
  public var evidence: [Evidence]
  /// The origin of the best message.
  public var source: Source
  /// Whether the task is done.
  public var isComplete: Bool
  /// When it was done; nil if it is open or the time is unknown.
  public var completedAt: Timestamp?
  /// When a person archived it; nil if it is not archived.
  public var archivedAt: Timestamp?
  /// When it was first found, or added by hand.
  public var extractedAt: Timestamp
  /// When anything in it last changed.
  public var updatedAt: Timestamp
  /// The model that found it or last updated it; `person` if it was added by hand.
  public var model: String
  /// The number of the run that last wrote it; nil if a person did.
  public var run: Int?
  /// The time zone of a deadline without an offset, as an IANA name or an offset.
  public var timeZone: String?

  /// Creates an open item.
  public init(
    id: String, conversationId: String, conversationTitle: String? = nil, task: String,
    assignee: String? = nil, assigneeId: String? = nil, deadline: Deadline? = nil,
    priority: Priority = .medium, messageId: String, quote: String? = nil,
    evidence: [Evidence]? = nil, source: Source, extractedAt: Timestamp, model: String,
    run: Int? = nil, timeZone: String? = nil
  ) {
    self.id = id
    self.conversationId = conversationId
    self.conversationTitle = conversationTitle
    self.task = task
    self.assignee = assignee
    self.assigneeId = assigneeId
    self.deadline = deadline
    self.priority = priority
    self.messageId = messageId
    self.quote = quote
    self.evidence = evidence ?? [Evidence(messageId: messageId, quote: quote)]
    self.source = source
    self.isComplete = false
    self.completedAt = nil
    self.extractedAt = extractedAt
    self.updatedAt = extractedAt
    self.model = model
    self.run = run
    self.timeZone = timeZone
  }

  /// The approximate size of its texts in bytes. Nothing limits it.
  public var textBytes: Int {
    let texts = [
      id, conversationId, conversationTitle, task, assignee, assigneeId, quote, model, timeZone,
      source.platform, source.sender, source.link,
    ]
    return evidence.reduce(texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }) {
      $0 + $1.messageId.utf8.count + ($1.quote?.utf8.count ?? 0)
    }
  }

  /// Whether the task is neither done nor archived.
  public var isOpen: Bool { !isComplete && archivedAt == nil }

  /// A message that supports an item, and the words that prove it.
  public struct Evidence: Hashable, Sendable {
    /// The id of the message within its conversation.
    public var messageId: String
    /// The words exactly as in the message.
    public var quote: String?

    /// Creates a piece of evidence; `quote` is nil if no words are stored.
    public init(messageId: String, quote: String?) {
      self.messageId = messageId
      self.quote = quote
    }
  }

  /// The origin of a message: chat platform, sender, time and link.
  public struct Source: Hashable, Sendable {
    /// The chat platform, such as `slack`.
    public var platform: String
    /// The sender's display name.
    public var sender: String?
    /// When the message was written, with the UTC offset of its sender if that is known.
    public var timestamp: Timestamp?
    /// A link that opens the message, if the export has one.
    public var link: String?

    /// Creates a source. The optional values are nil if the export lacks them.
    public init(
      platform: String, sender: String? = nil, timestamp: Timestamp? = nil, link: String? = nil
    ) {
      self.platform = platform
      self.sender = sender
      self.timestamp = timestamp
      self.link = link
    }
  }
}

/// The urgency of a task according to the chat.
public enum Priority: String, CaseIterable, Sendable {
  case high, medium, low
}
