/// Offsets from UTC as RFC 3339 writes them.
public enum UTCOffset {
  /// Appends `±HH:MM`; `Z` for zero where asked.
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
