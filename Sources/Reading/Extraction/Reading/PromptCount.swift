import ActionItems
package import Windowing

/// The tokens of a prompt as the endpoint counts them, and the fewest possible, to detect that it read only a part.
package struct PromptCount: Hashable, Sendable {
  package var counted: Int
  package var least: Int
  /// The fewest tokens that the rules alone can have.
  package var leastOfRules: Int
  /// The estimated tokens of the whole prompt; 0 if there is no estimate.
  package var estimated = 0

  /// Whether the count is lower than possible for the whole prompt, and yet high enough to be a real count.
  package var isShort: Bool { counted * 10 < least * 9 && counted >= leastOfRules }

  /// Whether fewer tokens were counted for a prompt than the messages of its window alone can have.
  package static func isShort(_ counted: Int, of window: Window) -> Bool {
    guard counted > 0 else { return false }
    let least = window.lines.reduce(0) { $0 + Self.least(in: $1.message.text) }
    return PromptCount(counted: counted, least: least, leastOfRules: 0).isShort
  }

  /// The fewest tokens that a text can have. All common tokenisers split at white space and punctuation, and numbers
  /// after three digits.
  static func least(in text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      var pieces = Pieces()
      var place = 0
      // Eight bytes at a time, because this runs over every prompt.
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

  /// Counts words and groups of three digits, eight bytes at a time, the lowest byte first.
  private struct Pieces {
    private(set) var count = 0
    /// The highest bit, if the last byte belonged to a word.
    private var wordGoesOn: UInt64 = 0
    /// The number of consecutive digits up to the last byte.
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

    /// The highest bit of each byte from `first` to `last`. All bytes are below 128, so there is no carry into the
    /// next one.
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
