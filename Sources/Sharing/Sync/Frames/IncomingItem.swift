import ActionItems
package import CivilTime
import ItemRecords
package import Store

/// A version of an item that another machine sent, parsed from an item frame and ready to merge into the store.
package struct IncomingItem: Sendable {
  package var version: RemoteVersion
  /// The size of the frame's payload in bytes.
  package var size: Int
  package var store: String?
  /// The sequence number of the change in `store`; nil if the frame has none.
  package var sequence: Int?
  /// The checksum of the change's line in `store`; nil if the frame has none.
  package var checksum: UInt32?
  /// The size in bytes of unknown members that were too long to keep.
  package var droppedBytes = 0
  /// The encoding of the sender's times; nil if it sent none.
  var encoding: RemoteTime.Encoding?

  /// The cursor of the change in `store`; nil if the frame has none.
  var cursor: FeedCursor? {
    guard let store, let sequence, sequence >= 0 else { return nil }
    return FeedCursor(store: store, sequence: sequence, checksum: checksum)
  }

  /// The values that count if the frame lacks them.
  package struct Defaults: Sendable {
    package var now: Timestamp
    package var device: String
    package var origin: String
    /// The conversation for items that come without one.
    package var conversationId: String
    /// Whether the remote may repeat versions. One without a time then counts as older than any with a time; otherwise
    /// it counts as made now.
    package var mayRepeat: Bool
    /// The encoding of the sender's earlier times; nil if unknown.
    var encoding: RemoteTime.Encoding?

    package init(
      now: Timestamp, device: String, origin: String, conversationId: String,
      mayRepeat: Bool = false
    ) {
      (self.now, self.device, self.origin) = (now, device, origin)
      (self.conversationId, self.mayRepeat) = (conversationId, mayRepeat)
    }
  }

  package static func isType(_ type: String) -> Bool {
    type == "item.created" || type == "item.updated" || type == "item.deleted"
  }

  package init(_ frame: SyncFrame, defaults: Defaults) throws(FrameProblem) {
    var fields = try IncomingFields(frame.payload)
    // Items made by older versions may have any id. `withInvalidIDs` later finds new items whose ids are invalid.
    guard let id = fields.id, SyncFrame.isProperID(id) else { throw .badItem("it has no valid id") }
    try fields.check(defaults)
    droppedBytes = fields.dropTooLong()
    encoding = fields.encoding
    let content =
      try frame.type == "item.deleted"
      ? fields.removal(id: id, defaults: defaults) : fields.content(id: id, defaults: defaults)
    var device = fields.device ?? defaults.device
    if device.isEmpty || device.utf8.count > SyncFrame.longestID || fields.isChangedByHand {
      device = defaults.device
    }
    version = RemoteVersion(
      id: id, updatedAt: fields.time(defaults).at(offset: 0), device: device,
      content: content, origin: defaults.origin)
    version.isUndated = defaults.mayRepeat && fields.updatedAt == nil && fields.createdAt == nil
    version.isByHand = fields.isChangedByHand || fields.device == nil
    size = frame.payload.count
    store = SyncFrame.properID(fields.store)
    sequence = fields.sequence
    checksum = frame.checksum
  }
}
