import Encoding

/// Decodes mail: encoded words in headers (RFC 2047), and quoted-printable and base64 bodies (RFC 2045, section 6).
enum MailEncoding {
  /// Decodes encoded words such as `=?utf-8?Q?…?=` in a text.
  static func decode(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { bytes in
      guard bytes.first("=?") != nil else { return string(bytes, charset: nil) }
      var text = ""
      var place = 0
      var wasEncoded = false
      while place < bytes.count {
        let start = bytes.first("=?", from: place) ?? bytes.count
        let between = bytes.part(place, start)
        if let (word, end) = encodedWord(bytes, at: start) {
          // White space between two encoded words is dropped.
          if !wasEncoded || !between.isBlank { text += string(between, charset: nil) }
          text += word
          place = end
          wasEncoded = true
        } else {
          let end = min(start + 2, bytes.count)
          text += string(bytes.part(place, end), charset: nil)
          place = end
          wasEncoded = false
        }
      }
      return text
    }
  }

  /// The longest encoded word that is read, in bytes; RFC 2047 allows 75.
  private static let wordLimit = 1000

  private static func encodedWord(_ bytes: Bytes, at start: Int) -> (String, end: Int)? {
    let bytes = bytes.part(0, min(bytes.count, start + wordLimit))
    guard start + 8 <= bytes.count,
      let first = bytes.part(from: start + 2).firstIndex(of: UInt8(ascii: "?"))
    else { return nil }
    let code = start + 2 + first + 1
    guard code + 2 <= bytes.count, bytes[code + 1] == UInt8(ascii: "?"),
      let end = bytes.first("?=", from: code + 2)
    else { return nil }
    let charset = String(decoding: bytes.part(start + 2, code - 1), as: UTF8.self)
    let content = bytes.part(code + 2, end)
    let decoded: [UInt8]
    switch bytes[code] | 0x20 {
    case UInt8(ascii: "b"): decoded = base64(content)
    case UInt8(ascii: "q"):
      decoded = quotedPrintable(content).map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }
    default: return nil
    }
    let text = decoded.withUnsafeBufferPointer { string($0, charset: charset) }
    return (text, end + 2)
  }

  /// Decodes bytes of a charset, which may be unknown.
  static func string(_ bytes: Bytes, charset: String?) -> String {
    Charset.string(bytes, charset: charset) ?? TextEncoding.string(bytes)
  }

  /// Decodes `=C3=A9`, and joins lines that end in `=`.
  static func quotedPrintable(_ bytes: Bytes) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "=") {
        if place + 2 < bytes.count, let high = digit(bytes[place + 1]),
          let low = digit(bytes[place + 2])
        {
          output.append(high << 4 | low)
          place += 3
          continue
        }
        let end = bytes.has("\r\n", at: place + 1) ? 2 : bytes.has("\n", at: place + 1) ? 1 : 0
        if end > 0 {
          place += 1 + end
          continue
        }
      }
      output.append(bytes[place])
      place += 1
    }
    return output
  }

  /// Decodes base64 with line ends in it.
  ///
  /// An incomplete group at the end is left out. A footer by a mailing list is kept as it is.
  static func base64(_ bytes: Bytes) -> [UInt8] {
    var end = bytes.firstIndex { $0 > 0x20 && !isBase64($0) } ?? bytes.count
    while end < bytes.count, bytes[end] == UInt8(ascii: "=") || bytes[end] <= 0x20 { end += 1 }
    var letters = bytes[..<end].filter { $0 > 0x20 }
    letters.removeLast(letters.count % 4)
    let footer = bytes.part(from: end).trimmed
    let body = Base64.decode(letters) ?? []
    return footer.isEmpty ? body : body + [0x0A] + footer
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "/")
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    if byte.isASCIIDigit { return byte - UInt8(ascii: "0") }
    return (0x61...0x66).contains(byte | 0x20) ? (byte | 0x20) - 0x61 + 10 : nil
  }
}
