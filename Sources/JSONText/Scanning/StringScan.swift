/// Searches inside string literals.
enum StringScan {
  /// The first position at or after `start` of a quote, a backslash or a control character; `end`
  /// where none stands.
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

  /// The first position at or after `start` of what `special` finds, of a delete or of a byte
  /// outside ASCII; `end` where none stands.
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
}
