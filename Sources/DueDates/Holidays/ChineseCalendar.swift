import CivilTime

/// The Chinese calendar: months from new moon to new moon by the clocks of China, the eleventh being
/// the one with the winter solstice (GB/T 33661-2017).
enum ChineseCalendar {
  private static let zone = 8.0

  /// The day in a year of the common calendar, for the months 1 to 10; leap months have no holidays.
  static func date(_ date: HolidayRule.MonthDay, inYear year: Int) -> CivilDate? {
    guard let before = solstice(inYear: year - 1), let after = solstice(inYear: year) else {
      return nil
    }
    // From one eleventh month to the next.
    let end = lastNewMoon(notAfter: after)
    var newMoons = [lastNewMoon(notAfter: before)]
    while let last = newMoons.last, last.day < end.day, newMoons.count < 15 {
      newMoons.append(newMoon(near: last.instant + SunAndMoon.month))
    }
    // With thirteen months between them, the first in which the sun enters no twelfth of its way
    // bears the number of the one before.
    var hasLeapMonth = newMoons.count == 14
    var number = -1
    for (this, next) in zip(newMoons, newMoons.dropFirst()) {
      if hasLeapMonth, sign(day: this.day) == sign(day: next.day) {
        hasLeapMonth = false
        continue
      }
      if number == date.month { return CivilDate(daysSinceEpoch: this.day + date.day - 1) }
      number += 1
    }
    return nil
  }

  private static func solstice(inYear year: Int) -> Int? {
    SunAndMoon.date(longitude: 270, inYear: year).map { date in
      let instant = SunAndMoon.instant(longitude: 270, near: Double(date.daysSinceEpoch) * 86_400)
      return day(of: instant)
    }
  }

  private static func newMoon(near instant: Double) -> (instant: Double, day: Int) {
    let found = SunAndMoon.newMoon(near: instant)
    return (found, day(of: found))
  }

  private static func lastNewMoon(notAfter day: Int) -> (instant: Double, day: Int) {
    var found = newMoon(near: Double(day) * 86_400)
    while found.day > day { found = newMoon(near: found.instant - SunAndMoon.month) }
    let next = newMoon(near: found.instant + SunAndMoon.month)
    return next.day <= day ? next : found
  }

  private static func day(of instant: Double) -> Int {
    Int(((instant + zone * 3600) / 86_400).rounded(.down))
  }

  /// Which twelfth of its way the sun is in as a day begins in China.
  private static func sign(day: Int) -> Int {
    Int(SunAndMoon.sunLongitude(Double(day) * 86_400 - zone * 3600) / 30)
  }
}
