/// Reads the parts of localized dates, for `WrittenClockTime` and others: numbers, words, spaces and direction marks.
///
/// Digits may be of any script. Invisible direction marks may stand anywhere.
extension ByteCursor {
  /// Reads a number of at most `limit` digits; returns its value and the number of digits.
  @inline(__always)
  mutating func number(limit: Int) -> (value: Int, digits: Int)? {
    var value = 0
    var digits = 0
    var place = position
    while place < bytes.count {
      let byte = bytes[place]
      if byte.isASCIIDigit {
        // Overflow wraps: a caller with a limit beyond `Int` needs only the number of digits.
        value = value &* 10 &+ Int(byte - UInt8(ascii: "0"))
        place += 1
      } else if byte >= 0xC0, let (digit, length) = Self.foreignDigit(bytes, at: place) {
        value = value &* 10 &+ digit
        place += length
      } else {
        break
      }
      digits += 1
      if digits > limit { return nil }
    }
    guard digits > 0 else { return nil }
    position = place
    return (value, digits)
  }

  @inline(__always)
  mutating func takeMarks() {
    while let byte = next, byte >= 0xC0, let length = Self.mark(bytes, at: position) {
      position += length
    }
  }

  /// Skips marks and spaces of any kind; returns whether there were spaces.
  @inline(__always)
  @discardableResult
  mutating func takeAnySpaces() -> Bool {
    var found = false
    while let byte = next {
      if byte == 0x20 || byte == 0x09 {
        position += 1
        found = true
      } else if byte < 0xC0 {
        break
      } else if let length = Self.space(bytes, at: position) {
        position += length
        found = true
      } else if let length = Self.mark(bytes, at: position) {
        position += length
      } else {
        break
      }
    }
    return found
  }

  /// Reads a word: everything up to a space, a digit or a `]`.
  ///
  /// Returns nil if the word is empty or longer than `limit` bytes.
  mutating func word(limit: Int) -> Bytes? {
    var end = position
    while end < bytes.count {
      let byte = bytes[end]
      if byte == 0x20 || byte == 0x09 || byte.isASCIIDigit || byte == UInt8(ascii: "]") { break }
      if byte >= 0xC0, Self.space(bytes, at: end) != nil || Self.foreignDigit(bytes, at: end) != nil
      {
        break
      }
      end += 1
      if end - position > limit { return nil }
    }
    guard end > position else { return nil }
    defer { position = end }
    return bytes.part(position, end)
  }

  // MARK: - Characters beyond ASCII

  /// The zeros of the decimal digits in scripts that phones use for dates (Unicode, category Nd).
  private static let zeros: [UInt32] = [
    0x0660, 0x06F0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66,
    0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x17E0, 0xFF10,
  ]

  private static func foreignDigit(_ bytes: Bytes, at place: Int) -> (digit: Int, length: Int)? {
    let (scalar, length) = scalar(bytes, at: place)
    guard scalar >= 0x0660, scalar <= 0xFF19,
      let zero = zeros.first(where: { scalar >= $0 && scalar < $0 + 10 })
    else { return nil }
    return (Int(scalar - zero), length)
  }

  /// The length in bytes of a no-break, narrow or thin space at a place, or nil.
  static func space(_ bytes: Bytes, at place: Int) -> Int? {
    let (scalar, length) = scalar(bytes, at: place)
    switch scalar {
    case 0xA0, 0x2000...0x200A, 0x202F, 0x3000: return length
    default: return nil
    }
  }

  /// The length in bytes of a direction mark, isolate, zero-width space or byte order mark at a place, or nil.
  static func mark(_ bytes: Bytes, at place: Int) -> Int? {
    let (scalar, length) = scalar(bytes, at: place)
    switch scalar {
    case 0x200B, 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: return length
    default: return nil
    }
  }

  /// The character of two or three bytes at a place; zero for anything else.
  @inline(__always)
  private static func scalar(_ bytes: Bytes, at place: Int) -> (UInt32, length: Int) {
    let lead = UInt32(bytes[place])
    if lead >= 0xC0, lead < 0xE0, place + 1 < bytes.count {
      return ((lead & 0x1F) << 6 | UInt32(bytes[place + 1] & 0x3F), 2)
    }
    if lead >= 0xE0, lead < 0xF0, place + 2 < bytes.count {
      let tail = UInt32(bytes[place + 1] & 0x3F) << 6 | UInt32(bytes[place + 2] & 0x3F)
      return ((lead & 0x0F) << 12 | tail, 3)
    }
    return (0, 1)
  }
}
