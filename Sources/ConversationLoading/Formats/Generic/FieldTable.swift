import Glibc
import JSONText

/// Remembers which role each key of a file has.
///
/// A file uses the same few keys all over, and mostly in the same order: a key is compared with the
/// one that followed last time first, then with all that were seen, and only then looked up.
struct FieldTable {
  /// What a member is for; the role is nil where that is nothing of interest.
  typealias Member = (role: FieldRole?, rank: UInt8)

  /// The keys that were seen, where each stands among the bytes of all.
  private var known: [(key: Range<Int>, member: Member)] = []
  /// The keys behind each other.
  private var keys: [UInt8] = []
  private var expected = 0

  /// More different keys than this are looked up each time.
  private static let capacity = 256

  /// Goes to the next member of an object; nil, leaving the object, at its end.
  mutating func nextMember(_ reader: inout JSONReader) throws(JSONError) -> Member? {
    if expected < known.count {
      let (key, member) = known[expected]
      if keys.withUnsafeBufferPointer({ reader.takeKey(Bytes(rebasing: $0[key])) }) {
        expected += 1
        return member
      }
    }
    guard let key = try reader.nextKey() else {
      expected = 0
      return nil
    }
    if let index = find(key.bytes) {
      expected = index + 1
      return known[index].member
    }
    let found = FieldRole.of(key.string)
    let member = (role: found?.role, rank: UInt8(clamping: found?.rank ?? 0))
    if known.count < Self.capacity {
      known.append((keys.count..<keys.count + key.bytes.count, member))
      keys += key.bytes
      expected = known.count
    }
    return member
  }

  private func find(_ key: Bytes) -> Int? {
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
}
