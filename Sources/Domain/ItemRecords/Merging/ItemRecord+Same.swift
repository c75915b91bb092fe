import ActionItems

/// Two items that people merge, because they are one task.
extension ItemRecord {
  /// Adds the mentions of another item. The other item keeps its own, so that they can be separated again.
  package mutating func absorb(_ other: ItemRecord) {
    var all = statements
    for said in other.statements {
      if let place = all.firstIndex(where: said.isOfMessage) {
        all[place].add(said)
      } else {
        all.append(said)
      }
    }
    follow(all, contextOf: other)
  }

  /// Drops the mentions of an item that is separate again, except those of its own first message.
  package mutating func release(_ other: ItemRecord) {
    let (all, others) = (statements, other.statements)
    let rest = all.filter { said in
      said.messageId == firstMessageId || !others.contains(where: said.isOfMessage)
    }
    if !rest.isEmpty, rest.count < all.count { follow(rest, contextOf: self) }
  }

  /// Whether it lacks a message of another item.
  package func lacksMentions(of other: ItemRecord) -> Bool {
    let own = statements
    return other.statements.contains { !own.contains(where: $0.isOfMessage) }
  }

  /// Updates the item from its mentions. Fields that people only restored follow from them, too.
  private mutating func follow(_ mentions: [Mention], contextOf other: ItemRecord) {
    let (settings, context, message) = (settings, context, item.messageId)
    for field in Field.ofTask where !isDecided(field) { self.settings[field] = nil }
    var update = ItemUpdate(self, with: mentions)
    update.apply()
    self = update.known
    self.settings = settings
    statements = update.statements
    self.context =
      item.messageId == message
      ? context : item.messageId == other.item.messageId ? other.context : []
  }

  /// Whether people set a field, and not only to its value before a change that they undid.
  package func isDecided(_ field: Field) -> Bool {
    isHeld(field) && settings[field]?.standing.isTakenBack == false
  }

  /// The first field that people set on both items, to different values.
  package func dispute(with other: ItemRecord) -> Field? {
    Field.ofTask.first {
      isDecided($0) && other.isDecided($0) && value(of: $0).text != other.value(of: $0).text
    }
  }

  /// Whether its first message is earlier than that of another item. All devices answer alike, so that two that merge
  /// the same items keep the same one.
  package func isStated(before other: ItemRecord) -> Bool {
    guard let first = statements.first, let second = other.statements.first, first != second else {
      return item.id < other.item.id
    }
    return first < second
  }
}
