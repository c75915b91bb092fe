public import CivilTime

/// The sort key of an item. It defines the order of items in lists and exports.
///
/// Open items come before done ones, and items with a deadline before those without. Deadlines compare as `Deadline`
/// does, by the day as it was written; lists for people put them on the reader's clock first. Then the most recent item
/// comes first, and then the id decides, so the order is total.
public struct ItemSortKey: Hashable, Comparable, Sendable {
  /// Whether the item is done; done items come last.
  public var isComplete: Bool
  /// The deadline; items without one come after items with one.
  public var deadline: Deadline?
  /// When the item was first found; without a deadline, when its message was written. All items of an archive are found
  /// at once, so the first time says little about them.
  public var recency: Timestamp
  /// The item's id, which decides between otherwise equal items.
  public var id: String

  /// Creates the sort key from its parts.
  public init(isComplete: Bool, deadline: Deadline?, recency: Timestamp, id: String) {
    self.isComplete = isComplete
    self.deadline = deadline
    self.recency = recency
    self.id = id
  }

  /// Creates the sort key of an item.
  public init(_ item: ActionItem) {
    isComplete = item.isComplete
    deadline = item.deadline
    recency =
      item.deadline == nil ? item.source.timestamp ?? item.extractedAt : item.extractedAt
    id = item.id
  }

  /// Creates the sort key of an item on a reader's clock: a time belongs to the day on which that clock shows it.
  package init(_ item: ActionItem, on clock: (Timestamp) -> Timestamp) {
    self.init(item)
    deadline = deadline?.at(clock)
  }

  /// Returns whether `a` is listed before `b`.
  public static func < (a: ItemSortKey, b: ItemSortKey) -> Bool {
    if a.isComplete != b.isComplete { return b.isComplete }
    switch (a.deadline, b.deadline) {
    case (let x?, let y?) where x != y: return x < y
    case (.some, .none): return true
    case (.none, .some): return false
    default: break
    }
    if a.recency.microseconds != b.recency.microseconds {
      return a.recency.microseconds > b.recency.microseconds
    }
    return a.id < b.id
  }
}

extension Sequence where Element == ActionItem {
  /// Returns the items sorted in this order.
  public func inListOrder() -> [ActionItem] {
    sorted { ItemSortKey($0) < ItemSortKey($1) }
  }
}
