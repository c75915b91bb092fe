import Glibc
import JSONText

/// Remembers which role each key of a file has.
///
/// A file uses the same few keys all over, and mostly in the same order: a key is compared with the
/// one that followed last time first, then with all that were seen, and only then looked up.
struct FieldTable {
  private struct Known {
    /// Where the key stands among all keys' bytes.
    let key: Range<Int>
    let role: FieldRole?
    let rank: Int
  }

  /// What a member is for; nil where that is nothing of interest.
  struct Member {
    let role: FieldRole?
    let rank: Int
  }

  private var known: [Known] = []
  /// The keys behind each other.
  private var keys: [UInt8] = []
  private var expected = 0

  /// More different keys than this are looked up each time.
  private static let capacity = 256

  /// Goes to the next member of an object; nil, leaving the object, at its end.
  mutating func nextMember(_ reader: inout JSONReader) throws(JSONError) -> Member? {
    if expected < known.count {
      let entry = known[expected]
      let isTaken = keys.withUnsafeBufferPointer {
        reader.takeKey(UnsafeBufferPointer(rebasing: $0[entry.key]))
      }
      if isTaken {
        expected += 1
        return Member(role: entry.role, rank: entry.rank)
      }
    }
    guard let key = try reader.nextKey() else {
      expected = 0
      return nil
    }
    let found = role(of: key)
    return Member(role: found?.role, rank: found?.rank ?? 0)
  }

  private mutating func role(of key: JSONSlice) -> (role: FieldRole, rank: Int)? {
    let index = find(key.bytes) ?? learn(key)
    guard let index else { return FieldRole.of(key.string) }
    expected = index + 1
    let entry = known[index]
    return entry.role.map { ($0, entry.rank) }
  }

  private func find(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
    // Keys are looked for in one piece of memory: this is done for every member of every message.
    keys.withUnsafeBufferPointer { keys in
      func isIt(_ index: Int) -> Bool {
        let range = known[index].key
        guard range.count == key.count, let mine = key.baseAddress, let all = keys.baseAddress
        else { return range.count == key.count }
        return memcmp(mine, all + range.lowerBound, key.count) == 0
      }
      if expected < known.count, isIt(expected) { return expected }
      return known.indices.first(where: isIt)
    }
  }

  private mutating func learn(_ key: JSONSlice) -> Int? {
    guard known.count < Self.capacity else { return nil }
    let found = FieldRole.of(key.string)
    known.append(
      Known(
        key: keys.count..<keys.count + key.bytes.count, role: found?.role, rank: found?.rank ?? 0))
    keys += key.bytes
    return known.count - 1
  }
}
