import ActionItems
import CivilTime

/// An item as it stood when a message was written, whatever has been said of it since.
struct ItemThen {
  private let known: KnownItem
  private let said: Statement
  private let senderId: String?
  /// What had been said by then, by other messages.
  private let before: Sayings.Past

  /// Takes an item, what is said of it, and the finding of the message.
  init(_ known: KnownItem, _ sayings: Sayings, at finding: Finding) {
    self.known = known
    said = finding.said
    senderId = finding.senderId
    before = sayings.before(said)
  }

  /// Whether whoever wrote the message may call the item done.
  var concernsWriter: Bool {
    Holder(known, after: before).concerns(said.source.sender, senderId)
  }

  /// Whether the message may speak of the item: it was open, not due before and nobody else's. Done it may be late.
  var mayBeMeant: Bool {
    guard let last = before.last() else { return mayBeBegun }
    if last.isDone, !known.held.contains(.isComplete) { return false }
    if !said.isDone, let deadline, isBehind(deadline, said) { return false }
    return Holder(known, after: before).mayBeMeant(by: said, senderId: senderId)
  }

  /// Whether the message may have been the first to speak of the item, so that what was said next spoke of
  /// what it says.
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
