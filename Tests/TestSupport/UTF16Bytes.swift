/// Text as old Windows programs write it.
public enum UTF16Bytes {
  /// UTF-8 converted to UTF-16 after a byte order mark.
  public static func with(_ text: [UInt8], lowFirst: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    for unit in [0xFEFF] + Array(String(decoding: text, as: UTF8.self).utf16) {
      let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8))
      bytes += lowFirst ? [low, high] : [high, low]
    }
    return bytes
  }
}
