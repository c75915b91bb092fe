/// Creates random UUIDs (RFC 9562, 5.4). `UUIDText` writes UUIDs of all versions as text.
public enum UUIDv4 {
  /// Returns a new UUID in lower case: `xxxxxxxx-xxxx-4xxx-xxxx-xxxxxxxxxxxx`. `next` is called twice for 64 random
  /// bits; the default is the system's generator.
  public static func random(
    _ next: () -> UInt64 = { .random(in: .min ... .max) }
  ) -> String {
    let (high, low) = (next(), next())
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      UUIDText.string(version: 4, $0)
    }
  }
}

/// UUIDs as text, `xxxxxxxx-xxxx-vxxx-xxxx-xxxxxxxxxxxx`, in lower case.
enum UUIDText {
  /// Returns the text of 16 bytes, with the bits for version and variant (RFC 9562, section 4).
  static func string(version: UInt8, _ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
      switch index {
      case 6: Hex.append(byte & 0x0f | version << 4, to: &text)
      case 8: Hex.append(byte & 0x3f | 0x80, to: &text)
      default: Hex.append(byte, to: &text)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
