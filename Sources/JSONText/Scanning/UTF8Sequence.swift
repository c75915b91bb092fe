/// One scalar of valid UTF-8.
enum UTF8Sequence {
  /// The scalar that begins at `base`, and the number of its bytes.
  @inline(__always)
  static func decode(_ base: UnsafePointer<UInt8>) -> (scalar: UInt32, length: Int) {
    let lead = UInt32(base[0])
    switch lead {
    case ..<0x80: return (lead, 1)
    case ..<0xE0: return ((lead & 0x1F) << 6 | tail(base[1]), 2)
    case ..<0xF0: return ((lead & 0x0F) << 12 | tail(base[1]) << 6 | tail(base[2]), 3)
    default:
      let high = (lead & 0x07) << 18 | tail(base[1]) << 12
      return (high | tail(base[2]) << 6 | tail(base[3]), 4)
    }
  }

  /// Where the next byte stands that is not ASCII; `end` where none does.
  @inline(__always)
  static func high(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var place = start
    while place + 8 <= end {
      let word = UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self)
      let high = UInt64(littleEndian: word) & 0x8080_8080_8080_8080
      if high != 0 { return place + high.trailingZeroBitCount / 8 }
      place += 8
    }
    while place < end, base[place] < 0x80 { place += 1 }
    return place
  }

  /// Whether a byte is one of those behind the first.
  @inline(__always)
  static func isTail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  @inline(__always)
  private static func tail(_ byte: UInt8) -> UInt32 { UInt32(byte & 0x3F) }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where the first byte stands, from a place on, that is not ASCII; the count where none does.
  package func firstBeyondASCII(from start: Int) -> Int {
    guard let baseAddress else { return count }
    return UTF8Sequence.high(baseAddress, from: start, to: count)
  }

  /// Whether the bytes are UTF-8 (Unicode 15, table 3-7).
  public var isUTF8: Bool {
    guard let base = baseAddress else { return true }
    var place = 0
    while place < count {
      let lead = base[place]
      if lead < 0x80 {
        place = UTF8Sequence.high(base, from: place + 1, to: count)
        continue
      }
      guard lead >= 0xC2, lead <= 0xF4 else { return false }
      let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      guard place + length <= count, UTF8Sequence.isTail(base[place + 1]),
        length < 3 || UTF8Sequence.isTail(base[place + 2]),
        length < 4 || UTF8Sequence.isTail(base[place + 3])
      else { return false }
      // No character is written longer than it need be, none is a surrogate or beyond the last one.
      switch (lead, base[place + 1]) {
      case (0xE0, ..<0xA0), (0xED, 0xA0...), (0xF0, ..<0x90), (0xF4, 0x90...): return false
      default: break
      }
      place += length
    }
    return true
  }
}
