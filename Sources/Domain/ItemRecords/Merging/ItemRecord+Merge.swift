import ActionItems
package import CivilTime

/// Merging two items of one conversation that a person declares to be one task, and separating them again (`drop`).
///
/// Two versions of one item, from two devices, are merged by `joined(with:in:)`.
extension ItemRecord {
  /// The merge that removed an item.
  package struct Merge: Hashable, Sendable {
    /// The id of the item that stands for the removed one.
    package var id: String
    /// The time of that item's change by the merge.
    package var time: Timestamp
    /// The messages that the item has only from items that were merged into it.
    package var messages: [String]

    /// Creates a merge into an item, which it changed at a time.
    package init(into id: String, at time: Timestamp, messages: [String]) {
      (self.id, self.time, self.messages) = (id, time, messages)
    }
  }

  /// The most merges followed from one item, because older versions of damaged items may close a circle.
  package static let longestChain = 32

  /// Adds the mentions of another item. The other item keeps its own, so that they can be separated again.
  ///
  /// Returns the other item's messages that this item lacks, or has only from the items in `merged`.
  package mutating func absorb(_ other: ItemRecord, merged: [ItemRecord]) -> [String] {
    let own = Set(statements.map(\.messageId)).subtracting(
      merged.flatMap { $0.merge?.messages ?? [] })
    var all = statements
    for said in other.statements {
      if let place = all.firstIndex(where: said.isOfMessage) {
        all[place].add(said)
      } else {
        all.append(said)
      }
    }
    follow(all, contextOf: other)
    return Set(other.statements.map(\.messageId)).subtracting(own).sorted()
  }

  /// Drops the mentions in some messages, unless no mention would be left.
  package mutating func drop(_ messages: Set<String>) {
    let all = statements
    let rest = all.filter { !messages.contains($0.messageId) }
    if !rest.isEmpty, rest.count < all.count { follow(rest, contextOf: self) }
    merge?.messages.removeAll(where: messages.contains)
  }

  /// Updates the item from other mentions. They also determine fields that people only restored by undoing a change.
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

  /// Whether its first message is earlier than that of another item.
  package func isStated(before other: ItemRecord) -> Bool {
    guard let first = statements.first, let second = other.statements.first, first != second else {
      return item.id < other.item.id
    }
    return first < second
  }
}
