import ActionItemModel

/// Who is to do an item, and who may say so, while findings are given to items.
struct Holder {
  private let name: String?
  private let id: String?
  private let statedBy: String?

  /// Takes an item and the findings that have been given to it since: whoever took it on in one of
  /// them has it now.
  init(_ known: KnownItem, _ joined: [Finding]) {
    statedBy = known.item.source.sender
    let last = known.held.contains(.assignee) ? nil : joined.last { $0.assignee != nil }
    name = last.map(\.assignee) ?? known.item.assignee
    id = last.map(\.assigneeId) ?? known.item.assigneeId
  }

  /// Whether a finding of another message may speak of the item: nothing says that it is for somebody
  /// else, unless it is handed over; and only those whom it concerns hand it over or call it done.
  func mayBeMeant(by finding: Finding) -> Bool {
    if finding.isDone, !concerns(finding) { return false }
    return finding.assignee == nil || name == nil || isSame(finding.assignee, finding.assigneeId)
      || finding.handsOver && concerns(finding)
  }

  /// Whether the item is the finding's writer's own: who is to do it or who stated it, or anybody where
  /// nobody is to do it.
  func concerns(_ finding: Finding) -> Bool {
    guard name != nil, let sender = finding.source.sender else { return true }
    return sender == statedBy || isSame(sender, finding.senderId)
  }

  /// Two people may have one name: ids go first.
  private func isSame(_ other: String?, _ otherId: String?) -> Bool {
    if let id, let otherId { return id == otherId }
    return name == other
  }
}
