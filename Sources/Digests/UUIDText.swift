/// UUIDs as text, `xxxxxxxx-xxxx-vxxx-xxxx-xxxxxxxxxxxx`, in lower case.
enum UUIDText {
  /// The text of 16 bytes, with the bits set that name the version and the layout (RFC 9562, 4).
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
