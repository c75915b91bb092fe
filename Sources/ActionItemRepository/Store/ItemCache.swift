import ActionItemModel
import Extraction

/// The items of the conversations that are being worked on, so that each window need not read them again.
struct ItemCache {
  private var items: [String: ConversationItems] = [:]
  /// The conversations, the one that was worked on last at the end.
  private var order: [String] = []

  /// So many conversations are kept.
  private static let capacity = 16

  /// Hands over the items of a conversation, to be changed and kept again once the changes are in the store: who
  /// fails in between leaves nothing here that is not so.
  mutating func take(itemsOfConversation id: String) -> ConversationItems? {
    guard let known = items.removeValue(forKey: id) else { return nil }
    order.removeAll { $0 == id }
    return known
  }

  /// Keeps the items of conversations as they are in the store.
  mutating func keep(_ known: [String: ConversationItems]) {
    for (id, known) in known.sorted(by: { $0.key < $1.key }) {
      order.removeAll { $0 == id }
      order.append(id)
      items[id] = known
    }
    while order.count > Self.capacity { items[order.removeFirst()] = nil }
  }

  /// Takes over changes of conversations that are at hand.
  mutating func apply(_ changes: [StoreChange]) {
    if items.isEmpty { return }
    for change in changes {
      items[change.change.known.item.conversationId]?.apply([change.change])
    }
  }

  mutating func removeAll() {
    items = [:]
    order = []
  }
}
