import ActionItems

/// The assignment of an item: who has to do it, and who stated it. It decides which messages may refer to the item.
package struct Assignment {
  private let name: String?
  private let id: String?
  private let statedBy: String?

  package init(name: String?, id: String?, statedBy: String?) {
    self.name = name
    self.id = id
    self.statedBy = statedBy
  }

  /// Derives the assignment from an item and its earlier mentions. The last person to take the item on has it.
  init(_ known: ItemRecord, after said: MentionTimeline.Past) {
    let item = known.item
    let first = said.first
    let hasBest = first == nil || said.contains { $0.messageId == item.messageId }
    statedBy = hasBest ? item.source.sender : first?.source.sender
    let last = said.last(where: \.tellsWho)
    let isHeld = known.held.contains(.assignee) || first == nil
    name = isHeld ? item.assignee : last?.assignee
    id = isHeld ? item.assigneeId : last?.assigneeId
  }

  package init(_ said: Mention) {
    self.init(name: said.assignee, id: said.assigneeId, statedBy: said.source.sender)
  }

  /// Returns whether another message may refer to the item.
  ///
  /// The message must not be about another person, unless it hands the item over. Only a person whom the item concerns,
  /// or a clear report, may hand it over or call it done.
  func mayBeMeant(by said: Mention, senderId: String? = nil) -> Bool {
    let concerns = said.isReport || concerns(said.source.sender, senderId)
    if said.isDone, !concerns { return false }
    return said.assignee == nil || name == nil || isSame(said.assignee, said.assigneeId)
      || said.handsOver && concerns
  }

  /// Returns whether the item concerns a person: its assignee, the person who stated it, or anybody for an unassigned
  /// item.
  package func concerns(_ sender: String?, _ senderId: String?) -> Bool {
    guard name != nil, let sender else { return true }
    return sender == statedBy || isSame(sender, senderId)
  }

  /// Ids are compared first, because two people may share a name.
  private func isSame(_ other: String?, _ otherId: String?) -> Bool {
    if let id, let otherId { return id == otherId }
    return name == other
  }
}
