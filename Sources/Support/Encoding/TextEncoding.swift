/// Decodes text of undeclared encoding: UTF-8, or else Windows-1252.
public enum TextEncoding {
  /// Decodes bytes that should be UTF-8.
  ///
  /// Invalid bytes count as damaged UTF-8 if valid non-ASCII characters are at least as many as invalid bytes. U+FFFD
  /// then replaces the invalid ones. Otherwise the text is decoded as Windows-1252, a superset of ISO 8859-1 that old
  /// Western programs used.
  public static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return isDamagedUTF8(bytes) ? String(decoding: bytes, as: UTF8.self) : windows1252(bytes)
  }

  /// Whether most of the text beyond ASCII is UTF-8. Two letters of Windows-1252 may look like one UTF-8 character.
  private static func isDamagedUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    var (characters, strays, place) = (0, 0, 0)
    while place < bytes.count {
      let length = UTF8Sequence.length(base + place, count: bytes.count - place)
      if length == nil {
        strays += 1
      } else if length != 1 {
        characters += 1
      }
      place += length ?? 1
    }
    return characters >= strays
  }

  /// Decodes bytes as Windows-1252.
  public static func windows1252(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(scalar(byte)) }
    return String(scalars)
  }

  /// The characters for 0x80 to 0x9F. Undefined ones are as in ISO 8859-1.
  private static let high: [Unicode.Scalar] = Array(
    ("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ" as String).unicodeScalars)

  /// Returns the character of a byte in Windows-1252.
  public static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? high[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }
}
