/// Lengths of time as people type them.
enum DurationText {
  private static let units: [Character: Double] = [
    "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800,
  ]

  /// Reads `90`, `90s`, `1.5m`, `2h`, `3d` or `1w`; nil for anything else, for nothing and below.
  static func read(_ text: String) -> Duration? {
    guard let last = text.last else { return nil }
    let unit = units[last]
    let digits = unit == nil ? text[...] : text.dropLast()
    guard let value = Double(digits), value > 0, value.isFinite else { return nil }
    let seconds = value * (unit ?? 1)
    return seconds <= 1e9 ? .milliseconds(Int(seconds * 1000)) : nil
  }

  /// `90s` for a minute and a half.
  static func write(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return attoseconds == 0
      ? "\(seconds)s" : "\(Double(seconds) + Double(attoseconds) / 1e18)s"
  }
}
