import Digests

/// A pinned key as people write it.
enum PinText {
  static func base64(_ text: String) -> String? {
    let mark = ["sha256//", "sha256:", "SHA256:"].first { text.hasPrefix($0) } ?? ""
    let text = String(text.dropFirst(mark.count))
    // Certificates' programs write colons between the bytes.
    let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
    if let bytes = Hex.decode(digits), bytes.count == 32 { return Base64.string(bytes) }
    guard let bytes = Base64.decode(Array(text.utf8)), bytes.count == 32 else { return nil }
    return text
  }
}
