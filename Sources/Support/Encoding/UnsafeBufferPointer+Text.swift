typealias Bytes = UnsafeBufferPointer<UInt8>

/// Finds ASCII text in bytes. Below: tests for ASCII letters and digits.
extension UnsafeBufferPointer<UInt8> {
  /// Whether a text is at a place.
  func has(_ text: StaticString, at place: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard place >= 0, place + length <= count else { return false }
    return (0..<length).allSatisfy { self[place + $0] == text.utf8Start[$0] }
  }

  /// Returns the first place of a text, at or after `start`.
  func first(_ text: StaticString, from start: Int) -> Int? {
    let length = text.utf8CodeUnitCount
    guard start >= 0, start < count, length > 0 else { return nil }
    return UnsafeBufferPointer(rebasing: self[start...]).firstPlace(
      of: UnsafeBufferPointer(start: text.utf8Start, count: length)
    ).map { start + $0.lowerBound }
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { self &- UInt8(ascii: "0") <= 9 }
  var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
}
