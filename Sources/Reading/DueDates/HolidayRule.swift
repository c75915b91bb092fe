import CivilTime

/// The rule for a holiday's day in a year, such as "the fourth Thursday of November". Below: searches for weekdays.
enum HolidayRule: Hashable, Sendable {
  /// The same day every year.
  case fixed(MonthDay)
  /// The same day every year; on a weekend, the Friday before or the Monday after.
  case workday(MonthDay)
  /// The `number`th of a weekday in a month (-1 for the last), plus a number of days.
  case weekday(Weekday, number: Int, month: Int, plus: Int)
  /// The first of a weekday on or after a day of the year.
  case onOrAfter(Weekday, MonthDay)
  /// A number of days after Easter Sunday of the western churches.
  case easter(Int)
  /// A number of days after Easter Sunday of the Orthodox churches.
  case orthodoxEaster(Int)
  /// A number of days after a feast that follows the moon.
  case feast(MovableFeast, plus: Int)
  /// King's Day of the Netherlands, never on a Sunday.
  case kingsDay

  /// A month and a day of the month, both from 1.
  struct MonthDay: Hashable, Sendable {
    var month: Int
    var day: Int

    func date(inYear year: Int) -> CivilDate? { CivilDate(year: year, month: month, day: day) }
  }

  /// The days in a year: usually one, two for some feasts, none in a year without data.
  func dates(inYear year: Int) -> [CivilDate] {
    guard case .feast(let feast, let plus) = self else {
      return date(inYear: year).map { [$0] } ?? []
    }
    return feast.dates.map { $0.adding(days: plus) }.filter { $0.year == year }
  }

  /// The first day on or after `date`, or nil in a year without data.
  func next(from date: CivilDate) -> CivilDate? {
    let dates = dates(inYear: date.year)
    if dates.isEmpty { return nil }
    return dates.first { $0 >= date } ?? self.dates(inYear: date.year + 1).first
  }

  /// The day in a year by any rule except `feast`.
  private func date(inYear year: Int) -> CivilDate? {
    switch self {
    case .fixed(let day): return day.date(inYear: year)
    case .workday(let day):
      let date = day.date(inYear: year)
      return switch date?.weekday {
      case .saturday: date?.adding(days: -1)
      case .sunday: date?.adding(days: 1)
      default: date
      }
    case .weekday(let weekday, let number, let month, let plus):
      guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
      let last = first.adding(months: 1).adding(days: -1)
      let date = CivilDate.nth(number, weekday, from: first, to: last)
      return date.month == month ? date.adding(days: plus) : nil
    case .onOrAfter(let weekday, let day): return day.date(inYear: year)?.onOrAfter(weekday)
    case .easter(let days): return Easter.western(year)?.adding(days: days)
    case .orthodoxEaster(let days): return Easter.orthodox(year)?.adding(days: days)
    case .kingsDay:
      let date = CivilDate(year: year, month: 4, day: 27)
      return date?.weekday == .sunday ? date?.adding(days: -1) : date
    case .feast: return nil
    }
  }
}

extension CivilDate {
  /// Returns the first of a weekday on or after this day.
  func onOrAfter(_ weekday: Weekday) -> CivilDate {
    adding(days: (weekday.rawValue - self.weekday.rawValue + 7) % 7)
  }

  /// Returns the `number`th of a weekday from `first` on, or back from `last` if the number is negative.
  static func nth(
    _ number: Int, _ weekday: Weekday, from first: CivilDate, to last: CivilDate
  ) -> CivilDate {
    number > 0
      ? first.onOrAfter(weekday).adding(days: (number - 1) * 7)
      : last.adding(days: -6).onOrAfter(weekday).adding(days: (number + 1) * 7)
  }
}
