import CivilTime

/// The Hebrew calendar, which is pure arithmetic.
///
/// After Reingold and Dershowitz, Calendrical Calculations, chapter "The Hebrew Calendar". Days begin
/// at sunset; a holiday that is named in a deadline begins on the evening before its date, so that
/// evening's day is the one that counts.
enum HebrewCalendar {
  /// Holidays that are moved when they fall too near the Sabbath.
  enum Shifted: String, Sendable {
    /// The fast of 9 Av, put off from a Sabbath; dated on the evening it begins on by the calendar.
    case ninthOfAv
    /// 5 Iyar, moved from Friday, Saturday and Monday.
    case independence
    /// 4 Iyar, the day before.
    case memorial
    /// 27 Nisan, moved from Friday and Sunday.
    case holocaust
  }

  /// The evening on which a day begins that falls into a year of the common calendar.
  static func eve(of date: HolidayRule.MonthDay, inYear year: Int) -> CivilDate? {
    // Of the two Adars of a leap year, the second has the holidays.
    for hebrewYear in year + 3759...year + 3762 {
      let month = date.month == 12 && isLeap(hebrewYear) ? 13 : date.month
      let days = fixedDay(year: hebrewYear, month: month, day: date.day)
      if let date = CivilDate(daysSinceEpoch: days - 1), date.year == year { return date }
    }
    return nil
  }

  static func eve(of holiday: Shifted, inYear year: Int) -> CivilDate? {
    let (month, day): (Int, Int)
    // Days by which an eve moves, by the weekday that it falls on.
    let shifts: [Weekday: Int]
    switch holiday {
    case .ninthOfAv: (month, day, shifts) = (5, 9, [.friday: 1])
    case .holocaust: (month, day, shifts) = (1, 27, [.thursday: -1, .saturday: 1])
    case .independence, .memorial:
      (month, day, shifts) = (2, 5, [.thursday: -1, .friday: -2, .sunday: 1])
    }
    let eve = eve(of: HolidayRule.MonthDay(month: month, day: day), inYear: year)
    let dayBefore = holiday == .memorial ? 1 : 0
    return eve.map { $0.adding(days: (shifts[$0.weekday] ?? 0) - dayBefore) }
  }

  static func isLeap(_ year: Int) -> Bool { (7 * year + 1) % 19 < 7 }

  /// Days from the calendar's beginning to the new year, before it is put off.
  private static func elapsedDays(_ year: Int) -> Int {
    let months = (235 * year - 234) / 19
    let parts = 12_084 + 13_753 * months
    let day = 29 * months + parts / 25_920
    return 3 * (day + 1) % 7 < 3 ? day + 1 : day
  }

  /// The day of the new year (1 Tishri), in days after 1970-01-01.
  private static func newYear(_ year: Int) -> Int {
    let before = elapsedDays(year - 1)
    let this = elapsedDays(year)
    let after = elapsedDays(year + 1)
    let delay = after - this == 356 ? 2 : this - before == 382 ? 1 : 0
    // 1 Tishri 1 was 7 October 3761 BCE (Julian), 2,092,590 days before 1970.
    return this + delay - 2_092_590
  }

  /// A date in days after 1970-01-01; Nisan is month 1, but the year begins with Tishri, month 7.
  private static func fixedDay(year: Int, month: Int, day: Int) -> Int {
    var days = newYear(year) + day - 1
    let months =
      month < 7 ? Array(7...(isLeap(year) ? 13 : 12)) + Array(1..<month) : Array(7..<month)
    for month in months { days += length(ofMonth: month, year: year) }
    return days
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    let daysInYear = newYear(year + 1) - newYear(year)
    switch month {
    case 2, 4, 6, 10, 13: return 29
    case 12: return isLeap(year) ? 30 : 29
    case 8: return daysInYear % 10 == 5 ? 30 : 29
    case 9: return daysInYear % 10 == 3 ? 29 : 30
    default: return 30
    }
  }
}
