import Encoding

/// An option with values of any type; `Option` is the typed one. Parsing, help, environment variable and settings file
/// use it. `DurationText` (at the end) parses durations.
protocol OptionDescribing: Sendable {
  /// The name without dashes.
  var name: String { get }
  /// The short form, a single letter.
  var letter: Character? { get }
  /// The name of the value in help; nil for a flag.
  var placeholder: String? { get }
  /// Whether the option may be repeated, with all values counting.
  var isRepeatable: Bool { get }
  /// Whether the value must never be shown.
  var isSecret: Bool { get }
  /// Whether the option makes sense for one call only, so that no variable and no file can set it.
  var isPerCall: Bool { get }
  /// The default for display; nil if there is none.
  var defaultText: String? { get }
  var help: String { get }
  /// Environment variables that set it, in addition to `ACTIONITEMS_…`.
  var otherVariables: [String] { get }
  /// The direction in which an age such as `7d` counts, if the value is a time; otherwise nil.
  var timeDirection: TimeText? { get }
  /// The permitted values, if they are few.
  var choices: [String] { get }
  /// Returns the problem with a value; nil if it is valid.
  func problem(with value: String) -> String?
}

extension OptionDescribing {
  var helpWithDefault: String { help + (defaultText.map { " (default \($0))" } ?? "") }
  var variable: String {
    "ACTIONITEMS_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }
}

/// An option with values of one type, and how a text is parsed into a value.
struct Option<Value: Sendable>: OptionDescribing {
  let name: String
  var letter: Character?
  var placeholder: String?
  var isRepeatable = false
  var isSecret = false
  private(set) var isPerCall = false
  private(set) var defaultText: String?
  private(set) var timeDirection: TimeText?
  let help: String
  var otherVariables: [String] = []
  /// The description of a valid value, as in "a whole number from 1 to 1000".
  let expected: String
  let read: @Sendable (String) -> Value?

  func problem(with value: String) -> String? {
    read(value) == nil ? "must be \(expected), not '\(value)'" : nil
  }

  var choices: [String] {
    let lines = expected.replacing(every: " or ", with: "\n").replacing(every: ", ", with: "\n")
    let words = lines.split(separator: "\n").map(String.init)
    return placeholder != nil && words.count > 1 && words.allSatisfy { read($0) != nil }
      ? words : []
  }

  /// Returns the option with a description of its default.
  func defaulting(to text: String) -> Option {
    var option = self
    option.defaultText = text
    return option
  }

  /// The same option, limited to the command line.
  var perCall: Option {
    var option = self
    option.isPerCall = true
    return option
  }

  /// Creates an option whose value is parsed by `read`.
  static func value(
    _ name: String, _ placeholder: String, expected: String, isRepeatable: Bool = false,
    _ help: String, read: @escaping @Sendable (String) -> Value?
  ) -> Option {
    Option(
      name: name, placeholder: placeholder, isRepeatable: isRepeatable, help: help,
      expected: expected, read: read)
  }
}

extension Option where Value == Bool {
  /// Creates an option without a value.
  static func flag(_ name: String, letter: Character? = nil, _ help: String) -> Option {
    Option(
      name: name, letter: letter, help: help, expected: "true or false",
      read: { ["true": true, "1": true, "yes": true, "false": false, "0": false, "no": false][$0] })
  }
}

extension Option where Value: CaseIterable & RawRepresentable<String> {
  /// Creates an option for one of a few words.
  static func choice(_ name: String, _ placeholder: String, _ help: String) -> Option {
    let words = Value.allCases.map(\.rawValue)
    return .value(
      name, placeholder,
      expected: words.dropLast().joined(separator: ", ") + " or " + (words.last ?? ""), help,
      read: Value.init(rawValue:))
  }
}

extension Option where Value == String {
  static func text(
    _ name: String, letter: Character? = nil, _ placeholder: String, isRepeatable: Bool = false,
    isSecret: Bool = false, otherVariables: [String] = [], _ help: String
  ) -> Option {
    Option(
      name: name, letter: letter, placeholder: placeholder, isRepeatable: isRepeatable,
      isSecret: isSecret, help: help, otherVariables: otherVariables,
      expected: "a non-empty text", read: { $0.isEmpty ? nil : $0 })
  }

  /// Creates an option for a time. `TimeText` parses the value, before the command begins.
  static func time(
    _ name: String, _ placeholder: String, counting limit: TimeText = .back, _ help: String
  ) -> Option {
    var option = text(name, placeholder, help)
    option.timeDirection = limit
    return option
  }
}

extension Option where Value == Int {
  static func number(_ name: String, _ range: ClosedRange<Int>, _ help: String) -> Option {
    .value(
      name, "N", expected: "a whole number from \(range.lowerBound) to \(range.upperBound)", help,
      read: { Int($0).flatMap { range.contains($0) ? $0 : nil } })
  }
}

extension Option where Value == Int {
  /// Creates an option for a size in bytes: `500000`, `64K`, `10M`, `2G`. `least` is in KiB.
  static func size(_ name: String, atLeast least: Int = 0, _ help: String) -> Option {
    .value(
      name, "SIZE",
      expected: (least > 0 ? "at least \(least)K, as " : "")
        + "a number of bytes such as 500000, 64K, 10M or 2G", help
    ) { text in
      let unit = ["K": 10, "M": 20, "G": 30][text.suffix(1)]
      guard let number = Int(unit == nil ? text[...] : text.dropLast()), number > 0,
        number <= Int.max >> 32
      else { return nil }
      let bytes = number << (unit ?? 0)
      return bytes >= least << 10 ? bytes : nil
    }
  }
}

extension Option where Value == Duration {
  /// Creates an option for a duration: `90`, `90s`, `5m`, `2h`, `3d`.
  static func duration(_ name: String, _ help: String) -> Option {
    .value(
      name, "TIME", expected: "a time such as 90s, 5m, 2h or 3d", help, read: DurationText.read)
  }
}

/// Parses durations such as `90s`, `30m` and `7d`. `TimeText` parses times.
enum DurationText {
  private static let units: [Character: Double] = [
    "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800,
  ]

  /// Parses `90`, `90s`, `1.5m`, `2h`, `3d` or `1w`. Returns nil for anything else, for zero and for negative numbers.
  static func read(_ text: String) -> Duration? {
    guard let last = text.last else { return nil }
    let unit = units[last]
    let digits = unit == nil ? text[...] : text.dropLast()
    guard let value = Double(digits), value > 0, value.isFinite else { return nil }
    let seconds = value * (unit ?? 1)
    return seconds <= 1e10 ? .milliseconds(Int(seconds * 1000)) : nil
  }

  /// Formats a duration in seconds: `90s` for a minute and a half.
  static func write(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return attoseconds == 0 ? "\(seconds)s" : "\(Double(seconds) + Double(attoseconds) / 1e18)s"
  }
}
