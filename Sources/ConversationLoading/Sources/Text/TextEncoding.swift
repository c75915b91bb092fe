import JSONText

/// How bytes that are not UTF-8 are read.
enum TextEncoding {
  /// As damaged UTF-8: U+FFFD in place of what is not.
  case utf8
  /// As Windows-1252, which holds ISO 8859-1: what old programs wrote in the west.
  case windows1252

  /// Bytes as a text: as UTF-8 if they are that.
  func string(_ bytes: Bytes) -> String {
    self == .utf8 || bytes.isUTF8
      ? String(decoding: bytes, as: UTF8.self) : Self.windows1252(bytes)
  }

  static func windows1252(_ bytes: Bytes) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(scalar(byte)) }
    return String(scalars)
  }

  /// 0x80 to 0x9F; undefined ones are what ISO 8859-1 has in their place.
  private static let high: [Unicode.Scalar] = Array(
    ("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ" as String).unicodeScalars)

  /// The character of a byte in Windows-1252.
  static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? high[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }
}

extension StringProtocol {
  /// The lines behind `> `, the name of whoever said them in front.
  func quoted(from name: String? = nil) -> String {
    "> " + (name.map { "\($0): " } ?? "")
      + split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n> ")
  }
}

extension Sequence<String> {
  /// The texts that are not empty, each on lines of its own.
  var filledLines: String { filter { !$0.isEmpty }.joined(separator: "\n") }
}

extension String {
  /// Whether there is anything but white space.
  var saysAnything: Bool {
    // Nearly every text has a letter of ASCII near its beginning.
    utf8.contains { $0 > 0x20 && $0 < 0x7F } || contains { !$0.isWhitespace }
  }
}
