import Glibc

/// The bytes of one line or record, valid as long as what they were read from.
typealias Bytes = UnsafeBufferPointer<UInt8>

/// Steps through the bytes of one line.
struct ByteCursor {
  let bytes: Bytes
  var position = 0

  init(_ bytes: Bytes) {
    self.bytes = bytes
  }

  @inline(__always)
  var isAtEnd: Bool { position >= bytes.count }

  /// The byte ahead.
  @inline(__always)
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// What lies ahead.
  var rest: Bytes { Bytes(rebasing: bytes[min(position, bytes.count)...]) }

  /// Reads something; what was stepped over in vain lies ahead again.
  @inline(__always)
  mutating func attempt<Value>(_ read: (inout ByteCursor) -> Value?) -> Value? {
    let start = position
    if let value = read(&self) { return value }
    position = start
    return nil
  }

  /// Steps over a byte if it is the one ahead.
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

  /// Steps over spaces and tabs; whether there were any.
  @discardableResult
  mutating func takeSpaces() -> Bool {
    let start = position
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 {
      position += 1
    }
    return position > start
  }

  /// Reads a number of so many ASCII digits, no more of which follow.
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
  /// Whether a text stands at a place.
  func has(_ text: StaticString, at place: Int = 0) -> Bool {
    let length = text.utf8CodeUnitCount
    guard place >= 0, place + length <= count else { return false }
    let start = text.utf8Start
    for index in 0..<length where self[place + index] != start[index] { return false }
    return true
  }

  /// Whether a text stands at the end.
  func ends(with text: StaticString) -> Bool { has(text, at: count - text.utf8CodeUnitCount) }

  /// Whether these are the bytes of an array.
  @inline(__always)
  func equals(_ other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return other.withUnsafeBytes { other in
      guard let mine = baseAddress, let theirs = other.baseAddress else { return true }
      return memcmp(mine, theirs, count) == 0
    }
  }

  /// Where a byte stands first: the library's own search looks at one after the other.
  func firstIndex(of byte: UInt8) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }

  /// The line that begins at a place, without its end, and where the next one begins.
  func line(at place: Int) -> (line: Bytes, next: Int) {
    let feed = part(from: place).firstIndex(of: 0x0A).map { place + $0 } ?? count
    let end = feed > place && self[feed - 1] == 0x0D ? feed - 1 : feed
    return (part(place, end), Swift.min(feed + 1, count))
  }

  /// Where a text stands first, from a place on.
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

  /// The part between two places, as far as there is one: in a release, nobody else checks them.
  @inline(__always)
  func part(_ start: Int, _ end: Int) -> Bytes {
    let start = Swift.min(Swift.max(start, 0), count)
    return Bytes(rebasing: self[start..<Swift.min(Swift.max(end, start), count)])
  }

  /// The part from a place on.
  @inline(__always)
  func part(from start: Int) -> Bytes { part(start, count) }

  /// Without the spaces, tabs and line ends at both ends.
  var trimmed: Bytes { Bytes(rebasing: self[trimmed(0..<count)]) }

  /// A range without them.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, self[start] <= 0x20 { start += 1 }
    while end > start, self[end - 1] <= 0x20 { end -= 1 }
    return start..<end
  }

  /// Whether there is nothing but spaces and control characters.
  var isBlank: Bool { allSatisfy { $0 <= 0x20 } }

  /// Whether the bytes are those of a text, ASCII letters in either case.
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

/// Finds a mark ahead of places that only move forward, and looks at no byte twice: a text of many
/// openings and no closing costs no more than its length.
struct ForwardSearch {
  private let mark: StaticString
  /// Where the mark stands that was found last; nil where none follows.
  private var found: Int? = -1

  init(_ mark: StaticString) {
    self.mark = mark
  }

  /// Where the mark stands first, from a place on that is not before the last one.
  mutating func first(in bytes: Bytes, from start: Int) -> Int? {
    if let found, found < start { self.found = bytes.first(mark, from: start) }
    return found
  }
}
