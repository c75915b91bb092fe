import ActionItems
import CivilTime
package import Encoding
import ItemRecords
package import Store

/// The last change of a store that the other side has taken. It is sent as `taken` in `auth.success` or `handshake`.
///
/// If the store has another change with this sequence number, or none, the store was restored from a backup or is a
/// copy. `contradiction` finds that out.
package struct AcknowledgedOffset: Hashable, Sendable {
  package var store: String
  package var sequence: Int
  /// The id of the changed item; nil if absent.
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

  /// Returns the reason why the offset cannot belong to the store with these changes, as the end of a sentence about
  /// the other side; nil if there is none.
  func contradiction(
    _ entries: [ChangeReader.Entry], upTo place: FeedCursor, isAtEnd: Bool
  ) -> String? {
    guard store == place.store else { return nil }
    let named = "has change \(sequence) of this store"
    if isAtEnd, place.sequence < sequence {
      return "\(named), which ends at line \(place.sequence)"
    }
    if let entry = entries.first(where: { $0.change.sequence == sequence }) {
      let item = entry.change.change.known.item
      let isSame =
        itemID ?? item.id == item.id
        && updatedAt ?? item.updatedAt.milliseconds == item.updatedAt.milliseconds
      return isSame ? nil : "has a different change \(sequence) than this store"
    }
    // In the journal, every change has its own line, with a checksum. In compacted lines, only the last change of each
    // item is left. If the last change came from the server, it is not among the entries.
    guard isAtEnd, let itemID,
      let first = entries.first(where: { $0.checksum != nil })?.change.sequence, first < sequence,
      !entries.contains(where: {
        $0.change.sequence > sequence && $0.change.change.known.item.id == itemID
      })
    else { return nil }
    return "\(named), but here that is not a change"
  }
}
