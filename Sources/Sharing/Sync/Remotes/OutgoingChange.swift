import ActionItems
import Encoding
import ItemRecords
package import Store

/// A change of the store as a finished frame for one remote (`OutgoingSelection`) or one client of the hub.
package struct OutgoingChange: Hashable, Sendable {
  package var sequence: Int
  /// The checksum of the change's line in the store; nil if unknown.
  package var checksum: UInt32?
  package var itemID: String
  package var messageID: String
  package var frame: [UInt8]
  /// The version that the remote has in common with this store once it takes the change; nil if it knows `fields`.
  package var exchanged: ExchangedVersion?
  /// The change in the store of the peer that should send it soon; nil if no other peer will send it.
  var source: PeerMesh.Source?
}

extension OutgoingChange {
  /// Makes the frame of a change. `knowsFields` is whether the remote supports `fields`.
  ///
  /// `tellsPlace` adds the checksum of the line, for a remote that keeps a cursor of this store and returns it later.
  package init(
    _ entry: ChangeReader.Entry, identity: MessageIdentity, knowsFields: Bool = true,
    tellsPlace: Bool = false
  ) {
    let checksum = tellsPlace ? entry.checksum : nil
    self.init(entry, ItemPayload.type(of: entry.change), identity, checksum) { writer in
      ItemPayload.write(entry.change, store: identity.store, to: &writer)
    }
    exchanged = knowsFields ? nil : ExchangedVersion(entry.change.change.known)
  }

  /// Makes the deletion of an item that left the remote's filter. `time` is in milliseconds since 1970.
  init(_ entry: ChangeReader.Entry, leavingAt time: Int64, identity: MessageIdentity) {
    self.init(entry, "item.deleted", identity) { writer in
      ItemPayload.writeLeaving(entry.change, at: time, store: identity.store, to: &writer)
    }
  }

  private init(
    _ entry: ChangeReader.Entry, _ type: String, _ identity: MessageIdentity,
    _ checksum: UInt32? = nil, _ write: (inout JSONWriter) -> Void
  ) {
    var payload = JSONWriter()
    payload.reserve(1500)
    write(&payload)
    let sequence = entry.change.sequence
    let id = identity.messageID(sequence: sequence, payload: payload.bytes)
    // The checksum is not in the payload, so the message id stays the same after compaction rewrites the line.
    let frame = SyncFrame.write(type, messageID: id, checksum: checksum) { writer in
      writer.reserve(payload.bytes.count + 16)
      writer.raw(payload.bytes)
    }
    self.init(
      sequence: sequence, checksum: entry.checksum, itemID: entry.change.change.known.item.id,
      messageID: id, frame: frame)
  }
}
