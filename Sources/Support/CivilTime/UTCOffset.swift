/// Writes offsets from UTC in the form of RFC 3339.
public enum UTCOffset {
  /// Returns `±HH:MM`.
  public static func text(_ seconds: Int) -> String {
    String(utf8: 6) { append(seconds, zeroAsZ: false, to: &$0) }
  }

  /// Appends `±HH:MM`, or `Z` for zero if `zeroAsZ` is true.
  public static func append(_ seconds: Int, zeroAsZ: Bool, to bytes: inout [UInt8]) {
    if seconds == 0 && zeroAsZ {
      bytes.append(UInt8(ascii: "Z"))
      return
    }
    bytes.append(seconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    bytes.appendDigits(abs(seconds) / 3600, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendDigits(abs(seconds) / 60 % 60, width: 2)
  }
}
