/// How bytes that are not UTF-8 are read.
enum TextEncoding {
  /// As damaged UTF-8: U+FFFD in place of what is not.
  case utf8
  /// As Windows-1252, which holds ISO 8859-1: what old programs wrote in the west.
  case windows1252

  func string(_ bytes: Bytes) -> String {
    switch self {
    case .utf8: return String(decoding: bytes, as: UTF8.self)
    case .windows1252:
      var scalars = String.UnicodeScalarView()
      for byte in bytes { scalars.append(Self.scalar(byte)) }
      return String(scalars)
    }
  }

  /// 0x80 to 0x9F; undefined ones are what ISO 8859-1 has in their place.
  private static let high: [Unicode.Scalar] = Array(
    ("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ" as String).unicodeScalars)

  /// The character of a byte in Windows-1252.
  static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? high[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }
}
