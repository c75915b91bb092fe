/// Resolves the escapes in JSON strings (RFC 8259, section 7), and `\x1B` as written by some programs.
enum JSONEscapes {
  /// Resolves escapes into `output`, which must be as large as `input`: no escape is shorter than its result.
  ///
  /// Returns the number of bytes written, and whether the text was well-formed. A lone surrogate becomes U+FFFD, and a
  /// malformed escape is copied unchanged.
  static func decode(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> (count: Int, isWellFormed: Bool) {
    guard let source = input.baseAddress, let target = output.baseAddress else { return (0, true) }
    var wellFormed = true
    var read = 0
    var written = 0
    while read < input.count {
      let plain = nextBackslash(source, from: read, to: input.count)
      (target + written).update(from: source + read, count: plain - read)
      written += plain - read
      read = plain
      guard read < input.count else { break }
      let escape = read + 1 < input.count ? source[read + 1] : 0
      if let byte = single(escape) {
        target[written] = byte
        written += 1
        read += 2
      } else if escape == UInt8(ascii: "x"),
        let unit = hex(source, read + 2, digits: 2, input.count)
      {
        read += 4
        written += encode(UInt32(unit), to: target + written)
      } else if escape == UInt8(ascii: "u"),
        let unit = hex(source, read + 2, digits: 4, input.count)
      {
        var scalar = UInt32(unit)
        read += 6
        if unit & 0xFC00 == 0xD800, read + 1 < input.count, source[read] == UInt8(ascii: "\\"),
          source[read + 1] == UInt8(ascii: "u"),
          let low = hex(source, read + 2, digits: 4, input.count),
          low & 0xFC00 == 0xDC00
        {
          scalar = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))
          read += 6
        } else if unit & 0xF800 == 0xD800 {
          scalar = 0xFFFD
          wellFormed = false
        }
        written += encode(scalar, to: target + written)
      } else {
        wellFormed = false
        target[written] = source[read]
        written += 1
        read += 1
      }
    }
    return (written, wellFormed)
  }

  /// Resolves escapes and appends the result. Returns whether the text was well-formed.
  static func decode(_ input: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: input.count) { buffer in
      let (count, wellFormed) = decode(input, into: buffer)
      bytes.append(contentsOf: buffer[..<count])
      return wellFormed
    }
  }

  /// Whether all escapes have two characters.
  static func areSingle(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let source = input.baseAddress else { return true }
    var read = nextBackslash(source, from: 0, to: input.count)
    while read < input.count {
      guard read + 1 < input.count, single(source[read + 1]) != nil else { return false }
      read = nextBackslash(source, from: read + 2, to: input.count)
    }
    return true
  }

  /// Returns the byte for a two-character escape; nil for `u` and for invalid escapes.
  @inline(__always)
  static func single(_ escape: UInt8) -> UInt8? {
    switch escape {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): escape
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: nil
    }
  }

  /// Returns the value of two or four hex digits at `start`; nil if there are other characters.
  static func hex(
    _ base: UnsafePointer<UInt8>, _ start: Int, digits: Int, _ end: Int
  ) -> UInt16? {
    guard start + digits <= end else { return nil }
    var value: UInt16 = 0
    for index in start..<start + digits {
      let byte = base[index]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }

  @inline(__always)
  private static func nextBackslash(
    _ base: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    var position = start
    while position + 16 <= end {
      if let lane = ByteBlock.first(ByteBlock(base + position).equals(UInt8(ascii: "\\"))) {
        return position + lane
      }
      position += 16
    }
    while position < end, base[position] != UInt8(ascii: "\\") { position += 1 }
    return position
  }

  /// Writes a scalar as UTF-8 and returns the number of bytes.
  @inline(__always)
  private static func encode(_ scalar: UInt32, to target: UnsafeMutablePointer<UInt8>) -> Int {
    switch scalar {
    case ..<0x80:
      target[0] = UInt8(scalar)
      return 1
    case ..<0x800:
      target[0] = 0xC0 | UInt8(scalar >> 6)
      target[1] = 0x80 | UInt8(scalar & 0x3F)
      return 2
    case ..<0x10000:
      target[0] = 0xE0 | UInt8(scalar >> 12)
      target[1] = 0x80 | UInt8(scalar >> 6 & 0x3F)
      target[2] = 0x80 | UInt8(scalar & 0x3F)
      return 3
    default:
      target[0] = 0xF0 | UInt8(scalar >> 18)
      target[1] = 0x80 | UInt8(scalar >> 12 & 0x3F)
      target[2] = 0x80 | UInt8(scalar >> 6 & 0x3F)
      target[3] = 0x80 | UInt8(scalar & 0x3F)
      return 4
    }
  }
}
