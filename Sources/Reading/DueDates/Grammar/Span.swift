import CivilTime

/// A length of time, such as `two weeks`, in months, days, business days and seconds.
struct Span: Equatable {
  var months = 0
  var days = 0
  var businessDays = 0
  var seconds = 0
  /// Whether it leads to a time of day, because it has hours, shorter units, or a fraction of a day.
  var isExact = false
  /// Whether it has only years.
  var isYears = true
  /// The shortest unit named.
  var unit = SpanUnit.year

  init(months: Int = 0) { self.months = months }

  /// Makes a length of one unit; nil if it is unreasonably long.
  init?(_ unit: SpanUnit, _ amount: Amount = Amount(numerator: 1)) {
    guard add(amount, unit) else { return nil }
  }

  /// Adds an amount of a unit; returns false if the length is unreasonably long.
  mutating func add(_ amount: Amount, _ unit: SpanUnit) -> Bool {
    let (numerator, denominator) = (amount.numerator, amount.denominator)
    guard (0...100_000).contains(numerator), denominator > 0 else { return false }
    self.unit = min(self.unit, unit)
    if unit != .year { isYears = false }
    switch unit {
    case .second, .minute, .hour:
      seconds += numerator * (unit == .hour ? 3600 : unit == .minute ? 60 : 1) / denominator
      isExact = true
    case .day:
      days += numerator / denominator
      if numerator % denominator != 0 {
        seconds += numerator % denominator * 86_400 / denominator
        isExact = true
      }
    case .businessDay: businessDays += (numerator + denominator - 1) / denominator
    case .week: days += numerator * 7 / denominator
    case .fortnight: days += numerator * 14 / denominator
    case .month:
      months += numerator / denominator
      days += numerator % denominator * 30 / denominator
    case .quarter, .year: months += numerator * unit.months / denominator
    }
    return months <= 12_000 && days <= 400_000 && seconds <= 40_000_000_000
  }

  /// Returns the day that is this length after a date, or before it. Hours and shorter units are ignored.
  func days(from date: CivilDate, backwards: Bool = false) -> CivilDate {
    let sign = backwards ? -1 : 1
    var found = date.adding(months: sign * months).adding(days: sign * days)
    if businessDays > 0 {
      // From a weekend, counting starts at the working day before it, or backwards at the one after it.
      while found.weekday.isWeekend { found = found.adding(days: -sign) }
      found = found.adding(days: sign * (businessDays / 5 * 7))
      for _ in 0..<businessDays % 5 {
        repeat { found = found.adding(days: sign) } while found.weekday.isWeekend
      }
    }
    return found
  }
}

/// An amount of a unit, as a fraction.
struct Amount: Equatable {
  var numerator: Int
  var denominator = 1

  static func + (a: Amount, b: Amount) -> Amount {
    Amount(
      numerator: a.numerator * b.denominator + b.numerator * a.denominator,
      denominator: a.denominator * b.denominator)
  }
}
