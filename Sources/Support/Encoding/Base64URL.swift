/// Encodes and decodes base64 for URLs and file names, without padding (RFC 4648, section 5; RFC 7515, section 2).
///
/// Decoding is strict, so that no bytes have two encodings. It requires the alphabet with `-` and `_`, no padding, and
/// zero in all unused bits.
public enum Base64URL {
  /// Encodes bytes.
  public static func string(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    Base64.append(bytes, to: &text)
    while text.last == padding { text.removeLast() }
    return String(decoding: text.map { toURL[$0] ?? $0 }, as: UTF8.self)
  }

  /// Decodes a text; nil if it is not strictly base64url.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    // A single remaining character has six bits, less than a byte.
    guard text.count % 4 != 1 else { return nil }
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count + 3)
    for byte in text {
      // `+` and `/` belong to the other alphabet.
      guard byte != padding, toURL[byte] == nil else { return nil }
      plain.append(fromURL[byte] ?? byte)
    }
    plain += repeatElement(padding, count: (4 - plain.count % 4) % 4)
    return Base64.decode(plain)
  }

  private static let padding = UInt8(ascii: "=")
  private static let toURL = [
    UInt8(ascii: "+"): UInt8(ascii: "-"), UInt8(ascii: "/"): UInt8(ascii: "_"),
  ]
  private static let fromURL = [
    UInt8(ascii: "-"): UInt8(ascii: "+"), UInt8(ascii: "_"): UInt8(ascii: "/"),
  ]
}
