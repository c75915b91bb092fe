public import CivilTime

/// One piece of work that a conversation left somebody responsible for.
public struct ActionItem: Hashable, Identifiable, Sendable {
  /// A UUID, minted at the first finding; it never changes.
  public var id: String
  /// The conversation that the item was found in.
  public var conversationId: String
  /// What the export calls that conversation.
  public var conversationTitle: String?
  /// Who can read that conversation; nil where the export does not tell, and for items of earlier versions.
  public var conversationKind: Conversation.Kind?
  /// What is to be done, as a short imperative that can be read alone.
  public var task: String
  /// Who is to do it; nil where nobody in particular is.
  public var assignee: String?
  /// The assignee's id in the export; nil for a person outside the conversation.
  public var assigneeId: String?
  /// When it is due; nil where nothing was said.
  public var deadline: Deadline?
  /// How urgent it is.
  public var priority: Priority
  /// The message that best states the task.
  public var messageId: String
  /// The words of that message that prove it.
  public var quote: String?
  /// Every message that the item rests on, the best one first.
  public var evidence: [Evidence]
  /// Where the best message stands.
  public var source: Source
  /// Whether the task is done.
  public var isComplete: Bool
  /// When it was done; nil where it is open, or nobody knows when.
  public var completedAt: Timestamp?
  /// When a person put it away; nil where it is not away.
  public var archivedAt: Timestamp?
  /// When it was first found.
  public var extractedAt: Timestamp
  /// When anything about it last changed.
  public var updatedAt: Timestamp
  /// The model that found it.
  public var model: String
  /// The number of the run that last wrote it; nil where a person did.
  public var run: Int?
  /// The zone that a deadline without an offset is meant in, by its IANA name or as an offset.
  public var timeZone: String?

  /// Makes an item that is open and new.
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

  /// Bytes of its texts, about: somebody may have made them long.
  public var textBytes: Int {
    let texts = [
      id, conversationId, conversationTitle, task, assignee, assigneeId, quote, model, timeZone,
      source.platform, source.sender, source.link,
    ]
    return evidence.reduce(texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }) {
      $0 + $1.messageId.utf8.count + ($1.quote?.utf8.count ?? 0)
    }
  }

  /// Whether it is still to be done, and on the list.
  public var isOpen: Bool { !isComplete && archivedAt == nil }

  /// A message that an item rests on, with the words in it.
  public struct Evidence: Hashable, Sendable {
    /// The id of the message within its conversation.
    public var messageId: String
    /// The words, as they stand in the message.
    public var quote: String?

    /// `quote` is nil where no words are kept.
    public init(messageId: String, quote: String?) {
      self.messageId = messageId
      self.quote = quote
    }
  }

  /// Where a message stands: chat, author, time and link.
  public struct Source: Hashable, Sendable {
    /// The kind of chat, such as `slack`.
    public var platform: String
    /// Who wrote the message, as displayed.
    public var sender: String?
    /// When it was written, with the offset of its author's clock where that is known.
    public var timestamp: Timestamp?
    /// Where it can be opened, if the export says so.
    public var link: String?

    /// Without `sender`, `timestamp` or `link`, the export did not tell.
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

/// How urgent a task is, as the chat says it.
public enum Priority: String, CaseIterable, Sendable {
  case high, medium, low
}
