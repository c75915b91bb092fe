import System

/// The size of a store: its items, and its bytes on disk. `ActionItemStore.size` measures it, and may compact first.
public struct StoreSize: Hashable, Sendable {
  /// The number of items, removed ones included.
  public var items: Int
  /// The bytes of the journal and the snapshot on disk.
  public var bytes: Int

  /// Creates a size.
  public init(items: Int, bytes: Int) { (self.items, self.bytes) = (items, bytes) }
}

extension ActionItemStore {
  /// The size of the store.
  ///
  /// If it has at least `limit` bytes, it is compacted first, unless the journal has less than an eighth of `limit`.
  public func size(compactingFrom limit: Int? = nil) throws -> StoreSize {
    try catchUp()
    var bytes = try journal.end + snapshotSize()
    if let limit, bytes >= limit, journal.end >= limit / 8 {
      try tryToCompact()
      bytes = try journal.end + snapshotSize()
    }
    let contents = journal.contents
    let items = try added.count(in: contents) + (contents.snapshot?.summary.items ?? 0)
    return StoreSize(items: items, bytes: bytes)
  }
}

/// Counts the items that only the journal has. Each call looks up only those that are new since the last one.
struct AddedItems {
  private var snapshot: Snapshot?
  private var end = 0
  private var count = 0

  mutating func count(in contents: StoreContents) throws -> Int {
    let items = contents.tail.items
    if snapshot !== contents.snapshot || items.count < end {
      (snapshot, end, count) = (contents.snapshot, 0, 0)
    }
    while end < items.count {
      if try snapshot?.holds(items[end].key) != true { count += 1 }
      end += 1
    }
    return count
  }
}
