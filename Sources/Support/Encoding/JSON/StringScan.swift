/// Finds quotes, escapes, control characters and bytes outside ASCII in JSON strings, sixteen bytes at a time.
enum StringScan {
  /// Returns the first position from `start` on of a quote, a backslash or a control character, or `end`.
  @inline(__always)
  static func special(
    in base: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    var position = start
    while position + 16 <= end {
      let block = ByteBlock(base + position)
      let mask =
        block.equals(UInt8(ascii: "\"")) .| block.equals(UInt8(ascii: "\\"))
        .| block.isBelow(0x20)
      if let lane = ByteBlock.first(mask) { return position + lane }
      position += 16
    }
    while position < end {
      let byte = base[position]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { return position }
      position += 1
    }
    return end
  }

  /// Like `special`, but also finds a delete and bytes outside ASCII.
  static func specialOrHigh(
    in base: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    var position = start
    while position + 16 <= end {
      let block = ByteBlock(base + position)
      let mask =
        block.equals(UInt8(ascii: "\"")) .| block.equals(UInt8(ascii: "\\"))
        .| block.isBelow(0x20) .| .!block.isBelow(0x7F)
      if let lane = ByteBlock.first(mask) { return position + lane }
      position += 16
    }
    while position < end {
      let byte = base[position]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x7F {
        return position
      }
      position += 1
    }
    return end
  }

  /// Whether all bytes are ASCII.
  static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var position = 0
    var seen = SIMD16<UInt8>()
    while position + 16 <= bytes.count {
      seen |= ByteBlock(base + position).bytes
      position += 16
    }
    if position > 0 {
      // The last block overlaps the one before, so that no byte of a long text is checked alone.
      seen |= ByteBlock(base + bytes.count - 16).bytes
      position = bytes.count
    }
    var rest: UInt8 = 0
    while position < bytes.count {
      rest |= base[position]
      position += 1
    }
    let words = unsafeBitCast(seen, to: SIMD2<UInt64>.self)
    return (words[0] | words[1]) & 0x8080_8080_8080_8080 == 0 && rest < 0x80
  }
}
