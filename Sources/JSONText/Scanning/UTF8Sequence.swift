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

  @inline(__always)
  private static func tail(_ byte: UInt8) -> UInt32 { UInt32(byte & 0x3F) }
}

extension UnsafeBufferPointer<UInt8> {
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
      // What may follow the first byte: no character is written longer than it need be, nor are surrogates.
      let (length, second): (Int, ClosedRange<UInt8>) =
        switch lead {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: (0, 0...0)
        }
      guard length > 0, place + length <= count, second.contains(base[place + 1]) else {
        return false
      }
      for index in 2..<Swift.max(length, 2) where base[place + index] & 0xC0 != 0x80 {
        return false
      }
      place += length
    }
    return true
  }
}
