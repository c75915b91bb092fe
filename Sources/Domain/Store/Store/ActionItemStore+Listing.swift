public import ActionItems
public import ItemRecords
import Encoding

/// Which items of the list are wanted, as far as that shows before they are understood.
public struct ListSelection: Sendable {
  /// Only those behind a place; nil for all.
  public var behind: RepositoryOrder?
  /// Only those that are done, or open; nil for both.
  public var isComplete: Bool?
  /// Texts that their lines hold, in letters of any size.
  public var texts: [String] = []

  /// Selects every item.
  public init() {}
}

/// How far a list was looked through.
public struct ListPlace: Sendable {
  fileprivate let order: OrderKey
  fileprivate let key: ItemKey
}

extension ActionItemStore {
  /// Items that are understood in one go, and places that are looked at: other requests of the store wait as long.
  private static let (mostItems, mostPlaces) = (2000, 20_000)

  /// Hands out items in repository order until `body` returns false, and returns how far it has come; nil where that was
  /// all. To see the rest, ask again from there.
  ///
  /// Some that were not selected may be among them.
  public func list(
    _ selection: ListSelection, from place: ListPlace? = nil,
    _ body: @Sendable (KnownItem) throws -> Bool
  ) throws -> ListPlace? {
    let contents = try upToDate()
    let sieve = LineSieve(selection.texts)
    let start =
      place ?? selection.behind.map { ListPlace(order: OrderKey($0), key: ItemKey($0.id)) }
    let least = selection.isComplete == true ? OrderKey.firstDone : .least
    var (items, places) = (0, 0)
    var (end, isUnfinished) = (start, false)
    try contents.forEachPlace(from: max(least, start?.order ?? .least)) { listed in
      // Done ones come last.
      if selection.isComplete == false, listed.order.isComplete { return false }
      if let start, (listed.order, listed.key) <= (start.order, start.key) { return true }
      isUnfinished = items >= Self.mostItems || places >= Self.mostPlaces
      if isUnfinished { return false }
      places += 1
      end = ListPlace(order: listed.order, key: listed.key)
      guard let change = try contents.change(at: listed, where: sieve.mayHold) else { return true }
      items += 1
      return try body(change.change.known)
    }
    return isUnfinished ? end : nil
  }

  /// The one removed item whose id begins so, with who removed it and why. Purged ones are not found,
  /// nor those that were never here: nothing is known of them.
  public func removedItem(beginning: String) throws -> KnownItem {
    try upToDate().item(beginning: beginning, isRemoved: true)
  }

  /// The items that were removed, by a person or because they were not found again, in repository order;
  /// purged and archived ones are left out.
  public func removedItems() throws -> [KnownItem] {
    try items { $0.removal != nil && $0.removal != .purged && $0.removal != .archived }
  }

  /// The items that were put away, in repository order.
  public func archivedItems() throws -> [KnownItem] { try items { $0.removal == .archived } }

  /// Items, removed ones too, in repository order.
  func items(_ isWanted: (KnownItem) -> Bool) throws -> [KnownItem] {
    var found: [KnownItem] = []
    try upToDate().forEachKnown { if isWanted($0) { found.append($0) } }
    return found.sorted { RepositoryOrder($0.item) < RepositoryOrder($1.item) }
  }

  /// The runs that were taken back, as far as that is still known.
  public func undoneRuns() throws -> Set<Int> {
    try upToDate().undoneRuns
  }

  /// How many letters of these ids, at least four, tell each of them from all other ids of the store.
  public func distinctLength(ofIds ids: [String]) throws -> Int {
    let digits = try upToDate().distinctDigits(of: ids.map { ItemKey($0) })
    // Letters 9, 14, 19 and 24 of a UUID are dashes.
    return digits + [8, 12, 16, 20].count { digits > $0 }
  }
}

extension StoreContents {
  /// Of an id so many digits are shown at least: one letter names something today and another tomorrow.
  private static let fewestDigits = 4

  /// How many digits tell some keys from all others.
  ///
  /// Of the snapshot only the neighbours of each key are looked at, so that a few keys of a million cost little.
  func distinctDigits(of wanted: [ItemKey]) throws -> Int {
    let sorted = wanted.sorted()
    var digits = Self.fewestDigits
    // What has been added since, in no order, is held against those next to it.
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

  /// How many digits two keys are told apart by; none where they are one.
  private static func digits(_ a: ItemKey, _ b: ItemKey) -> Int {
    if a == b { return 0 }
    let high = a.high ^ b.high
    return high == 0
      ? 16 + (a.low ^ b.low).leadingZeroBitCount / 4 + 1 : high.leadingZeroBitCount / 4 + 1
  }
}

extension KnownItem {
  /// The messages around it that the store keeps, without its own where the quote says all of that.
  public var neighbours: [Finding.ContextLine] {
    context.filter { message in
      message.timestamp != item.source.timestamp || message.sender != item.source.sender
        || item.quote.map(InvisibleCharacters.line) != InvisibleCharacters.line(message.text)
    }
  }
}
