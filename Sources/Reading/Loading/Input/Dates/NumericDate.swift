import CivilTime

/// A date of three numbers, such as `31.01.26`, and how to read it. `DateOrderEvidence`, below, finds a file's order.
struct NumericDate: Equatable {
  var first: Int
  var second: Int
  var third: Int
  /// Whether the first or the third number has three digits or more, as only years do.
  var beginsWithYear = false
  var endsWithYear = false
  /// Whether dots separate the numbers. A dotted date never begins with the month, even if the order is `mdy`.
  var isDotted = false

  /// Returns the date in a given order, or nil if it does not exist.
  ///
  /// Years of one or two digits lie between 1970 and 2069. Years from 2400 to 2700 are Buddhist, 543 years ahead. Years
  /// from 1300 to 1500 belong to calendars with other months, so the date is nil.
  func date(in order: DateOrder) -> CivilDate? {
    let (year, month, day, hasYear) =
      switch order {
      case .dmy: (third, second, first, !beginsWithYear)
      case .mdy where isDotted: (third, second, first, !beginsWithYear)
      case .mdy: (third, first, second, !beginsWithYear)
      case .ymd: (first, second, third, !endsWithYear)
      case .ydm: (first, third, second, !endsWithYear)
      }
    guard hasYear, let year = Self.year(year) else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Returns the date in the given order, or else in the first order in which it exists.
  func date(preferring order: DateOrder) -> CivilDate? {
    if let date = date(in: order) { return date }
    for other in DateOrder.allCases where other != .ydm {
      if let date = date(in: other) { return date }
    }
    return nil
  }

  private static func year(_ year: Int) -> Int? {
    switch year {
    case 0..<70: 2000 + year
    case 70..<100: 1900 + year
    case 1300...1500: nil
    case 2400...2700: year - 543
    default: year
    }
  }
}

extension ByteCursor {
  /// Reads three numbers separated by `/`, `.`, `-` or the Chinese, Japanese or Korean signs for year, month and day.
  mutating func numericDate() -> NumericDate? {
    guard let first = number(limit: 4) else { return nil }
    takeMarks()
    guard let joint = takeJoint() else { return nil }
    takeAnySpaces()
    guard let second = number(limit: 2) else { return nil }
    takeMarks()
    guard takeJoint() == joint else { return nil }
    takeAnySpaces()
    guard let third = number(limit: 4) else { return nil }
    takeMarks()
    if joint == 0 {
      guard takeJoint() == 0 else { return nil }
    } else {
      // Hungarian and Korean dates have a dot after the day.
      _ = take(UInt8(ascii: "."))
    }
    return NumericDate(
      first: first.value, second: second.value, third: third.value,
      beginsWithYear: first.digits > 2, endsWithYear: third.digits > 2,
      isDotted: joint == UInt8(ascii: "."))
  }

  /// Reads the separator between two numbers of a date; zero for 年, 月, 日 and 년, 월, 일.
  private mutating func takeJoint() -> UInt8? {
    guard let byte = next else { return nil }
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"):
      position += 1
      return byte
    case 0xE5, 0xE6, 0xEB, 0xEC:
      for word in ["年", "月", "日", "년", "월", "일"] as [StaticString]
      where bytes.has(word, at: position) {
        position += 3
        return 0
      }
      return nil
    default: return nil
    }
  }
}

/// Evidence from all dates of a file about their order of day, month and year.
struct DateOrderEvidence {
  struct Finding {
    var order: DateOrder
    /// Whether another order fits as well.
    var isAmbiguous = false
    /// The order that the user stated, if it is not among the best-fitting ones.
    var contradicted: DateOrder?

    /// The warning for the user, or nil if the order is certain.
    var warning: String? {
      if let contradicted {
        return "its dates do not match --date-order \(contradicted.rawValue) and were read as "
          + order.rawValue
      }
      guard isAmbiguous else { return nil }
      return "the order of day and month in its dates is ambiguous; they were read as "
        + "\(order.rawValue) (--date-order sets it)"
    }
  }

  /// How well the dates fit one order.
  private struct Candidate {
    let order: DateOrder
    /// The number of dates that do not exist or lie before the earliest year.
    var impossible = 0
    /// How often a date lies before its predecessor.
    var backward = 0
    var first: Int?
    var last = 0
    /// A digest of the days in this order.
    var days = 0

    var span: Int { first.map { abs(last - $0) } ?? 0 }
  }

  private var candidates = DateOrder.allCases.map { Candidate(order: $0) }
  private var last: NumericDate?
  private let earliestYear: Int
  private var count = 0
  /// The number of dates that differ from the one before.
  private var changes = 0
  /// The number of dates followed by AM or PM, as in the United States.
  private var american = 0

  /// Starts without evidence. Dates before `earliestYear` count as impossible.
  init(earliestYear: Int = 1) {
    self.earliestYear = earliestYear
  }

  var isEmpty: Bool { last == nil }

  /// Whether all dates fit one order, and each other order fails for some date.
  var isSettled: Bool {
    candidates.count { $0.impossible == 0 } == 1
  }

  mutating func note(_ date: NumericDate, isAmerican: Bool) {
    count += 1
    if isAmerican { american += 1 }
    if date == last { return }
    last = date
    changes += 1
    for index in candidates.indices {
      guard let day = date.date(in: candidates[index].order), day.year >= earliestYear else {
        candidates[index].impossible += 1
        continue
      }
      let number = day.daysSinceEpoch
      if candidates[index].first == nil {
        candidates[index].first = number
      } else if number < candidates[index].last {
        candidates[index].backward += 1
      }
      candidates[index].last = number
      candidates[index].days = candidates[index].days &* 31 &+ number
    }
  }

  /// Notes a time if its date is numeric. `isAmerican` says whether `AM` or `PM` follows.
  mutating func note(_ time: WrittenTime, isAmerican: Bool) {
    if case .numeric(let date, _) = time { note(date, isAmerican: isAmerican) }
  }

  /// Whether a written time ends in `AM` or `PM`.
  static func isAmerican(_ bytes: Bytes) -> Bool {
    bytes.trimmed.last?.lowercasedASCII == UInt8(ascii: "m")
  }

  /// Returns the order that the dates fit best.
  ///
  /// If several fit equally, `stated` decides. Without it, the order that goes back least or gives the shortest span
  /// wins. The last resort is `mdy` if most dates have AM or PM, otherwise `dmy`.
  func finding(stated: DateOrder?) -> Finding {
    if last == nil { return Finding(order: .dmy) }
    // Hardly anyone writes the day between year and month. A few impossible dates do not show it.
    let unusual = candidates.filter { $0.order != .ydm }.map(\.impossible).min() ?? 0
    let candidates = candidates.filter {
      $0.order != .ydm || stated == .ydm || $0.impossible < unusual && unusual * 10 > changes
    }
    let possible = candidates.map(\.impossible).min() ?? 0
    let fitting = candidates.filter { $0.impossible == possible }
    if let stated, fitting.contains(where: { $0.order == stated }) { return Finding(order: stated) }
    var finding = finding(among: fitting)
    if finding.order == .ydm { finding.isAmbiguous = true }
    finding.contradicted = stated
    return finding
  }

  private func finding(among fitting: [Candidate]) -> Finding {
    let backward = fitting.map(\.backward).min() ?? 0
    // Most files are in chronological order. A step back may be an adjusted clock.
    let steady = fitting.filter { $0.backward <= backward + backward / 4 }
    // 5/5/2026 is the same day in either order.
    if Set(steady.map(\.days)).count == 1 {
      return Finding(order: steady[0].order)
    }
    let shortest = steady.min { $0.span < $1.span } ?? steady[0]
    if steady.allSatisfy({ $0.order == shortest.order || $0.span > shortest.span * 4 }) {
      return Finding(order: shortest.order, isAmbiguous: true)
    }
    let guess: DateOrder = american * 2 > count ? .mdy : .dmy
    let guessed = steady.first { $0.order == guess } ?? steady[0]
    return Finding(order: guessed.order, isAmbiguous: true)
  }
}
