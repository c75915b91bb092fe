public import ActionItemModel
public import CivilTime
import Digests

/// Brings what a window yielded together with the items that a conversation already has.
///
/// Pure: the same items and the same reading always give the same changes. Readings have to come in the
/// order of the conversation's windows.
public struct Merger: Sendable {
  /// What was read of a window, and by whom.
  public struct Reading: Sendable {
    /// The conversation.
    public var conversation: Conversation
    /// The messages in which items were looked for.
    public var messageIds: Set<String>
    /// What was found, in the order of the messages.
    public var findings: [Finding]
    /// The model's name.
    public var model: String
    /// The number of the run.
    public var run: Int

    /// Puts the parts together.
    public init(
      conversation: Conversation, messageIds: Set<String>, findings: [Finding], model: String,
      run: Int
    ) {
      self.conversation = conversation
      self.messageIds = messageIds
      self.findings = findings
      self.model = model
      self.run = run
    }
  }

  private let reading: Reading
  private let now: Timestamp
  private var items: [KnownItem]
  private var changes: [ItemChange] = []
  private var matched: Set<String> = []

  private init(reading: Reading, items: [KnownItem], now: Timestamp) {
    self.reading = reading
    self.now = now
    self.items = items
  }

  /// The changes that a reading, committed at some time, makes to a conversation's items, those that
  /// were taken away among them.
  public static func changes(
    of reading: Reading, to items: [KnownItem], at now: Timestamp
  ) -> [ItemChange] {
    var merger = Merger(reading: reading, items: items, now: now)
    for finding in reading.findings { merger.merge(finding) }
    merger.withdrawMissing()
    return merger.changes
  }

  private mutating func merge(_ finding: Finding) {
    let wording = TaskWording(finding.task)
    let match = items.firstIndex { known in
      (known.item.messageId == finding.messageId || known.firstMessageId == finding.messageId
        || known.item.evidence.contains { $0.messageId == finding.messageId })
        && known.wordings.contains { TaskWording($0).isNearly(wording) }
    }
    guard let match else { return create(finding) }
    matched.insert(items[match].item.id)
    update(match, with: finding)
  }

  private mutating func create(_ finding: Finding) {
    let number =
      1 + (items.filter { $0.firstMessageId == finding.messageId }.map(\.number).max() ?? 0)
    let item = ActionItem(
      id: Self.id(
        conversation: reading.conversation.id, message: finding.messageId, number: number),
      conversationId: reading.conversation.id, conversationTitle: reading.conversation.title,
      task: finding.task, assignee: finding.assignee, assigneeId: finding.assigneeId,
      deadline: finding.deadline, priority: finding.priority, messageId: finding.messageId,
      quote: finding.quote, source: finding.source, extractedAt: now,
      model: reading.model, run: reading.run, timeZone: finding.timeZone)
    let known = KnownItem(
      item: item, number: number, firstMessageId: finding.messageId, wordings: [finding.task],
      foundInRun: reading.run, context: finding.context)
    items.append(known)
    matched.insert(item.id)
    changes.append(ItemChange(.created, known, by: .model))
  }

  /// Takes over what the finding says where no person has said otherwise.
  private mutating func update(_ index: Int, with finding: Finding) {
    var known = items[index]
    if known.removal == .person || known.removal == .purged { return }
    if !known.wordings.contains(finding.task) { known.wordings.append(finding.task) }
    if !known.held.contains(.task) { known.item.task = finding.task }
    if !known.held.contains(.assignee) {
      known.item.assignee = finding.assignee
      known.item.assigneeId = finding.assigneeId
    }
    if !known.held.contains(.deadline) {
      known.item.deadline = finding.deadline
      known.item.timeZone = finding.timeZone
    }
    if !known.held.contains(.priority) { known.item.priority = finding.priority }
    if finding.messageId == known.item.messageId {
      known.item.quote = finding.quote
      known.item.evidence[0].quote = finding.quote
      known.item.source = finding.source
      known.context = finding.context
    }
    let isBack = known.removal != nil
    known.removal = nil
    // Another wording alone is no news.
    guard isBack || known.item != items[index].item else { return }
    known.item.updatedAt = now
    known.item.model = reading.model
    known.item.run = reading.run
    items[index] = known
    changes.append(ItemChange(isBack ? .created : .updated, known, by: .model))
  }

  /// Items whose message was read again and that were not found again, unless a person has had a
  /// hand in them, go.
  private mutating func withdrawMissing() {
    for index in items.indices {
      var known = items[index]
      guard known.removal == nil, known.held.isEmpty, !matched.contains(known.item.id),
        reading.messageIds.contains(known.item.messageId)
      else { continue }
      known.removal = .withdrawn
      known.item.updatedAt = now
      known.item.run = reading.run
      items[index] = known
      changes.append(ItemChange(.deleted, known, by: .model))
    }
  }

  /// The name space of item ids.
  private static let namespace = UUIDv5.Namespace(
    high: 0x8f0e_63a4_5d1b_4c7e, low: 0x9a2d_71c6_04b8_e35f)

  /// An item's id: a UUIDv5 of conversation, message and the finding's number within that message.
  static func id(conversation: String, message: String, number: Int) -> String {
    UUIDv5.string(namespace: namespace, name: "\(conversation)\u{0}\(message)\u{0}\(number)")
  }
}
