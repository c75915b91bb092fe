import Store

/// The items that were sent to a remote, in memory. `OutgoingSelection` deletes only these there when they no longer
/// fit the remote's filter. `SentLog` stores them.
package struct SentItems: Sendable {
  /// The record of an item that was sent.
  struct Entry: Hashable {
    /// Whether the item was sent and not deleted since.
    var isThere: Bool
    /// The sequence number of the change that was sent.
    var sequence: Int
    /// When it last left the filter, in milliseconds since 1970; zero if never.
    var leftAt: Int64 = 0
    /// The `FilterRecord.walk` during which it was sent.
    var walk: Int
    /// Whether it is unknown if the remote took it.
    var isDoubtful = false
  }

  private(set) var entries: [ItemKey: Entry] = [:]
  /// Encoded entries that are not stored yet, in order.
  private var unkept: [UInt8] = []

  package init() {}

  /// Restores stored entries, the oldest first. The state's checkpoint decides which of them were acknowledged.
  init(_ kept: [(key: ItemKey, entry: Entry)], _ state: RemoteState) {
    let confirmed = state.checkpoint?.sequence ?? 0
    let record = state.filter
    for (key, entry) in kept {
      let isOfWalk = entry.walk == record?.walk
      var entry = entry
      entry.isDoubtful = entry.sequence > (isOfWalk ? confirmed : record?.upTo ?? 0)
      entries[key] = entry
    }
  }

  subscript(id: String) -> Entry? { entries[ItemKey(id)] }

  package func has(_ id: String) -> Bool { self[id]?.isThere == true }

  /// Records how an item is sent. The record must be stored before the item is sent.
  mutating func note(_ entry: Entry, of id: String) {
    let key = ItemKey(id)
    entries[key] = entry
    SentLog.append(key, entry, to: &unkept)
  }

  /// Marks the entries after a sequence number as doubtful.
  mutating func doubt(after sequence: Int) {
    for (key, entry) in entries where entry.sequence > sequence && !entry.isDoubtful {
      entries[key]?.isDoubtful = true
    }
  }

  /// Returns and clears the bytes to store, if any.
  mutating func takeUnkept() -> [UInt8]? {
    if unkept.isEmpty { return nil }
    defer { unkept = [] }
    return unkept
  }
}
