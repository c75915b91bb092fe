import System

/// Decodes text of a declared charset. For text without one: `TextEncoding`, and `UTF16Text` for UTF-16 files.
package enum Charset {
  /// Decodes bytes; returns nil if they are invalid in the charset, or the charset is unknown.
  ///
  /// Valid UTF-8 is read as UTF-8 whatever charset is declared. The exceptions are charsets such as ISO-2022, whose
  /// bytes look like ASCII.
  package static func string(
    _ bytes: UnsafeBufferPointer<UInt8>, charset: String?
  ) -> String? {
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
      name.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-_:.".utf8.contains($0) })
    else { return nil }
    return CharsetConverter.utf8(UnsafeRawBufferPointer(bytes), from: name)
      .flatMap { String(validating: $0, as: UTF8.self) }
  }
}
