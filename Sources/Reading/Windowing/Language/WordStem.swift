import Encoding

/// The beginning of a word without its ending: "book", "booked" and "booking" have one stem, and so have "buchen",
/// "bucht" and "gebucht". Some unrelated words share a stem, too, since no dictionary is used.
enum WordStem {
  /// Minimum and maximum bytes of a stem.
  private static let (fewest, most) = (3, 6)

  /// Returns a hash of the stem of a word, whose capitals count as small letters.
  static func hash(of word: UnsafeBufferPointer<UInt8>) -> UInt64 {
    func letter(_ place: Int) -> UInt8 {
      let byte = word[place]
      let isCapital =
        byte &- 0x41 < 26 || place > 0 && word[place - 1] == 0xC3 && byte &- 0x80 < 0x1F
      return isCapital ? byte | 0x20 : byte
    }
    var (start, end) = (0, word.count)
    func ends(in text: StaticString) -> Bool {
      let count = text.utf8CodeUnitCount
      return end - start >= fewest + count
        && (0..<count).allSatisfy { letter(end - count + $0) == text.utf8Start[$0] }
    }
    if end > 6, letter(0) == UInt8(ascii: "g"), letter(1) == UInt8(ascii: "e"),
      ends(in: "t") || ends(in: "en")
    {
      start = 2
    }
    strip: while end - start > fewest {
      switch letter(end - 1) {
      case UInt8(ascii: "e"), UInt8(ascii: "n"), UInt8(ascii: "s"), UInt8(ascii: "t"),
        UInt8(ascii: "d"), UInt8(ascii: "'"):
        end -= 1
      case UInt8(ascii: "g") where ends(in: "ing"), 0x99 where ends(in: "’"): end -= 3
      case UInt8(ascii: "m") where ends(in: "em"), UInt8(ascii: "r") where ends(in: "er"): end -= 2
      default: break strip
      }
    }
    return (start..<min(end, start + most)).reduce(FNV1a.start) { FNV1a.adding(letter($1), to: $0) }
  }
}
