/// Bytes as base64 for addresses and names, without padding (RFC 4648, 5; RFC 7515, 2).
///
/// Reading is strict: the alphabet with `-` and `_`, no padding, nothing before, between or after, and no bits set
/// that belong to no byte, so that no bytes have two texts.
public enum Base64URL {
  /// The text of some bytes, as ASCII.
  public static func string(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    Base64.append(bytes, to: &text)
    while text.last == padding { text.removeLast() }
    return String(decoding: text.map { toURL[$0] ?? $0 }, as: UTF8.self)
  }

  /// The bytes that a text stands for; nil where it is none to the letter.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    // One letter over holds six bits, less than a byte.
    guard text.count % 4 != 1 else { return nil }
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count + 3)
    for byte in text {
      // What the other alphabet has instead is no letter of this one.
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
