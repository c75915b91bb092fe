/// Finds the end of a JSON array or object without parsing its contents.
///
/// It is a plain state machine over chunks, so a value of any size needs little memory. It counts brackets outside
/// strings, 64 bytes at a time. It does not check whether brackets match, or what is between them. Backslashes are
/// handled as in Langdale and Lemire, "Parsing Gigabytes of JSON per Second", section 3.1.1.
struct StructureSkipper {
  /// The number of open arrays and objects.
  private(set) var depth = 0
  /// All ones within a string, otherwise zero.
  private var inString: UInt64 = 0
  /// One if the previous chunk ended with a backslash that escapes the next byte, otherwise zero.
  private var escapesNext: UInt64 = 0

  /// Scans a chunk. Returns the number of bytes up to and including the closing bracket, or nil if the chunk ends
  /// before it.
  ///
  /// The first byte of the first chunk must be the opening bracket.
  mutating func scan(_ base: UnsafePointer<UInt8>, count: Int) -> Int? {
    var position = 0
    while position + 64 <= count {
      if let end = scanBlock(base + position) { return position + end }
      position += 64
    }
    guard position < count else { return nil }
    // The padding spaces do not open, close or quote anything. But they must not consume an escape, so the flag is
    // restored to its value after the last real byte.
    let tail = count - position
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { block in
      block.initialize(repeating: UInt8(ascii: " "))
      guard let start = block.baseAddress else { return nil }
      start.update(from: base + position, count: tail)
      let escaped = escapeEnds(start, count: tail)
      guard let end = scanBlock(start) else {
        escapesNext = escaped
        return nil
      }
      return position + end
    }
  }

  /// Returns one if the bytes end with a backslash that is not escaped itself.
  private func escapeEnds(_ base: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    var index = count
    while index > 0, base[index - 1] == UInt8(ascii: "\\") { index -= 1 }
    let run = UInt64(count - index)
    return (index == 0 ? run + escapesNext : run) & 1
  }

  @inline(__always)
  private mutating func scanBlock(_ base: UnsafePointer<UInt8>) -> Int? {
    var quotes: UInt64 = 0
    var backslashes: UInt64 = 0
    var opening: UInt64 = 0
    var closing: UInt64 = 0
    for lane in 0..<4 {
      let shift = UInt64(lane * 16)
      var block = ByteBlock(base + lane * 16)
      quotes |= ByteBlock.bits(block.equals(UInt8(ascii: "\""))) << shift
      backslashes |= ByteBlock.bits(block.equals(UInt8(ascii: "\\"))) << shift
      // With bit 5 set, '[' becomes '{' and ']' becomes '}'.
      block.bytes |= SIMD16(repeating: 0x20)
      opening |= ByteBlock.bits(block.equals(UInt8(ascii: "{"))) << shift
      closing |= ByteBlock.bits(block.equals(UInt8(ascii: "}"))) << shift
    }
    if backslashes | escapesNext != 0 { quotes &= ~escaped(backslashes) }
    let strings = prefixXor(quotes) ^ inString
    inString = strings >> 63 == 0 ? 0 : ~0
    opening &= ~strings
    closing &= ~strings
    if depth > closing.nonzeroBitCount {
      depth += opening.nonzeroBitCount - closing.nonzeroBitCount
      return nil
    }
    return close(opening, closing)
  }

  /// Processes the brackets of a block one by one, because the end may be among them.
  private mutating func close(_ opening: UInt64, _ closing: UInt64) -> Int? {
    var rest = opening | closing
    while rest != 0 {
      let bit = rest & (~rest &+ 1)
      if opening & bit != 0 {
        depth += 1
      } else {
        depth -= 1
        if depth <= 0 { return bit.trailingZeroBitCount + 1 }
      }
      rest ^= bit
    }
    return nil
  }

  /// Returns the bytes escaped by a backslash: those after a run of odd length.
  @inline(__always)
  private mutating func escaped(_ backslashes: UInt64) -> UInt64 {
    let even: UInt64 = 0x5555_5555_5555_5555
    let active = backslashes & ~escapesNext
    let follows = active << 1 | escapesNext
    let oddStarts = active & ~even & ~follows
    let (sequences, overflow) = oddStarts.addingReportingOverflow(active)
    escapesNext = overflow ? 1 : 0
    return (even ^ (sequences << 1)) & follows
  }

  /// Returns a word with each bit set if the number of bits set up to and including it is odd.
  @inline(__always)
  private func prefixXor(_ bits: UInt64) -> UInt64 {
    var bits = bits
    bits ^= bits << 1
    bits ^= bits << 2
    bits ^= bits << 4
    bits ^= bits << 8
    bits ^= bits << 16
    return bits ^ (bits << 32)
  }
}
