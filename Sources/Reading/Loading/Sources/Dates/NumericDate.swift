import CivilTime

/// A date of three numbers, in whichever order they are meant.
struct NumericDate: Equatable {
  var first: Int
  var second: Int
  var third: Int
  /// Whether the first, or the third, number is written as years are: with three digits or more.
  var beginsWithYear = false
  var endsWithYear = false
  /// Whether dots stand between the numbers; nobody writes the month first then.
  var isDotted = false

  /// The day that is meant in an order; nil where the calendar has none.
  ///
  /// Years of one or two digits are those from 1970 to 2069, years from 2400 to 2700 are counted in the
  /// Buddhist era, 543 years ahead. Those from 1300 to 1500 belong to calendars with other months.
  func date(in order: DateOrder) -> CivilDate? {
    let (year, month, day, hasYear) =
      switch order {
      case .dmy: (third, second, first, !beginsWithYear)
      case .mdy: (third, first, second, !beginsWithYear && !isDotted)
      case .ymd: (first, second, third, !endsWithYear)
      }
    guard hasYear, let year = Self.year(year) else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// The day that is meant in an order, or in the only other one that the calendar has.
  func date(preferring order: DateOrder) -> CivilDate? {
    if let date = date(in: order) { return date }
    for other in DateOrder.allCases {
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

/// What the dates of a whole file, taken together, say about their order of day, month and year.
struct DateOrderEvidence {
  struct Finding {
    var order: DateOrder
    /// Whether another order would do as well.
    var isAmbiguous = false
    /// The order that was asked for, where the dates contradict it.
    var contradicted: DateOrder?

    /// What to tell the user; nil where there is no doubt.
    var warning: String? {
      if let contradicted {
        return "its dates do not fit --date-order \(contradicted.rawValue) and were taken as "
          + order.rawValue
      }
      guard isAmbiguous else { return nil }
      return "day and month of its dates could be either way round and were taken as "
        + "\(order.rawValue) (--date-order settles it)"
    }
  }

  /// How well the dates fit one order.
  private struct Candidate {
    let order: DateOrder
    /// Dates that the calendar has not, or that lie before there was such a chat.
    var impossible = 0
    /// Times that a date lies before the one in front of it.
    var backward = 0
    var first: Int?
    var last = 0

    var span: Int { first.map { abs(last - $0) } ?? 0 }
  }

  private var candidates = DateOrder.allCases.map { Candidate(order: $0) }
  private var last: NumericDate?
  private let earliestYear: Int
  private var count = 0
  /// Those that are written as in the United States.
  private var american = 0

  /// Starts without evidence; no date lies before `earliestYear`.
  init(earliestYear: Int = 1) {
    self.earliestYear = earliestYear
  }

  var isEmpty: Bool { last == nil }

  /// Whether all dates fit one order, and some of them no other.
  var isSettled: Bool {
    candidates.count { $0.impossible == 0 } == 1 && candidates.count { $0.impossible > 0 } == 2
  }

  mutating func note(_ date: NumericDate, isAmerican: Bool) {
    count += 1
    if isAmerican { american += 1 }
    if date == last { return }
    last = date
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
    }
  }

  /// Notes a time, if its date is of numbers alone, and whether `AM` or `PM` stands behind it.
  mutating func note(_ time: WrittenTime, isAmerican: Bool) {
    if case .numeric(let date, _) = time { note(date, isAmerican: isAmerican) }
  }

  /// Whether `AM` or `PM` stands behind a time.
  static func isAmerican(_ bytes: Bytes) -> Bool {
    bytes.trimmed.last?.lowercasedASCII == UInt8(ascii: "m")
  }

  /// The order that the dates fit best. Where that leaves a choice, `stated` settles it, else the dates
  /// that lie closest together, else the way in which most are written.
  func finding(stated: DateOrder?) -> Finding {
    guard let last else { return Finding(order: .dmy) }
    let possible = candidates.map(\.impossible).min() ?? 0
    let fitting = candidates.filter { $0.impossible == possible }
    if let stated, fitting.contains(where: { $0.order == stated }) { return Finding(order: stated) }
    var finding = finding(among: fitting, last)
    finding.contradicted = stated
    return finding
  }

  private func finding(among fitting: [Candidate], _ last: NumericDate) -> Finding {
    let backward = fitting.map(\.backward).min() ?? 0
    // A file that is mostly in order tells by it; one step back may be a clock that was set.
    let steady = fitting.filter { $0.backward <= backward + backward / 4 }
    let days = Set(steady.compactMap { last.date(in: $0.order) })
    // 5/5/2026 is one day in either order.
    if steady.count == 1 || days.count == 1 && steady.allSatisfy({ $0.span == 0 }) {
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
