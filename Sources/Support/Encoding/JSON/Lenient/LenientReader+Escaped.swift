/// Reads escaped JSON: JSON within a JSON string, and arrays or objects whose quotes are escaped.
extension LenientReader {
  /// Reads a JSON string that contains JSON.
  mutating func readEncoded() -> Candidate? {
    var inner = position + 1
    while inner < bytes.count, bytes[inner] <= 0x20 { inner += 1 }
    guard inner < bytes.count,
      bytes[inner] == UInt8(ascii: "[") || bytes[inner] == UInt8(ascii: "{")
    else { return nil }
    return readUnescaped(from: inner)
  }

  /// Reads an array or object with escaped quotes.
  mutating func readEscaped() -> Candidate? {
    guard encodings > 0 else { return nil }
    var index = position
    while index < bytes.count, index < position + 64 {
      switch bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "{"), 0...0x20: index += 1
      case UInt8(ascii: "\\"):
        // "\n" between brackets, or the quote itself.
        guard index + 1 < bytes.count else { return nil }
        switch bytes[index + 1] {
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): index += 2
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return readUnescaped(from: position)
        default: return nil
        }
      default: return nil
      }
    }
    return nil
  }

  /// Resolves one level of escapes from a position on, and reads the result.
  ///
  /// A failed attempt uses up `secondLooks`. Without this limit, each bracket could cause the rest of the text to be
  /// decoded.
  private mutating func readUnescaped(from start: Int) -> Candidate? {
    if secondLooks <= 0 { return nil }
    // An unescaped quote ends the outer string.
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    end = min(end, bytes.count)
    var plain: [UInt8] = []
    _ = bytes[start..<end].withUnsafeBufferPointer { JSONEscapes.decode($0, into: &plain) }
    var reader = LenientReader(plain, limits: limits, encodings: encodings - 1)
    guard var candidate = reader.next(), candidate.range.lowerBound == 0 else {
      // Resolving escapes and reading the result costs more than reading alone.
      secondLooks -= 4 * (end - start)
      return nil
    }
    candidate.isRepaired = true
    candidate.range = start..<min(end + 1, bytes.count)
    return candidate
  }
}
