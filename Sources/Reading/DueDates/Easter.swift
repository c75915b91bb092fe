import CivilTime

/// The date of Easter Sunday in a year, for western and Orthodox churches. `HolidayRule` counts from it.
enum Easter {
  /// Easter of the western churches (anonymous Gregorian algorithm; Meeus, Astronomical Algorithms, chapter 8).
  static func western(_ year: Int) -> CivilDate? {
    let a = year % 19
    let b = year / 100
    let c = year % 100
    let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
    let m = (a + 11 * h + 22 * l) / 451
    let sum = h + l - 7 * m + 114
    return CivilDate(year: year, month: sum / 31, day: sum % 31 + 1)
  }

  /// Easter of the Orthodox churches in the Gregorian calendar (Julian algorithm, same chapter).
  static func orthodox(_ year: Int) -> CivilDate? {
    let d = (19 * (year % 19) + 15) % 30
    let e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
    let sum = d + e + 114
    // The Julian calendar lags by the leap days that the Gregorian calendar omits.
    return CivilDate(year: year, month: sum / 31, day: sum % 31 + 1)?
      .adding(days: year / 100 - year / 400 - 2)
  }
}
