/// Bytes as a text, whoever wrote them.
public enum TextEncoding {
  /// The text of bytes that should be UTF-8. Where they are not, and yet hold at least as many characters of it beyond
  /// ASCII as bytes that belong to none, they are damaged, and U+FFFD stands for what is no character. Else they are
  /// taken for Windows-1252, which holds ISO 8859-1: what old programs wrote in the west.
  public static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return isDamagedUTF8(bytes) ? String(decoding: bytes, as: UTF8.self) : windows1252(bytes)
  }

  /// Whether most of what is beyond ASCII is UTF-8: two letters of Windows-1252 may look like a character of it.
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

  /// Bytes as a text in Windows-1252.
  public static func windows1252(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(scalar(byte)) }
    return String(scalars)
  }

  /// 0x80 to 0x9F; undefined ones are what ISO 8859-1 has in their place.
  private static let high: [Unicode.Scalar] = Array(
    ("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ" as String).unicodeScalars)

  /// The character of a byte in Windows-1252.
  public static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? high[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }
}
