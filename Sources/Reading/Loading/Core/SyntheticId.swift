import Encoding

/// Makes ids for messages whose export has none. Below: `StableHash`, the stable hash of messages and other data.
///
/// An id is made of the sender, the time as written and the text. Messages that are equal in all three are numbered.
/// The same message in an overlapping export therefore gets the same id.
package struct SyntheticId {
  /// The prefix of synthetic ids.
  package static let prefix = "made-"

  /// How often each message was seen, by its digest: in the current stretch, and in the one before. Equal messages
  /// have equal times, so older ones need not be remembered.
  private var seen = DigestMap<UInt32>()
  private var before = DigestMap<UInt32>()

  /// The number of messages in a stretch.
  private static let stretch = 1 << 18

  /// The id of the next message with a given digest.
  mutating func id(of value: UInt64) -> String {
    if seen.count == Self.stretch {
      swap(&before, &seen)
      seen.removeAll()
    }
    let place = seen.increment(value, from: before[value] ?? 0)
    let id = Self.prefixed(value)
    return place == 1 ? id : "\(id)-\(place)"
  }

  /// `made-` and sixteen hexadecimal digits.
  private static func prefixed(_ value: UInt64) -> String {
    String(unsafeUninitializedCapacity: 21) { buffer in
      let prefix: StaticString = "made-"
      for index in 0..<5 { buffer[index] = prefix.utf8Start[index] }
      for index in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * index)) & 15
        buffer[5 + index] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
      }
      return 21
    }
  }
}

extension DigestMap<UInt32> {
  /// Increments the count of a digest and returns it. A new digest starts from `start`.
  mutating func increment(_ digest: UInt64, from start: @autoclosure () -> UInt32 = 0) -> UInt32 {
    update(digest, from: start()) { count in
      count &+= 1
      return count
    }
  }
}

/// A hash of strings and bytes that is equal in every run, for messages, ids, and states of files.
///
/// It is SipHash-1-3 over the parts, each ended by 0xFF, a byte that UTF-8 never has. The key is fixed, because a
/// read marker has to be the same in every store and in every run.
struct StableHash {
  private var hash = SipHash(key: SipHash.Key(0x6163_7469_6F6E_6974, 0x656D_732D_6D61_726B))

  mutating func add(_ part: String) {
    // Nearly every string is contiguous UTF-8, which is read in place.
    let isDone: Void? = part.utf8.withContiguousStorageIfAvailable {
      hash.update(UnsafeRawBufferPointer($0))
    }
    if isDone == nil { hash.update(part.utf8) }
    end()
  }

  mutating func add(_ part: UnsafeBufferPointer<UInt8>) {
    hash.update(UnsafeRawBufferPointer(part))
    end()
  }

  private mutating func end() { hash.update(0xFF as UInt8) }

  func finish() -> UInt64 { hash.finish() }
}
