public import ActionItemModel
public import Extraction

/// Which items of the list are wanted, as far as that shows before they are understood.
public struct ListSelection: Sendable {
  /// Only those behind a place; nil for all.
  public var behind: RepositoryOrder?
  /// Only those that are done, or open; nil for both.
  public var isComplete: Bool?
  /// Texts that their lines hold, in letters of any size.
  public var texts: [String] = []

  /// Selects all items.
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
    try catchUp()
    let sieve = LineSieve(selection.texts)
    let contents = journal.contents
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
}
