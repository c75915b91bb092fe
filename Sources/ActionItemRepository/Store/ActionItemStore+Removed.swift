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
  /// purged ones are left out.
  public func removedItems() throws -> [KnownItem] {
    try catchUp()
    var removed: [KnownItem] = []
    try journal.contents.forEachKnown { known in
      if known.removal != nil, known.removal != .purged { removed.append(known) }
    }
    return removed.sorted { RepositoryOrder($0.item) < RepositoryOrder($1.item) }
  }

  /// The runs that were taken back, as far as that is still known.
  public func undoneRuns() throws -> Set<Int> {
    try catchUp()
    return journal.contents.undoneRuns
  }
}
