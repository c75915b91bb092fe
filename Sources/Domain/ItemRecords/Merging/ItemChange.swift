import ActionItems

/// A change of an item: its kind, its author, and the item record after it. The store saves it as a `StoreChange`.
public struct ItemChange: Hashable, Sendable {
  /// The kind of change.
  public var kind: Kind
  /// The item after the change; for a deletion, its last version.
  public var known: ItemRecord
  /// Who made the change.
  public var by: Author

  /// The kind of a change.
  public enum Kind: String, CaseIterable, Sendable {
    case created, updated, completed, reopened, deleted
  }

  /// The author of a change.
  public enum Author: String, CaseIterable, Sendable {
    case model, person, sync
  }

  package init(_ kind: Kind, _ known: ItemRecord, by author: Author) {
    self.kind = kind
    self.known = known
    by = author
  }
}
