import ActionItemModel
import Extraction

/// The items of the conversations that are being worked on, so that each window need not read them again.
struct ItemCache {
  private var items: [String: [KnownItem]] = [:]
  private var order: [String] = []

  /// So many conversations are kept.
  private static let capacity = 16

  /// The items of a conversation, from `load` where they are not at hand.
  mutating func items(
    ofConversation id: String, _ load: () throws -> [KnownItem]
  ) rethrows -> [KnownItem] {
    if let known = items[id] { return known }
    let loaded = try load()
    if order.count == Self.capacity { items[order.removeFirst()] = nil }
    order.append(id)
    items[id] = loaded
    return loaded
  }

  /// Takes over changes of conversations that are at hand.
  mutating func apply(_ changes: [StoreChange]) {
    if items.isEmpty { return }
    let ofConversations = Dictionary(grouping: changes, by: \.change.known.item.conversationId)
    for (id, changes) in ofConversations {
      guard let known = items[id] else { continue }
      items[id] = ItemChange.apply(changes.map(\.change), to: known)
    }
  }

  mutating func removeAll() {
    items = [:]
    order = []
  }
}
