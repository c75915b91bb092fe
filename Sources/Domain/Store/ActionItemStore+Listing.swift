public import ActionItems
import Encoding
public import ItemRecords
import System

/// A selection for `ActionItemStore.list`, by criteria that can be checked before an item is decoded.
public struct ListSelection: Sendable {
  /// The place after which items are wanted; nil for all.
  public var after: ItemSortKey?
  /// Only done items or only open ones; nil for both.
  public var isComplete: Bool?
  /// Texts that the item's line contains, regardless of case. This is a prefilter: lines without them may pass.
  public var texts: [String] = []

  /// Creates a selection of every item.
  public init() {}
}

/// The place up to which a list was read.
public struct ListPlace: Sendable {
  fileprivate let order: OrderKey
  fileprivate let key: ItemKey
}

/// The list in list order, removed and archived items, undone runs, and short ids. Below: an item's context messages.
extension ActionItemStore {
  /// The most items decoded, and the most places visited, in one call. Other requests to the store wait that long.
  private static let (mostItems, mostPlaces) = (2000, 20_000)

  /// Passes items to `body` in list order until it returns false or the work limit is reached.
  ///
  /// Returns the place to continue from if the limit was reached, or nil. Some items may not match the selection.
  public func list(
    _ selection: ListSelection, from place: ListPlace? = nil,
    _ body: @Sendable (ItemRecord) throws -> Bool
  ) throws -> ListPlace? {
    let contents = try upToDate()
    let prefilter = LinePrefilter(selection.texts)
    let start =
      place ?? selection.after.map { ListPlace(order: OrderKey($0), key: ItemKey($0.id)) }
    let least = selection.isComplete == true ? OrderKey.firstDone : .least
    var (items, places) = (0, 0)
    var (end, isUnfinished) = (start, false)
    try contents.forEachPlace(from: max(least, start?.order ?? .least)) { listed in
      // Done items come last.
      if selection.isComplete == false, listed.order.isComplete { return false }
      if let start, (listed.order, listed.key) <= (start.order, start.key) { return true }
      isUnfinished = items >= Self.mostItems || places >= Self.mostPlaces
      if isUnfinished { return false }
      places += 1
      end = ListPlace(order: listed.order, key: listed.key)
      guard let change = try contents.change(at: listed, where: prefilter.mayHold) else {
        return true
      }
      items += 1
      return try body(change.change.known)
    }
    return isUnfinished ? end : nil
  }

  /// The only removed item whose id begins with `beginning`, with who removed it and why.
  ///
  /// Purged items are not found, nor are items that never reached this store: their contents are unknown.
  public func removedItem(beginning: String) throws -> ItemRecord {
    try upToDate().item(beginning: beginning, isRemoved: true)
  }

  /// The items that a person removed or extraction withdrew, in list order. Purged and archived items are left
  /// out.
  public func removedItems() throws -> [ItemRecord] {
    try items(areRemoved: true) { $0.removal != .purged && $0.removal != .archived }
  }

  /// The archived items, in list order.
  public func archivedItems() throws -> [ItemRecord] {
    try items(areRemoved: true) { $0.removal == .archived }
  }

  /// The matching items, including removed ones or only those, in list order.
  func items(areRemoved: Bool = false, _ isWanted: (ItemRecord) -> Bool) throws -> [ItemRecord] {
    var found: [ItemRecord] = []
    func take(_ item: ItemRecord) { if isWanted(item) { found.append(item) } }
    let contents = try upToDate()
    if areRemoved { try contents.forEachRemoved(take) } else { try contents.forEachKnown(take) }
    return found.sorted { ItemSortKey($0.item) < ItemSortKey($1.item) }
  }

  /// The runs known to have been undone.
  public func undoneRuns() throws -> Set<Int> {
    try upToDate().undoneRuns
  }

  /// The number of characters, at least four, that distinguish each of these ids from all others in the store.
  public func distinctLength(ofIds ids: [String]) throws -> Int {
    let digits = try upToDate().distinctDigits(of: ids.map { ItemKey($0) })
    // Characters 9, 14, 19 and 24 of a UUID are dashes.
    return digits + [8, 12, 16, 20].count { digits > $0 }
  }
}

extension StoreContents {
  /// The fewest digits shown of an id. With fewer, a prefix soon matches another item, too.
  private static let fewestDigits = 4

  /// The number of digits that distinguish some keys from all others.
  ///
  /// In the snapshot, only the neighbours of each key are compared, so a few keys among a million cost little.
  func distinctDigits(of wanted: [ItemKey]) throws -> Int {
    let sorted = wanted.sorted()
    var digits = Self.fewestDigits
    // Items added since the snapshot are unsorted; each is compared with its nearest keys.
    for item in tail.items {
      let place = sorted.partitionPoint { $0 < item.key }
      for near in [place - 1, place, place + 1] where sorted.indices.contains(near) {
        digits = max(digits, Self.digits(item.key, sorted[near]))
      }
    }
    guard let snapshot else { return digits }
    for key in sorted {
      for near in try snapshot.neighbours(of: key) {
        digits = max(digits, Self.digits(key, near))
      }
    }
    return digits
  }

  /// The number of digits that distinguish two keys; zero if they are equal.
  private static func digits(_ a: ItemKey, _ b: ItemKey) -> Int {
    if a == b { return 0 }
    let high = a.high ^ b.high
    return high == 0
      ? 16 + (a.low ^ b.low).leadingZeroBitCount / 4 + 1 : high.leadingZeroBitCount / 4 + 1
  }
}

extension ItemRecord {
  /// The stored context messages. The item's own message is left out if the quote contains all of it.
  public var neighbours: [Finding.ContextLine] {
    context.filter { message in
      message.timestamp != item.source.timestamp || message.sender != item.source.sender
        || item.quote.map(InvisibleCharacters.line) != InvisibleCharacters.line(message.text)
    }
  }
}
