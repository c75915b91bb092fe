import ActionItems
package import Store
import ItemRecords
import Encoding

/// A change on its way to an engine.
package struct OutgoingChange: Hashable, Sendable {
  package var sequence: Int
  /// The checksum of that line; nil where it is not known.
  package var checksum: UInt32?
  package var itemID: String
  package var messageID: String
  package var frame: [UInt8]
  /// What the engine has in common with this store once it has taken the change; nil where it knows who set what.
  package var exchanged: ExchangedVersion?
  /// The change from which the other side is to have it soon; nil where nobody else is to tell it.
  var source: PeerMesh.Source?
}

extension OutgoingChange {
  /// Makes the frame of a change, for an engine that knows who set what or not. `tellsPlace` is for whoever keeps how
  /// far it has followed the store, and says so later.
  package init(
    _ entry: ChangeReader.Entry, identity: MessageIdentity, knowsFields: Bool = true,
    tellsPlace: Bool = false
  ) {
    let told = tellsPlace ? entry.checksum : nil
    self.init(entry, ItemPayload.type(of: entry.change), identity, told) { writer in
      ItemPayload.write(entry.change, store: identity.store, to: &writer)
    }
    exchanged = knowsFields ? nil : ExchangedVersion(entry.change.change.known)
  }

  /// Makes the frame that says of an item that it left what the destination is told of, at a time in milliseconds
  /// since 1970.
  init(_ entry: ChangeReader.Entry, leavingAt time: Int64, identity: MessageIdentity) {
    self.init(entry, "item.deleted", identity) { writer in
      ItemPayload.writeLeaving(entry.change, at: time, store: identity.store, to: &writer)
    }
  }

  private init(
    _ entry: ChangeReader.Entry, _ type: String, _ identity: MessageIdentity,
    _ told: UInt32? = nil, _ write: (inout JSONWriter) -> Void
  ) {
    var payload = JSONWriter()
    payload.reserve(1500)
    write(&payload)
    let sequence = entry.change.sequence
    let id = identity.messageID(sequence: sequence, payload: payload.bytes)
    // Not in the payload: the message is the same when compaction has rewritten the line.
    let frame = SyncFrame.write(type, messageID: id, checksum: told) { writer in
      writer.reserve(payload.bytes.count + 16)
      writer.raw(payload.bytes)
    }
    self.init(
      sequence: sequence, checksum: entry.checksum, itemID: entry.change.change.known.item.id,
      messageID: id, frame: frame)
  }
}
