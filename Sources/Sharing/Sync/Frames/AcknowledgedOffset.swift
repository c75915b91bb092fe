import ActionItems
import CivilTime
package import Encoding
import ItemRecords
package import Store

/// The offset that a server acknowledges for a store: the last change that it took from there.
///
/// Servers that record it send it in `auth.success`, under `taken`. A store with another change of that number, or
/// none, was restored from a backup or is a copy.
package struct AcknowledgedOffset: Hashable, Sendable {
  package var store: String
  package var sequence: Int
  /// The id of the item; nil if absent.
  package var itemID: String?
  /// The time of the version, in milliseconds since 1970; nil if absent.
  package var updatedAt: Int64?
  package var checksum: UInt32?

  package init(
    store: String, sequence: Int, itemID: String? = nil, updatedAt: Int64? = nil,
    checksum: UInt32? = nil
  ) {
    (self.store, self.sequence, self.itemID) = (store, sequence, itemID)
    (self.updatedAt, self.checksum) = (updatedAt, checksum)
  }

  package init(store: String, sequence: Int, version: RemoteVersion) {
    self.init(
      store: store, sequence: sequence, itemID: version.id,
      updatedAt: version.updatedAt.milliseconds)
  }

  package init?(_ value: JSONValue) {
    guard let store = SyncFrame.properID(value["store_id"]?.string),
      let sequence = value["sequence"]?.int,
      sequence >= 0
    else { return nil }
    self.init(
      store: store, sequence: sequence, itemID: SyncFrame.properID(value["item_id"]?.string),
      updatedAt: value["updated_at"]?.int.map(Int64.init),
      checksum: value["checksum"]?.checksum)
  }

  package var value: JSONValue {
    [
      "store_id": .string(store), "sequence": .int(sequence), "item_id": .text(itemID),
      "updated_at": .int(updatedAt), "checksum": .int(checksum),
    ]
  }

  /// Whether the store's change with this number differs from the one that was taken.
  func contradicts(_ change: StoreChange) -> Bool {
    let item = change.change.known.item
    return itemID.map { $0 != item.id } ?? false
      || updatedAt.map { $0 != item.updatedAt.milliseconds } ?? false
  }
}
