import CivilTime

/// How the day of a holiday follows from the year.
enum HolidayRule: Hashable, Sendable {
  /// The same day of every year.
  case fixed(month: Int, day: Int)
  /// A day of every year; the Friday before or the Monday after where it falls on a weekend.
  case workday(month: Int, day: Int)
  /// The `number`th such weekday of a month, the last for -1, and days after that.
  case weekday(Weekday, number: Int, month: Int, plus: Int = 0)
  /// Such a weekday on or after a day of the year.
  case onOrAfter(Weekday, month: Int, day: Int)
  /// Days after Easter Sunday of the western churches.
  case easter(Int)
  /// Days after Easter Sunday of the Orthodox churches.
  case orthodoxEaster(Int)
  /// Sundays before Christmas: 4 for the first of Advent, with days after it.
  case advent(Int, plus: Int = 0)
  /// A day of the Hebrew calendar; Nisan is month 1. The day begins, and is dated here, on the
  /// evening before.
  case hebrew(month: Int, day: Int)
  /// A Hebrew holiday that moves out of the way of the Sabbath.
  case hebrewShifted(HebrewCalendar.Shifted)
  /// A day of the Islamic calendar.
  case islamic(month: Int, day: Int)
  /// The last Friday of Ramadan.
  case lastFridayOfRamadan
  /// A day of the Hindu lunar calendar, and days after it.
  case hindu(HinduCalendar.Month, lunarDay: Int, hour: Double, plus: Int = 0)
  /// The day on which the sun enters a sign of the Hindu zodiac, and days after it.
  case hinduSolar(sign: Int, plus: Int = 0)
  /// A day of the Chinese calendar.
  case chinese(month: Int, day: Int)
  /// The instant at which the sun has come so many degrees from the equinox of March, in UTC.
  case sun(Int)
  /// New year of the Parsis, whose year has 365 days without exception.
  case parsiNewYear
  /// The king's day of the Netherlands, never on a Sunday.
  case kingsDay

  /// The days in a year of the common calendar: one as a rule; none or two of calendars whose years
  /// are longer or shorter, and none in years that the rule does not reach.
  func dates(inYear year: Int) -> [CivilDate] {
    switch self {
    case .islamic, .lastFridayOfRamadan, .hindu, .hinduSolar, .chinese, .sun:
      return SunAndMoon.years.contains(year) ? lunarDates(inYear: year) : []
    default:
      return date(inYear: year).map { [$0] } ?? []
    }
  }

  /// The rules that are pure arithmetic.
  private func date(inYear year: Int) -> CivilDate? {
    switch self {
    case .fixed(let month, let day):
      return CivilDate(year: year, month: month, day: day)
    case .workday(let month, let day):
      guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
      return switch date.weekday {
      case .saturday: date.adding(days: -1)
      case .sunday: date.adding(days: 1)
      default: date
      }
    case .weekday(let weekday, let number, let month, let plus):
      return CivilDate.weekday(weekday, number: number, month: month, year: year)?
        .adding(days: plus)
    case .onOrAfter(let weekday, let month, let day):
      return CivilDate(year: year, month: month, day: day)?.onOrAfter(weekday)
    case .easter(let days):
      return Easter.western(year)?.adding(days: days)
    case .orthodoxEaster(let days):
      return Easter.orthodox(year)?.adding(days: days)
    case .advent(let number, let plus):
      let sunday = CivilDate(year: year, month: 12, day: 18)?.onOrAfter(.sunday)
      return sunday?.adding(days: -7 * (number - 1) + plus)
    case .kingsDay:
      let date = CivilDate(year: year, month: 4, day: 27)
      return date?.weekday == .sunday ? date?.adding(days: -1) : date
    case .parsiNewYear:
      return CivilDate(year: 2018, month: 8, day: 17)?.adding(days: (year - 2018) * 365)
    case .hebrew(let month, let day):
      return HebrewCalendar.eve(month: month, day: day, inYear: year)
    case .hebrewShifted(let holiday):
      return HebrewCalendar.eve(of: holiday, inYear: year)
    default:
      return nil
    }
  }

  /// The rules that follow the sun and the moon in the sky.
  private func lunarDates(inYear year: Int) -> [CivilDate] {
    switch self {
    case .islamic(let month, let day):
      return IslamicCalendar.dates(month: month, day: day, inYear: year)
    case .lastFridayOfRamadan:
      return IslamicCalendar.dates(month: 10, day: 1, inYear: year)
        .map { $0.adding(days: -7).onOrAfter(.friday) }
    case .hindu(let month, let lunarDay, let hour, let plus):
      return HinduCalendar.dates(month: month, lunarDay: lunarDay, hour: hour, inYear: year)
        .map { $0.adding(days: plus) }
    case .hinduSolar(let sign, let plus):
      return HinduCalendar.date(sunEnters: sign, inYear: year).map { [$0.adding(days: plus)] } ?? []
    case .chinese(let month, let day):
      return ChineseCalendar.date(month: month, day: day, inYear: year).map { [$0] } ?? []
    case .sun(let degrees):
      return SunAndMoon.date(longitude: Double(degrees), inYear: year).map { [$0] } ?? []
    default:
      return []
    }
  }
}

extension CivilDate {
  /// The first such weekday from this day on.
  func onOrAfter(_ weekday: Weekday) -> CivilDate {
    adding(days: (weekday.rawValue - self.weekday.rawValue + 7) % 7)
  }

  /// The `number`th such weekday of a month, counted from its end where negative; nil where there
  /// is none.
  static func weekday(_ weekday: Weekday, number: Int, month: Int, year: Int) -> CivilDate? {
    guard let first = CivilDate(year: year, month: month, day: 1), number != 0 else { return nil }
    let length = CivilDate.length(ofMonth: month, year: year)
    let earliest = first.onOrAfter(weekday).day
    let latest = earliest + (length - earliest) / 7 * 7
    let day = number > 0 ? earliest + (number - 1) * 7 : latest + (number + 1) * 7
    return CivilDate(year: year, month: month, day: day)
  }
}
