import ActionItems
import CivilTime

/// An item as it was when a message was written, without later mentions, to decide whether the message refers to it.
struct ItemAtTime {
  private let known: ItemRecord
  private let said: Mention
  private let senderId: String?
  /// The earlier mentions by other messages.
  private let before: MentionTimeline.Past

  /// Creates the state from an item, its mentions, and the message's finding.
  init(_ known: ItemRecord, _ mentionTimeline: MentionTimeline, at finding: Finding) {
    self.known = known
    said = finding.mention
    senderId = finding.senderId
    before = mentionTimeline.before(said)
  }

  /// Whether the message's sender may call the item done.
  var concernsWriter: Bool {
    Assignment(known, after: before).concerns(said.source.sender, senderId)
  }

  /// Whether the message may refer to the item: it was open, its deadline had not passed, and it was not another
  /// person's. A report of completion may come after the deadline.
  var mayBeMeant: Bool {
    guard let last = before.last() else { return mayBeBegun }
    if last.isDone, !known.held.contains(.isComplete) { return false }
    if !said.isDone, let deadline, isBehind(deadline, said) { return false }
    return Assignment(known, after: before).mayBeMeant(by: said, senderId: senderId)
  }

  /// Whether the message may be the first to mention the item, so that the next mention continues it.
  private var mayBeBegun: Bool {
    guard let next = before.next else {
      return Assignment(known, after: before).mayBeMeant(by: said)
    }
    if said.isDone { return false }
    if let deadline = said.deadline, isBehind(deadline, next) { return false }
    return Assignment(said).mayBeMeant(by: next)
  }

  private var deadline: Deadline? {
    if known.held.contains(.deadline) { return known.item.deadline }
    return before.last { $0.deadline != nil }?.deadline
  }

  private func isBehind(_ deadline: Deadline, _ said: Mention) -> Bool {
    said.source.timestamp.map { $0.civil.date > deadline.date } ?? false
  }
}
