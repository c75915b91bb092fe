import ActionItemModel
import Extraction

/// The items of the conversations that are being worked on, so that each window need not read them again.
struct ItemCache {
  /// The one that was worked on last at the end.
  private var kept: [(id: String, items: ConversationItems)] = []

  /// So many conversations are kept.
  private static let capacity = 16

  /// Hands over the items of a conversation, to be changed and kept again once the changes are in the store: who
  /// fails in between leaves nothing here that is not so.
  mutating func take(itemsOfConversation id: String) -> ConversationItems? {
    kept.firstIndex { $0.id == id }.map { kept.remove(at: $0).items }
  }

  /// Keeps the items of conversations as they are in the store.
  mutating func keep(_ known: [String: ConversationItems]) {
    kept.removeAll { known[$0.id] != nil }
    for (id, items) in known.sorted(by: { $0.key < $1.key }) { kept.append((id, items)) }
    kept.removeFirst(max(kept.count - Self.capacity, 0))
  }

  /// Takes over changes of conversations that are at hand.
  mutating func apply(_ changes: [StoreChange]) {
    for change in changes {
      guard let place = kept.firstIndex(where: { $0.id == change.item.conversationId }) else {
        continue
      }
      kept[place].items.apply([change.change])
    }
  }

  mutating func removeAll() { kept = [] }
}
