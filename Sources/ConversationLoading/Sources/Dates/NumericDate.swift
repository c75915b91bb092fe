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
