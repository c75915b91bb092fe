import ActionItems
import CivilTime

/// An item as it was when a message was written, regardless of later mentions.
struct ItemThen {
  private let known: KnownItem
  private let said: Statement
  private let senderId: String?
  /// The earlier mentions by other messages.
  private let before: Sayings.Past

  /// Creates the state from an item, its mentions, and the message's finding.
  init(_ known: KnownItem, _ sayings: Sayings, at finding: Finding) {
    self.known = known
    said = finding.said
    senderId = finding.senderId
    before = sayings.before(said)
  }

  /// Whether the message's sender may call the item done.
  var concernsWriter: Bool {
    Holder(known, after: before).concerns(said.source.sender, senderId)
  }

  /// Whether the message may refer to the item: it was open, its deadline had not passed, and it was not another
  /// person's. A report of completion may come after the deadline.
  var mayBeMeant: Bool {
    guard let last = before.last() else { return mayBeBegun }
    if last.isDone, !known.held.contains(.isComplete) { return false }
    if !said.isDone, let deadline, isBehind(deadline, said) { return false }
    return Holder(known, after: before).mayBeMeant(by: said, senderId: senderId)
  }

  /// Whether the message may be the first to mention the item, so that the next mention continues it.
  private var mayBeBegun: Bool {
    guard let next = before.next else {
      return Holder(known, after: before).mayBeMeant(by: said)
    }
    if said.isDone { return false }
    if let deadline = said.deadline, isBehind(deadline, next) { return false }
    return Holder(said).mayBeMeant(by: next)
  }

  private var deadline: Deadline? {
    if known.held.contains(.deadline) { return known.item.deadline }
    return before.last { $0.deadline != nil }?.deadline
  }

  private func isBehind(_ deadline: Deadline, _ said: Statement) -> Bool {
    said.source.timestamp.map { $0.civil.date > deadline.date } ?? false
  }
}
