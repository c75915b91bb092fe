import CivilTime

/// The Hindu calendar: months from new moon to new moon, days by the moon's distance from the sun.
///
/// A holiday is the first day on which its lunar day holds at a certain hour in India: at dawn,
/// noon, dusk or midnight, as the holiday has it. Almanacs of different regions differ by a day now
/// and then; this is the reckoning with the zodiac of the Lahiri almanac.
enum HinduCalendar {
  /// Hours of clocks in India, which are five and a half ahead of UTC.
  private static let zone = 5.5

  /// The days in a year of the common calendar on which a lunar day, 1 to 30, holds at `hour`: one as a rule, none or
  /// two at the turn of the year. Months are named after the sign that the sun enters in them; Chaitra is the first.
  static func dates(
    of lunarDate: HolidayRule.MonthDay, hour: Double, inYear year: Int
  ) -> [CivilDate] {
    guard let january = CivilDate(year: year, month: 1, day: 1) else { return [] }
    let start = Double(january.daysSinceEpoch) * 86_400
    var newMoon = SunAndMoon.newMoon(near: start - 40 * 86_400)
    var found: [CivilDate] = []
    for _ in 0..<15 {
      let next = SunAndMoon.newMoon(near: newMoon + SunAndMoon.month)
      let sign = sign(newMoon)
      // In an added month the sun enters no sign.
      if (sign + 1) % 12 == lunarDate.month - 1, self.sign(next) != sign,
        let date = date(lunarDay: lunarDate.day, hour: hour, from: newMoon, to: next),
        date.year == year
      {
        found.append(date)
      }
      newMoon = next
    }
    return found
  }

  private static func date(
    lunarDay: Int, hour: Double, from newMoon: Double, to next: Double
  ) -> CivilDate? {
    let first = ((newMoon + zone * 3600) / 86_400).rounded(.down)
    for days in 0...31 {
      let instant = (first + Double(days)) * 86_400 + (hour - zone) * 3600
      if instant <= newMoon { continue }
      // Where the hour of the last lunar day never comes, the day on which it ends serves.
      if instant >= next || Int(SunAndMoon.phase(instant) / 12) + 1 >= lunarDay {
        return CivilDate(daysSinceEpoch: Int(first) + days - (instant >= next ? 1 : 0))
      }
    }
    return nil
  }

  /// The day on which the sun enters a sign of the zodiac, 0 for Mesha; the next day where it does so after sunset.
  static func date(sunEnters sign: Int, inYear year: Int) -> CivilDate? {
    guard let january = CivilDate(year: year, month: 1, day: 1) else { return nil }
    // Mesha begins about 14 April, day 103.
    let day = 103 + Double(sign) / 12 * 365.2422
    let guess = Double(january.daysSinceEpoch) + (sign > 8 ? day - 365.2422 : day)
    let longitude = SunAndMoon.normalised(Double(sign) * 30 + precession(guess * 86_400))
    let instant = SunAndMoon.instant(longitude: longitude, near: guess * 86_400)
    return SunAndMoon.day(of: instant + 6 * 3600, zone: zone)
  }

  /// The sign of the fixed zodiac that the sun stands in, 0 to 11.
  private static func sign(_ seconds: Double) -> Int {
    let longitude = SunAndMoon.sunLongitude(seconds) - precession(seconds)
    return Int(SunAndMoon.normalised(longitude) / 30) % 12
  }

  /// Degrees that the equinox has moved since it stood at the start of the fixed zodiac.
  private static func precession(_ seconds: Double) -> Double {
    23.853 + (seconds - 946_728_000) / 86_400 / 365.25 * 50.29 / 3600
  }
}
