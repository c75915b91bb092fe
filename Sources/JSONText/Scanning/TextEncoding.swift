/// Bytes as a text, whoever wrote them.
public enum TextEncoding {
  /// The text of bytes that should be UTF-8. Where they are not, and yet hold characters of it beyond ASCII, they
  /// are damaged, and U+FFFD stands for what is no character. Else they are taken for Windows-1252, which holds ISO
  /// 8859-1: what old programs wrote in the west.
  public static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return holdsUTF8(bytes) ? String(decoding: bytes, as: UTF8.self) : windows1252(bytes)
  }

  /// Whether there is a character of UTF-8 among the bytes, beyond ASCII.
  private static func holdsUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    return bytes.indices.contains { place in
      bytes[place] >= 0x80
        && UTF8Sequence.length(base + place, count: bytes.count - place) != nil
    }
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
