/// Parses zone names that need no database: `UTC`, `GMT`, and offsets such as `+02:00`.
extension Zone {
  /// Parses the names that need no database; nil for anything else.
  ///
  /// These are `UTC`, `GMT` and `Z` in either case, and offsets: `+02:00`, `-0330` and `+02`, alone or after `UTC` or
  /// `GMT`. After those, `UTC+2` is accepted, too. Offsets count eastwards from Greenwich. A minus sign (U+2212) counts
  /// as a hyphen.
  public static func fixed(named name: String) -> Zone? {
    guard name.utf8.count <= 16 else { return nil }
    var bytes: [UInt8] = []
    for scalar in name.unicodeScalars {
      guard let byte = UInt8(exactly: scalar == "\u{2212}" ? 0x2D : scalar.value), byte < 0x80
      else { return nil }
      bytes.append(byte)
    }
    let upper = name.uppercased()
    if ["UTC", "GMT", "Z", "ETC/UTC"].contains(upper) { return .utc }
    let isNamed = upper.hasPrefix("UTC") || upper.hasPrefix("GMT")
    let rest = isNamed ? bytes[3...] : bytes[...]
    guard let offset = offset(rest, allowingOneDigit: isNamed) else { return nil }
    return Zone(offset: offset)
  }

  /// Parses `±HH`, `±HHMM` or `±HH:MM`, and with `allowingOneDigit` also `±H` or `±H:MM`.
  private static func offset(_ text: ArraySlice<UInt8>, allowingOneDigit: Bool) -> Int? {
    guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    let parts = text.dropFirst().split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    var hours = parts[0]
    var minutes = parts.count == 2 ? parts[1] : []
    if parts.count == 1, hours.count == 4 {
      minutes = hours.suffix(2)
      hours = hours.prefix(2)
    } else if parts.count == 2, minutes.count != 2 {
      return nil
    }
    guard hours.count == 2 || (hours.count == 1 && allowingOneDigit) else { return nil }
    var numbers: [Int] = []
    for digits in [hours, minutes] {
      var value = 0
      for byte in digits {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      numbers.append(value)
    }
    guard numbers[0] <= 23, numbers[1] <= 59 else { return nil }
    let seconds = numbers[0] * 3600 + numbers[1] * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}
