import CivilTime

/// How the day of a holiday follows from the year.
enum HolidayRule: Hashable, Sendable {
  /// The same day of every year.
  case fixed(MonthDay)
  /// A day of every year; the Friday before or the Monday after where it falls on a weekend.
  case workday(MonthDay)
  /// The `number`th such weekday of a month, the last for -1, and days after that.
  case weekday(Weekday, number: Int, month: Int, plus: Int)
  /// Such a weekday on or after a day of the year.
  case onOrAfter(Weekday, MonthDay)
  /// Days after Easter Sunday of the western churches.
  case easter(Int)
  /// Days after Easter Sunday of the Orthodox churches.
  case orthodoxEaster(Int)
  /// A day of the Hebrew calendar; Nisan is month 1. The day begins, and is dated here, on the evening before.
  case hebrew(MonthDay)
  /// A Hebrew holiday that moves out of the way of the Sabbath.
  case hebrewShifted(HebrewCalendar.Shifted)
  /// A day of the Islamic calendar.
  case islamic(MonthDay)
  /// The last Friday of Ramadan.
  case lastFridayOfRamadan
  /// A month and a lunar day of the Hindu calendar, and days after it.
  case hindu(MonthDay, hour: Double, plus: Int)
  /// The day on which the sun enters a sign of the Hindu zodiac, and days after it.
  case hinduSolar(sign: Int, plus: Int)
  /// A day of the Chinese calendar.
  case chinese(MonthDay)
  /// The instant at which the sun has come so many degrees from the equinox of March, in UTC.
  case sun(Int)
  /// New year of the Parsis, whose year has 365 days without exception.
  case parsiNewYear
  /// The king's day of the Netherlands, never on a Sunday.
  case kingsDay

  /// A month of some calendar and a day of it, both from 1.
  struct MonthDay: Hashable, Sendable {
    var month: Int
    var day: Int

    func date(inYear year: Int) -> CivilDate? { CivilDate(year: year, month: month, day: day) }
  }

  /// The days in a year of the common calendar: one as a rule; none or two of calendars whose years
  /// are longer or shorter, and none in years that the rule does not reach.
  func dates(inYear year: Int) -> [CivilDate] {
    if followsSky, !SunAndMoon.years.contains(year) { return [] }
    return switch self {
    case .islamic(let date): IslamicCalendar.dates(of: date, inYear: year)
    case .lastFridayOfRamadan:
      IslamicCalendar.dates(of: MonthDay(month: 10, day: 1), inYear: year)
        .map { $0.adding(days: -7).onOrAfter(.friday) }
    case .hindu(let date, let hour, let plus):
      HinduCalendar.dates(of: date, hour: hour, inYear: year).map { $0.adding(days: plus) }
    default: date(inYear: year).map { [$0] } ?? []
    }
  }

  /// Whether it goes by the sun and the moon in the sky; the others are pure arithmetic.
  private var followsSky: Bool {
    switch self {
    case .islamic, .lastFridayOfRamadan, .hindu, .hinduSolar, .chinese, .sun: true
    default: false
    }
  }

  /// The day of rules that have one a year at most.
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
    case .parsiNewYear:
      return CivilDate(year: 2018, month: 8, day: 17)?.adding(days: (year - 2018) * 365)
    case .hebrew(let date): return HebrewCalendar.eve(of: date, inYear: year)
    case .hebrewShifted(let holiday): return HebrewCalendar.eve(of: holiday, inYear: year)
    case .hinduSolar(let sign, let plus):
      return HinduCalendar.date(sunEnters: sign, inYear: year)?.adding(days: plus)
    case .chinese(let date): return ChineseCalendar.date(date, inYear: year)
    case .sun(let degrees): return SunAndMoon.date(longitude: Double(degrees), inYear: year)
    case .islamic, .lastFridayOfRamadan, .hindu: return nil
    }
  }
}

extension CivilDate {
  /// The first such weekday from this day on.
  func onOrAfter(_ weekday: Weekday) -> CivilDate {
    adding(days: (weekday.rawValue - self.weekday.rawValue + 7) % 7)
  }

  /// The `number`th such weekday from a day on, or up to its last day where the number is negative.
  static func nth(
    _ number: Int, _ weekday: Weekday, from first: CivilDate, to last: CivilDate
  ) -> CivilDate {
    number > 0
      ? first.onOrAfter(weekday).adding(days: (number - 1) * 7)
      : last.adding(days: -6).onOrAfter(weekday).adding(days: (number + 1) * 7)
  }
}

/// The days of holidays, each worked out once for a text.
///
/// Those that follow the moon take some ten thousand sines a year, which a text that names nothing
/// but holidays would otherwise ask for again and again.
final class HolidayDates {
  private struct Key: Hashable {
    var rule: HolidayRule
    var year: Int
  }

  private var known: [Key: [CivilDate]] = [:]

  /// The days of a holiday in a year of the common calendar.
  func dates(of rule: HolidayRule, inYear year: Int) -> [CivilDate] {
    let key = Key(rule: rule, year: year)
    if let dates = known[key] { return dates }
    let dates = rule.dates(inYear: year)
    known[key] = dates
    return dates
  }

  /// The first such day from `date` on.
  func next(_ rule: HolidayRule, from date: CivilDate) -> CivilDate? {
    for year in date.year...date.year + 8 {
      if let found = dates(of: rule, inYear: year).first(where: { $0 >= date }) { return found }
    }
    return nil
  }
}
