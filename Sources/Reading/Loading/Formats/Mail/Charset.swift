import Encoding
import Glibc

/// The charsets of mail, as supported by the C library (iconv(3)).
enum Charset {
  /// Decodes bytes; returns nil if they are invalid in the charset, or the charset is unknown.
  ///
  /// Valid UTF-8 is read as UTF-8 whatever charset is declared. The exceptions are charsets such as ISO-2022, whose
  /// bytes look like ASCII.
  static func string(_ bytes: Bytes, charset: String?) -> String? {
    let name = charset.map { $0.uppercased() } ?? ""
    let isShifting = name.hasPrefix("ISO-2022-") || name.hasPrefix("HZ") || name.hasPrefix("UTF-7")
    if !isShifting, bytes.isUTF8 { return String(decoding: bytes, as: UTF8.self) }
    switch name {
    case "", "UTF-8", "UTF8", "UNICODE-1-1-UTF-8": return nil
    // Windows-1252 includes these charsets, and is usually the one meant.
    case "US-ASCII", "ASCII", "ISO-8859-1", "ISO8859-1", "LATIN1", "WINDOWS-1252", "CP1252":
      return TextEncoding.windows1252(bytes)
    default: return converted(bytes, from: name)
    }
  }

  private static func converted(_ bytes: Bytes, from name: String) -> String? {
    // Other characters in a name would ask iconv for more than a charset.
    guard name.utf8.count <= 40,
      name.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-_:.".utf8.contains($0) }),
      case let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1)
    else { return nil }
    defer { iconv_close(converter) }
    var output: [UInt8] = []
    var rest = UnsafeMutablePointer(
      mutating: UnsafeRawPointer(bytes.baseAddress)?
        .assumingMemoryBound(to: CChar.self))
    var left = bytes.count
    let chunk = UnsafeMutablePointer<CChar>.allocate(capacity: 1 << 14)
    defer { chunk.deallocate() }
    while true {
      var room: UnsafeMutablePointer<CChar>? = chunk
      var free = 1 << 14
      let isEnding = left == 0
      let result =
        isEnding
        ? iconv(converter, nil, nil, &room, &free) : iconv(converter, &rest, &left, &room, &free)
      let problem = errno
      output.append(
        contentsOf: UnsafeRawBufferPointer(start: chunk, count: (1 << 14) - free))
      if result != .max { if isEnding { break } else { continue } }
      guard problem == E2BIG else { return nil }
    }
    return String(validating: output, as: UTF8.self)
  }
}
