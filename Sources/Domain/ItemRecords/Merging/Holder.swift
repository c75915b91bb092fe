import ActionItems

/// Who is to do an item, and who may say so.
package struct Holder {
  private let name: String?
  private let id: String?
  private let statedBy: String?

  package init(name: String?, id: String?, statedBy: String?) {
    self.name = name
    self.id = id
    self.statedBy = statedBy
  }

  /// Takes an item and what was said of it up to then: whoever took it on last has it.
  init(_ known: KnownItem, after said: Sayings.Past) {
    let item = known.item
    let first = said.first
    let hasBest = first == nil || said.contains { $0.messageId == item.messageId }
    statedBy = hasBest ? item.source.sender : first?.source.sender
    let last = said.last(where: \.tellsWho)
    let isHeld = known.held.contains(.assignee) || first == nil
    name = isHeld ? item.assignee : last?.assignee
    id = isHeld ? item.assigneeId : last?.assigneeId
  }

  package init(_ said: Statement) {
    self.init(name: said.assignee, id: said.assigneeId, statedBy: said.source.sender)
  }

  /// Whether another message may speak of the item: nothing says that it is for somebody else, unless it
  /// is handed over; and only those whom it concerns, and who plainly tell of it, hand it over or call it done.
  func mayBeMeant(by said: Statement, senderId: String? = nil) -> Bool {
    let concerns = said.isReport || concerns(said.source.sender, senderId)
    if said.isDone, !concerns { return false }
    return said.assignee == nil || name == nil || isSame(said.assignee, said.assigneeId)
      || said.handsOver && concerns
  }

  /// Whether the item is somebody's own: who is to do it or who stated it, or anybody's where nobody is to do it.
  package func concerns(_ sender: String?, _ senderId: String?) -> Bool {
    guard name != nil, let sender else { return true }
    return sender == statedBy || isSame(sender, senderId)
  }

  /// Two people may have one name: ids go first.
  private func isSame(_ other: String?, _ otherId: String?) -> Bool {
    if let id, let otherId { return id == otherId }
    return name == other
  }
}
