import JSONText

/// Remembers which role each key of a file has.
///
/// A file uses the same few keys all over, and mostly in the same order: a key is compared with the
/// one that followed last time first, then with all that were seen, and only then looked up.
struct FieldTable {
  private struct Known {
    let key: [UInt8]
    let name: String
    let role: FieldRole?
    let rank: Int
  }

  private var known: [Known] = []
  private var expected = 0

  /// More different keys than this are looked up each time.
  private static let capacity = 256

  mutating func role(of key: JSONSlice) -> (role: FieldRole, rank: Int)? {
    let index = find(key.bytes) ?? learn(key)
    guard let index else { return FieldRole.of(key.string) }
    expected = index + 1
    let entry = known[index]
    return entry.role.map { ($0, entry.rank) }
  }

  private func find(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
    if expected < known.count, key.equals(known[expected].key) { return expected }
    return known.firstIndex { key.equals($0.key) }
  }

  private mutating func learn(_ key: JSONSlice) -> Int? {
    guard known.count < Self.capacity else { return nil }
    let name = key.string
    let found = FieldRole.of(name)
    known.append(
      Known(key: Array(key.bytes), name: name, role: found?.role, rank: found?.rank ?? 0))
    return known.count - 1
  }
}
