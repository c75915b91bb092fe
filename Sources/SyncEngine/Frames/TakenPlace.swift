import ActionItemModel
public import ActionItemRepository
import CivilTime
import Extraction
public import JSONText

/// How far an engine has taken over a store: the last change that it took from there.
///
/// Engines that remember it say so in `auth.success`, under `taken`. A store that has another change of that
/// number, or none, was put back to an earlier state, or is a copy.
public struct TakenPlace: Hashable, Sendable {
  /// The id of the store.
  public var store: String
  /// The number of the change there.
  public var sequence: Int
  /// The id of its item; nil where that is not told.
  public var itemID: String?
  /// When that version was made, in milliseconds since 1970; nil where that is not told.
  public var updatedAt: Int64?
  /// The checksum of the change's line; nil where that is not told.
  public var checksum: UInt32?

  /// Puts the parts together.
  public init(
    store: String, sequence: Int, itemID: String? = nil, updatedAt: Int64? = nil,
    checksum: UInt32? = nil
  ) {
    self.store = store
    self.sequence = sequence
    self.itemID = itemID
    self.updatedAt = updatedAt
    self.checksum = checksum
  }

  /// The place of a version that came in.
  public init(store: String, sequence: Int, version: PeerVersion) {
    self.init(
      store: store, sequence: sequence, itemID: version.id,
      updatedAt: version.updatedAt.milliseconds)
  }

  /// Reads what `value` is.
  public init?(_ value: JSONValue) {
    guard let store = SyncFrame.properID(value["store_id"]?.string),
      let sequence = value["sequence"]?.int,
      sequence >= 0
    else { return nil }
    self.init(
      store: store, sequence: sequence, itemID: SyncFrame.properID(value["item_id"]?.string),
      updatedAt: value["updated_at"]?.int.map(Int64.init),
      checksum: value["checksum"]?.int.flatMap(UInt32.init(exactly:)))
  }

  /// The place as JSON.
  public var value: JSONValue {
    [
      "store_id": .string(store), "sequence": .number("\(sequence)"),
      "item_id": itemID.map(JSONValue.string) ?? .null,
      "updated_at": updatedAt.map { .number("\($0)") } ?? .null,
      "checksum": checksum.map { .number("\($0)") } ?? .null,
    ]
  }

  /// Whether a store's change of this number is another one than what was taken.
  func contradicts(_ change: StoreChange) -> Bool {
    let item = change.change.known.item
    if let itemID, itemID != item.id { return true }
    guard let updatedAt else { return false }
    return updatedAt != item.updatedAt.milliseconds
  }
}
