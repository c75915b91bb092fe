/// Checks web addresses from chat exports, so that they are safe in any output format, and percent-encodes components.
/// Refuses schemes other than http and https, such as `javascript:`.
package enum WebAddress {
  /// The address, with percent-encoding of non-ASCII bytes; nil if it is invalid.
  package static func checked(_ text: String?) -> String? {
    guard let text, text.utf8.count <= 2_000 else { return nil }
    let lower = text.prefix(8).lowercased()
    let scheme = lower.hasPrefix("https://") ? 8 : lower.hasPrefix("http://") ? 7 : 0
    guard scheme > 0, text.utf8.count > scheme else { return nil }
    var address: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
        UInt8(ascii: "}"), UInt8(ascii: "^"):
        return nil
      case 0x80...: address += escaped(byte)
      default: address.append(byte)
      }
    }
    return String(decoding: address, as: UTF8.self)
  }

  /// A percent-encoded component of an address (RFC 3986, section 2.3).
  package static func component(_ text: String) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        output.append(byte)
      default: output += escaped(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
