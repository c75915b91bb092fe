import CivilTime

/// What the dates of a whole file say about the order of their numbers, where they are numbers.
struct WrittenDates {
  private var evidence = DateOrderEvidence()
  private var count = 0
  /// Times with `AM` or `PM` behind them.
  private var american = 0

  /// Whether no date was of numbers alone.
  var isEmpty: Bool { evidence.isEmpty }

  /// Notes a time as it was written.
  mutating func note(_ time: WrittenTime, _ bytes: Bytes) {
    note(time, isAmerican: Self.isAmerican(bytes))
  }

  /// Notes a time, and whether `AM` or `PM` stands behind it.
  mutating func note(_ time: WrittenTime, isAmerican: Bool) {
    guard case .numeric(let date, _) = time else { return }
    evidence.note(date)
    count += 1
    if isAmerican { american += 1 }
  }

  /// Whether `AM` or `PM` stands behind a time.
  static func isAmerican(_ bytes: Bytes) -> Bool {
    bytes.trimmed.last?.lowercasedASCII == UInt8(ascii: "m")
  }

  /// The order of day and month; where nothing tells, `stated`, or the one that fits the way of writing times.
  func finding(stated: DateOrder?) -> DateOrderEvidence.Finding {
    guard !isEmpty else { return DateOrderEvidence.Finding(order: .dmy) }
    return evidence.finding(stated: stated, guess: american * 2 > count ? .mdy : .dmy)
  }
}
