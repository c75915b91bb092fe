/// Reduces untrusted text to printable ASCII for error messages: percent-encoded or with `?`. `SafeText` keeps letters.
enum PrintableText {
  /// Percent-encodes all but printable ASCII, and truncates after about `limit` bytes with an ellipsis.
  static func encoded(_ text: String, limit: Int) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    return written(text, limit: limit) { byte, out in
      out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  /// Replaces all but printable ASCII and spaces with `?`, and truncates after `limit` bytes.
  static func plain(_ text: String, limit: Int) -> String {
    written(text, limit: limit) { byte, out in
      out.append(byte == UInt8(ascii: " ") ? byte : UInt8(ascii: "?"))
    }
  }

  private static func written(
    _ text: String, limit: Int, other: (UInt8, inout [UInt8]) -> Void
  ) -> String {
    var out: [UInt8] = []
    for byte in text.utf8 {
      guard out.count < limit else {
        out += Array("…".utf8)
        break
      }
      if byte > 0x20, byte < 0x7F { out.append(byte) } else { other(byte, &out) }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
