/// Tells names that came a moment ago, of which a conversation has few, without a hash of each.
///
/// A name is kept in a place that its length and its first and last byte decide, until another one takes that.
struct FamiliarNames {
  private var names: [String?]

  /// Starts with none; `count`, a power of two, is how many may be kept.
  init(count: Int) {
    names = Array(repeating: nil, count: count)
  }

  /// Keeps a name; returns whether it was kept already.
  mutating func meet(_ name: String) -> Bool {
    let hash =
      name.utf8.withContiguousStorageIfAvailable { bytes in
        Int(bytes.first ?? 0) &* 31 &+ Int(bytes.last ?? 0) &* 7 &+ bytes.count
      } ?? 0
    let place = hash & (names.count - 1)
    if names[place] == name { return true }
    names[place] = name
    return false
  }
}
