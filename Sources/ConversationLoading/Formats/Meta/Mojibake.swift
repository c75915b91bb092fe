/// Text whose UTF-8 was taken for Latin-1: `cafÃ©` for `café`.
enum Mojibake {
  /// The text as it was meant; unchanged where it holds what Latin-1 has not, or bytes that are not
  /// UTF-8: then it was written as it should be, or cannot be told.
  static func repaired(_ text: String) -> String {
    var text = text
    let isASCII = text.withUTF8 { bytes in bytes.allSatisfy { $0 < 0x80 } }
    if isASCII { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard scalar.value <= 0xFF else { return text }
      bytes.append(UInt8(scalar.value))
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}
