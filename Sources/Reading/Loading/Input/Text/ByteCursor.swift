import System

/// The bytes of a line or record, valid as long as their buffer. Below: a cursor to read them, and ways to search them.
typealias Bytes = UnsafeBufferPointer<UInt8>

/// A cursor over the bytes of one line.
struct ByteCursor {
  let bytes: Bytes
  var position = 0

  init(_ bytes: Bytes) {
    self.bytes = bytes
  }

  @inline(__always)
  var isAtEnd: Bool { position >= bytes.count }

  /// The next byte, or nil at the end.
  @inline(__always)
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The remaining bytes.
  var rest: Bytes { Bytes(rebasing: bytes[min(position, bytes.count)...]) }

  /// Tries to read a value; goes back to the start if `read` returns nil.
  @inline(__always)
  mutating func attempt<Value>(_ read: (inout ByteCursor) -> Value?) -> Value? {
    let start = position
    if let value = read(&self) { return value }
    position = start
    return nil
  }

  /// Skips a byte if it is the next one; returns whether it was.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  mutating func take(_ text: StaticString) -> Bool {
    guard bytes.has(text, at: position) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Skips spaces and tabs; returns whether there were any.
  @discardableResult
  mutating func takeSpaces() -> Bool {
    let start = position
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 {
      position += 1
    }
    return position > start
  }

  /// Reads a number whose count of ASCII digits lies in a range; a further digit makes it nil.
  @inline(__always)
  mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    var value = 0
    var end = position
    while end < bytes.count, case let digit = bytes[end] &- UInt8(ascii: "0"), digit <= 9 {
      if end - position == digits.upperBound { return nil }
      value = value * 10 + Int(digit)
      end += 1
    }
    guard digits.contains(end - position) else { return nil }
    position = end
    return value
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a text is at a place.
  func has(_ text: StaticString, at place: Int = 0) -> Bool {
    let length = text.utf8CodeUnitCount
    guard place >= 0, place + length <= count else { return false }
    let start = text.utf8Start
    for index in 0..<length where self[place + index] != start[index] { return false }
    return true
  }

  /// Whether the bytes end with a text.
  func ends(with text: StaticString) -> Bool { has(text, at: count - text.utf8CodeUnitCount) }

  /// Whether the bytes equal those of an array.
  @inline(__always)
  func equals(_ other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return other.withUnsafeBytes { other in
      guard let mine = baseAddress, let theirs = other.baseAddress else { return true }
      return UnsafeRawPointer(mine).difference(from: theirs, count: count) == 0
    }
  }

  /// The first index of a byte. The standard library's search goes byte by byte.
  @inline(__always)
  func firstIndex(of byte: UInt8) -> Int? { firstIndex(ofByte: byte) }

  /// Returns the line that begins at a place, without its line ending, and the start of the next one.
  func line(at place: Int) -> (line: Bytes, next: Int) {
    let feed = part(from: place).firstIndex(of: 0x0A).map { place + $0 } ?? count
    let end = feed > place && self[feed - 1] == 0x0D ? feed - 1 : feed
    return (part(place, end), Swift.min(feed + 1, count))
  }

  /// Returns the first place of a text, at or after `start`.
  func first(_ text: StaticString, from start: Int = 0) -> Int? {
    let length = text.utf8CodeUnitCount
    let lead = text.utf8Start[0]
    var place = start
    while place + length <= count {
      if self[place] == lead, has(text, at: place) { return place }
      place += 1
    }
    return nil
  }

  /// The part between two places, clamped to the buffer, because a release build does not check bounds.
  @inline(__always)
  func part(_ start: Int, _ end: Int) -> Bytes {
    let start = Swift.min(Swift.max(start, 0), count)
    return Bytes(rebasing: self[start..<Swift.min(Swift.max(end, start), count)])
  }

  /// The part from a place to the end.
  @inline(__always)
  func part(from start: Int) -> Bytes { part(start, count) }

  /// The bytes without spaces, line ends and control characters at both ends.
  var trimmed: Bytes { Bytes(rebasing: self[trimmed(0..<count)]) }

  /// A range without spaces, line ends and control characters at both ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, self[start] <= 0x20 { start += 1 }
    while end > start, self[end - 1] <= 0x20 { end -= 1 }
    return start..<end
  }

  /// Whether there are only spaces and control characters.
  var isBlank: Bool { allSatisfy { $0 <= 0x20 } }

  /// Whether the bytes equal a text, ignoring the case of ASCII letters.
  func equalsIgnoringCase(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    let start = text.utf8Start
    for index in 0..<count where self[index].lowercasedASCII != start[index].lowercasedASCII {
      return false
    }
    return true
  }
}

extension UInt8 {
  @inline(__always)
  var isASCIIDigit: Bool { self &- UInt8(ascii: "0") <= 9 }

  @inline(__always)
  var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  @inline(__always)
  var lowercasedASCII: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
