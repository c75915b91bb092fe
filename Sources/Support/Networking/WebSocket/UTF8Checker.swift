/// An incremental check for valid UTF-8 (RFC 3629), for WebSocket messages that arrive in pieces.
///
/// An error is found at the first byte that cannot continue a valid text.
struct UTF8Checker {
  /// The number of bytes that the current character still needs.
  private var needed = 0
  /// The allowed range of the next byte. It is narrower after a lead byte that could begin an overlong form, a
  /// surrogate, or a value above U+10FFFF.
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether no character is incomplete.
  var isComplete: Bool { needed == 0 }

  /// Takes more bytes. Returns false if they cannot continue the earlier ones.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var position = 0
    while position < bytes.count {
      if needed == 0 { position = UTF8Checker.endOfASCII(base, from: position, to: bytes.count) }
      guard position < bytes.count else { break }
      guard take(base.load(fromByteOffset: position, as: UInt8.self)) else { return false }
      position += 1
    }
    return true
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    if needed > 0 {
      guard allowed.contains(byte) else { return false }
      allowed = 0x80...0xBF
      needed -= 1
      return true
    }
    switch byte {
    case 0x00...0x7F: return true
    case 0xC2...0xDF: needed = 1
    case 0xE0: (needed, allowed) = (2, 0xA0...0xBF)
    case 0xED: (needed, allowed) = (2, 0x80...0x9F)
    case 0xE1...0xEF: needed = 2
    case 0xF0: (needed, allowed) = (3, 0x90...0xBF)
    case 0xF1...0xF3: needed = 3
    case 0xF4: (needed, allowed) = (3, 0x80...0x8F)
    default: return false
    }
    return true
  }

  /// Returns the position of the first byte above 0x7F, or a position a few bytes before it.
  private static func endOfASCII(
    _ base: UnsafeRawPointer, from start: Int, to end: Int
  ) -> Int {
    let high: UInt64 = 0x8080_8080_8080_8080
    var position = start
    while position + 32 <= end {
      let block = (base + position).loadUnaligned(as: SIMD4<UInt64>.self)
      if (block[0] | block[1] | block[2] | block[3]) & high != 0 { break }
      position += 32
    }
    while position + 8 <= end,
      (base + position).loadUnaligned(as: UInt64.self) & high == 0
    {
      position += 8
    }
    return position
  }
}
