import ActionItems
import ItemRecords

/// Caches the items of the conversations in progress, so that they need not be read again for each window.
struct ItemCache {
  private var kept: [String: ConversationItems] = [:]
  /// The conversations that can be evicted, the most recently used one last.
  private var latest: [String] = []
  /// The number of items in all of them.
  private var count = 0

  /// The most conversations kept that may not be needed again.
  private static let capacity = 16
  /// The most items kept of recurring conversations, at about a kilobyte each.
  private static let itemLimit = 1 << 16

  /// Takes a conversation's items out of the cache, to be changed and returned once the changes are stored. A caller
  /// that fails in between leaves no wrong state here.
  mutating func take(itemsOfConversation id: String) -> ConversationItems? {
    guard let items = kept.removeValue(forKey: id) else { return nil }
    count -= items.all.count
    latest.removeAll { $0 == id }
    return items
  }

  /// Caches the items of conversations as they are stored. `comesAgain` returns whether a conversation is read in many
  /// parts.
  mutating func keep(_ known: [String: ConversationItems], where comesAgain: (String) -> Bool) {
    for (id, items) in known.sorted(by: { $0.key < $1.key }) {
      _ = take(itemsOfConversation: id)
      kept[id] = items
      count += items.all.count
      if !comesAgain(id) { latest.append(id) }
    }
    while latest.count > Self.capacity { _ = take(itemsOfConversation: latest[0]) }
    // Any choice is equally good if conversations take turns.
    while count > Self.itemLimit, let other = kept.keys.first(where: { known[$0] == nil }) {
      _ = take(itemsOfConversation: other)
    }
  }

  /// Applies changes to the cached conversations.
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
