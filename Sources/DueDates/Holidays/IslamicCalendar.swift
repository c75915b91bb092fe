import CivilTime

/// The Islamic calendar, as the Umm al-Qura calendar of Mecca reckons it.
///
/// A month begins on the evening of the day whose sunset in Mecca follows the new moon; its first day is the day after.
/// Where months begin when the crescent has been seen, they may begin a day later.
enum IslamicCalendar {
  /// The sunset of Mecca, in seconds after midnight UTC; it varies by half an hour either way.
  private static let sunset = 15.5 * 3600
  /// The new moon of 17 July 2023, with which 1 Muharram 1445 began.
  private static let knownNewMoon = 1_689_618_720.0
  private static let knownMonth = 1445 * 12

  /// The days that fall into a year of the common calendar, one or two; Muharram is month 1.
  static func dates(of date: HolidayRule.MonthDay, inYear year: Int) -> [CivilDate] {
    let first = (year - 622) * 33 / 32 - 1
    return (first...first + 4).compactMap { islamicYear in
      let months = islamicYear * 12 + date.month - 1 - knownMonth
      let newMoon = SunAndMoon.newMoon(near: knownNewMoon + Double(months) * SunAndMoon.month)
      let eve = ((newMoon - sunset) / 86_400).rounded(.down) + 1
      let found = CivilDate(daysSinceEpoch: Int(eve) + date.day)
      return found?.year == year ? found : nil
    }
  }
}
