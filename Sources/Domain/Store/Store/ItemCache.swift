import ActionItems
import ItemRecords

/// The items of the conversations that are being worked on, so that each window need not read them again.
struct ItemCache {
  private var kept: [String: ConversationItems] = [:]
  /// Those of them that are let go of when others come, the one that was worked on last at the end.
  private var latest: [String] = []
  /// The items of all of them.
  private var count = 0

  /// So many conversations are kept that may not come again.
  private static let capacity = 16
  /// So many items are kept of conversations that do: about a kilobyte each.
  private static let itemLimit = 1 << 16

  /// Hands over the items of a conversation, to be changed and kept again once the changes are in the store: who
  /// fails in between leaves nothing here that is not so.
  mutating func take(itemsOfConversation id: String) -> ConversationItems? {
    guard let items = kept.removeValue(forKey: id) else { return nil }
    count -= items.all.count
    latest.removeAll { $0 == id }
    return items
  }

  /// Keeps the items of conversations as they are in the store; `comesAgain` says which are read in many parts.
  mutating func keep(_ known: [String: ConversationItems], where comesAgain: (String) -> Bool) {
    for (id, items) in known.sorted(by: { $0.key < $1.key }) {
      _ = take(itemsOfConversation: id)
      kept[id] = items
      count += items.all.count
      if !comesAgain(id) { latest.append(id) }
    }
    while latest.count > Self.capacity { _ = take(itemsOfConversation: latest[0]) }
    // Whichever go, that is as well as any others where all come in turns.
    while count > Self.itemLimit, let other = kept.keys.first(where: { known[$0] == nil }) {
      _ = take(itemsOfConversation: other)
    }
  }

  /// Takes over changes of conversations that are at hand.
  mutating func apply(_ changes: [StoreChange]) {
    for change in changes {
      let id = change.item.conversationId
      guard let before = kept[id]?.all.count else { continue }
      kept[id]?.apply([change.change])
      count += (kept[id]?.all.count ?? before) - before
    }
  }

  mutating func removeAll() { self = ItemCache() }
}
