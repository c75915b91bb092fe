import ActionItemModel
public import Extraction

extension ActionItemStore {
  /// The one removed item whose id begins so, with who removed it and why. Purged ones are not found:
  /// nothing of them is left.
  public func removedItem(beginning: String) throws -> KnownItem {
    try catchUp()
    return try journal.contents.item(beginning: beginning, isRemoved: true)
  }

  /// The items that were removed, by a person or because they were not found again, in repository order;
  /// purged and archived ones are left out.
  public func removedItems() throws -> [KnownItem] {
    try items { $0 != nil && $0 != .purged && $0 != .archived }
  }

  /// The items that were put away, in repository order.
  public func archivedItems() throws -> [KnownItem] { try items { $0 == .archived } }

  private func items(_ isWanted: (KnownItem.Removal?) -> Bool) throws -> [KnownItem] {
    try catchUp()
    var found: [KnownItem] = []
    try journal.contents.forEachKnown { known in
      if isWanted(known.removal) { found.append(known) }
    }
    return found.sorted { RepositoryOrder($0.item) < RepositoryOrder($1.item) }
  }

  /// The runs that were taken back, as far as that is still known.
  public func undoneRuns() throws -> Set<Int> {
    try catchUp()
    return journal.contents.undoneRuns
  }
}
