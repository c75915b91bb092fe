import ActionItems

/// One change of one item.
public struct ItemChange: Hashable, Sendable {
  /// What became of the item.
  public var kind: Kind
  /// The item after the change; for a deletion, as it was last.
  public var known: KnownItem
  /// Who made the change.
  public var by: Author

  /// What became of an item.
  public enum Kind: String, CaseIterable, Sendable {
    case created, updated, completed, reopened, deleted
  }

  /// Who made a change.
  public enum Author: String, CaseIterable, Sendable {
    case model, person, sync
  }

  package init(_ kind: Kind, _ known: KnownItem, by author: Author) {
    self.kind = kind
    self.known = known
    by = author
  }
}
