import Encoding

/// Makes ids for messages whose export gives them none.
///
/// An id is made from sender, time as written and text, and from the message's place among those that are
/// equal in all three, so that the same message in an overlapping export gets the same id.
package struct SyntheticId {
  /// What such ids begin with.
  package static let prefix = "made-"

  /// How often each message was seen, by its digest: of late, and in the stretch before that. Equal
  /// messages have equal times, so that nothing much older needs to be remembered.
  private var seen = DigestMap<UInt32>()
  private var before = DigestMap<UInt32>()

  /// Messages remembered in a stretch.
  private static let stretch = 1 << 18

  /// The id of the next message of which all that it is made from has a digest.
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
  /// Counts a digest once more and returns how often it was seen; one that is new here starts from `start`.
  mutating func increment(_ digest: UInt64, from start: @autoclosure () -> UInt32 = 0) -> UInt32 {
    update(digest, from: start()) { count in
      count &+= 1
      return count
    }
  }
}

/// Recognises a message as its export wrote it.
///
/// SipHash-1-3 over the parts, each ended by 0xFF, which UTF-8 never holds. The key is fixed: a mark
/// has to be the same in every store and in every run.
struct MessageDigest {
  private var hash = SipHash(key: SipHash.Key(0x6163_7469_6F6E_6974, 0x656D_732D_6D61_726B))

  mutating func add(_ part: String) {
    // Nearly every string is UTF-8 in one piece, which is read where it stands.
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
