import Store

/// Which items a destination was told of, so that those and no others are taken away there when they do not fit
/// its filter any more.
package struct ToldItems: Sendable {
  struct Entry: Hashable {
    /// Whether it was told, and not taken away since.
    var isThere: Bool
    /// The number of the change with which it was.
    var sequence: Int
    /// When it was last said to have left, in milliseconds since 1970; zero where it never was.
    var leftAt: Int64 = 0
    /// In which going through of the items it was.
    var walk: Int
    /// Whether the destination may not have taken it.
    var isDoubtful = false
  }

  private(set) var entries: [ItemKey: Entry] = [:]
  /// Entries that are yet to be kept, in order.
  private var unkept: [UInt8] = []

  package init() {}

  /// Takes what was kept, in order; a checkpoint says what of it was acknowledged.
  init(_ kept: [(key: ItemKey, entry: Entry)], _ state: DestinationState) {
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

  /// Notes what an item is told as; it is to be kept before that is sent.
  mutating func note(_ entry: Entry, of id: String) {
    let key = ItemKey(id)
    entries[key] = entry
    ToldFile.append(key, entry, to: &unkept)
  }

  /// What is behind a number the destination may not have taken.
  mutating func doubt(after sequence: Int) {
    for (key, entry) in entries where entry.sequence > sequence && !entry.isDoubtful {
      entries[key]?.isDoubtful = true
    }
  }

  /// Takes the bytes that are to be kept; nil where there are none.
  mutating func takeUnkept() -> [UInt8]? {
    if unkept.isEmpty { return nil }
    defer { unkept = [] }
    return unkept
  }
}
