import Digests

/// A pinned key as people write it.
enum PinText {
  static func base64(_ text: String) -> String? {
    let text = text.hasPrefix("sha256//") ? String(text.dropFirst(8)) : text
    if let bytes = Hex.decode(Array(text.utf8)), bytes.count == 32 { return Base64.string(bytes) }
    guard let bytes = Base64.decode(Array(text.utf8)), bytes.count == 32 else { return nil }
    return text
  }
}
