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
  /// Places that are looked at in one go: other requests of the store wait as long.
  private static let stretch = 2000

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
    var first = selection.isComplete == true ? OrderKey.firstDone : .least
    if let behind = selection.behind { first = max(first, OrderKey(behind)) }
    if let place { first = max(first, place.order) }
    var count = 0
    var end: ListPlace?
    try contents.forEachPlace(from: first) { listed in
      // Done ones come last.
      if selection.isComplete == false, listed.order.isComplete { return false }
      if let place, (listed.order, listed.key) <= (place.order, place.key) { return true }
      count += 1
      if count > Self.stretch { return false }
      end = ListPlace(order: listed.order, key: listed.key)
      guard let change = try contents.change(at: listed, where: sieve.mayHold) else { return true }
      if let behind = selection.behind, RepositoryOrder(change.item) <= behind { return true }
      if try body(change.change.known) { return true }
      return false
    }
    return count > Self.stretch ? end : nil
  }
}
