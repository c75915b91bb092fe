import Encoding

/// Finds the wait that a server's error message asks for, and parses durations as servers write them.
///
/// Examples are `5.289s`, `1m26.4s`, `120ms`, `6 seconds` and `2 minutes`.
enum WaitText {
  /// The phrases that precede a wait.
  private static let phrases = [
    "try again in ", "retry after ", "retry in ", "try again after ", "please wait ", "wait for ",
    "available again in ", "resets in ",
  ]

  /// Returns the wait in seconds that a sentence in lower case asks for; nil if there is none.
  static func find(in words: String) -> Double? {
    for phrase in phrases {
      guard let range = words.firstPlace(of: phrase) else { continue }
      if let seconds = read(words[range.upperBound...]) { return seconds }
    }
    return nil
  }

  /// Returns the seconds at the start of a text; nil if it does not start with a duration. A bare number means seconds.
  static func read(_ text: Substring) -> Double? {
    var rest = text
    var total: Double?
    while let (value, unit, tail) = part(of: rest) {
      total = (total ?? 0) + value * unit
      rest = tail
    }
    return total.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns a number, the seconds of its unit, and the rest of the text.
  private static func part(of text: Substring) -> (Double, Double, Substring)? {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    // A full stop may end the sentence.
    let digits = number.hasSuffix(".") ? number.dropLast() : number
    guard !digits.isEmpty, digits.count <= 18, let value = Double(digits) else { return nil }
    let rest = text[digits.endIndex...].drop { $0 == " " }
    let word = rest.prefix { $0.isASCII && $0.isLetter }
    guard let unit = units[String(word)] else { return (value, 1, "") }
    return (value, unit, rest[word.endIndex...].drop { $0 == " " || $0 == "," })
  }

  private static let units: [String: Double] = [
    "ms": 0.001, "millisecond": 0.001, "milliseconds": 0.001, "s": 1, "sec": 1, "secs": 1,
    "second": 1, "seconds": 1, "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60,
    "h": 3600, "hr": 3600, "hour": 3600, "hours": 3600, "d": 86_400, "day": 86_400,
    "days": 86_400,
  ]
}
