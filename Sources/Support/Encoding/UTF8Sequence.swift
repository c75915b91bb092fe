/// Decodes and checks UTF-8 in memory: one character, sixteen bytes at a time, or a whole buffer (`isUTF8`).
/// Below: a search for the first of three bytes.
enum UTF8Sequence {
  /// Returns the scalar at `base`, which must be valid UTF-8, and its length in bytes.
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

  /// Returns the length of the scalar at `base`, of which `count` bytes are available; nil if it is invalid (Unicode
  /// 15, table 3-7).
  @inline(__always)
  static func length(_ base: UnsafePointer<UInt8>, count: Int) -> Int? {
    let lead = base[0]
    if lead < 0x80 { return 1 }
    guard lead >= 0xC2, lead <= 0xF4 else { return nil }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard length <= count, isTail(base[1]), length < 3 || isTail(base[2]),
      length < 4 || isTail(base[3])
    else { return nil }
    // Overlong forms, surrogates and values above U+10FFFF are invalid.
    switch (lead, base[1]) {
    case (0xE0, ..<0xA0), (0xED, 0xA0...), (0xF0, ..<0x90), (0xF4, 0x90...): return nil
    default: return length
    }
  }

  /// Returns those of the sixteen bytes at `base` that cannot follow the three bytes before them.
  @inline(__always)
  static func misplaced(_ base: UnsafePointer<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    let block = ByteBlock(base)
    let before = ByteBlock(base - 1)
    let tails = ByteBlock(bytes: block.bytes & 0xC0).equals(0x80)
    let wanted =
      .!before.isBelow(0xC0) .| .!ByteBlock(base - 2).isBelow(0xE0)
      .| .!ByteBlock(base - 3).isBelow(0xF0)
    let noLead = .!block.isBelow(0xF5) .| ByteBlock(bytes: block.bytes & 0xFE).equals(0xC0)
    // The same exclusions as in `length`.
    let (below90, belowA0) = (block.isBelow(0x90), block.isBelow(0xA0))
    let noScalar =
      (before.equals(0xE0) .& belowA0) .| (before.equals(0xED) .& .!belowA0)
      .| (before.equals(0xF0) .& below90) .| (before.equals(0xF4) .& .!below90)
    return (tails .^ wanted) .| noLead .| noScalar
  }

  /// Whether a byte is a continuation byte.
  @inline(__always)
  static func isTail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  @inline(__always)
  private static func tail(_ byte: UInt8) -> UInt32 { UInt32(byte & 0x3F) }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the first index from `start` on of one of three bytes, or `count` if there is no such byte.
  package func firstIndex(of one: UInt8, _ two: UInt8, _ three: UInt8, from start: Int) -> Int {
    guard let base = baseAddress else { return count }
    var place = start
    while place + 16 <= count {
      let block = ByteBlock(base + place)
      let found = block.equals(one) .| block.equals(two) .| block.equals(three)
      if let lane = ByteBlock.first(found) { return place + lane }
      place += 16
    }
    while place < count, base[place] != one, base[place] != two, base[place] != three {
      place += 1
    }
    return place
  }

  /// Whether the bytes are valid UTF-8.
  public var isUTF8: Bool {
    guard let base = baseAddress else { return true }
    var place = 0
    // Blocks look three bytes back, and the last one overlaps the one before.
    let alone = count < 3 + 16 ? count : 3
    while place < alone {
      guard let length = UTF8Sequence.length(base + place, count: count - place) else {
        return false
      }
      place += length
    }
    guard place < count else { return true }
    while place + 16 <= count, ByteBlock.first(.!ByteBlock(base + place).isBelow(0x80)) == nil {
      place += 16
    }
    // From here on, ASCII blocks are unpredictable, and a branch costs more than the check.
    var misplaced = SIMDMask<SIMD16<Int8>>(repeating: false)
    while place + 16 <= count {
      misplaced .|= UTF8Sequence.misplaced(base + place)
      place += 16
    }
    misplaced .|= UTF8Sequence.misplaced(base + count - 16)
    return ByteBlock.first(misplaced) == nil && base[count - 1] < 0xC0 && base[count - 2] < 0xE0
      && base[count - 3] < 0xF0
  }
}
