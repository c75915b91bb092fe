/// How long a prompt is as the endpoint counts it, and how long it is at the very least.
package struct PromptCount: Hashable, Sendable {
  package var counted: Int
  package var least: Int
  /// Tokens that the rules alone have at the least.
  package var leastOfRules: Int
  /// Tokens that the whole prompt was estimated to have; nought where nobody did.
  package var estimated = 0

  /// Whether less was counted than there must be, and yet so much that it may well be a count.
  package var isShort: Bool { counted * 10 < least * 9 && counted >= leastOfRules }

  /// The least number of tokens that a text can have: every tokeniser in use parts words at white
  /// space and punctuation, and numbers after three digits.
  static func least(in text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      var pieces = Pieces()
      var place = 0
      // Eight bytes at once: every prompt comes by here.
      while place + 8 <= raw.count {
        pieces.add(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        place += 8
      }
      var rest: UInt64 = 0
      for byte in raw[place...].reversed() { rest = rest << 8 | UInt64(byte) }
      pieces.add(rest)
      return pieces.count
    }
  }

  /// Counts words and groups of three digits, eight bytes at a time; the first byte is the lowest.
  private struct Pieces {
    private(set) var count = 0
    /// The highest bit, where the last byte belonged to a word.
    private var wordGoesOn: UInt64 = 0
    /// How many digits there were without a break, up to the last byte.
    private var digits = 0

    /// The highest bit of each byte.
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    mutating func add(_ bytes: UInt64) {
      let low = bytes & ~Self.tops
      let letters = Self.within("a", "z", low | 0x2020_2020_2020_2020) | (bytes & Self.tops)
      count += (letters & ~(letters << 8 | wordGoesOn >> 56)).nonzeroBitCount
      wordGoesOn = letters & (0x80 << 56)

      var numbers = Self.within("0", "9", low) & ~bytes
      if numbers == 0 {
        digits = 0
        return
      }
      for _ in 0..<8 {
        if numbers & 0x80 != 0 {
          if digits % 3 == 0 { count += 1 }
          digits += 1
        } else {
          digits = 0
        }
        numbers >>= 8
      }
    }

    /// The highest bit of each byte from `first` to `last`; all are below 128, so that none carries into the next.
    private static func within(_ first: Unicode.Scalar, _ last: Unicode.Scalar, _ bytes: UInt64)
      -> UInt64
    {
      let each: UInt64 = 0x0101_0101_0101_0101
      let isAtLeast = bytes &+ each &* (0x80 - UInt64(first.value))
      let isAbove = bytes &+ each &* (0x7F - UInt64(last.value))
      return isAtLeast & ~isAbove & tops
    }
  }
}
