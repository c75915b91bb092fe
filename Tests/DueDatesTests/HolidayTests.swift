import CivilTime
import Testing

@testable import DueDates

@Suite struct HolidayTests {
  private let read = Reading(written: "2026-01-02T09:00:00")

  /// Published dates.
  @Test(arguments: [
    ("new year", "by New Year's Day", "2027-01-01"),
    ("new year's eve", "before New Year's Eve", "2026-12-31"),
    ("Martin Luther King", "MLK day", "2026-01-19"),
    ("presidents", "presidents' day", "2026-02-16"),
    ("Valentine", "by Valentine's", "2026-02-14"), ("Patrick", "St. Patrick's Day", "2026-03-17"),
    ("mother", "Mother's Day 2026", "2026-05-10"), ("memorial", "Memorial Day", "2026-05-25"),
    ("father", "Father's Day", "2026-06-21"), ("labor", "before Labor Day", "2026-09-07"),
    ("columbus", "Columbus Day", "2026-10-12"), ("halloween", "by Halloween", "2026-10-31"),
    ("election", "election day 2028", "2028-11-07"),
    ("thanksgiving", "by Thanksgiving", "2026-11-26"),
    ("Black Friday", "Black Friday", "2026-11-27"), ("Cyber Monday", "cyber monday", "2026-11-30"),
    ("Christmas Eve", "xmas eve", "2026-12-24"), ("Victoria", "Victoria Day", "2026-05-18"),
    ("boss on a Saturday", "boss's day 2027", "2027-10-15"),
    ("king", "King's Day 2031", "2031-04-26"),
    ("Easter", "before Easter", "2026-04-05"), ("Good Friday", "Good Friday 2027", "2027-03-26"),
    ("Ash Wednesday", "Ash Wednesday", "2026-02-18"), ("Ascension", "Ascension Day", "2026-05-14"),
    ("Pentecost", "Pentecost", "2026-05-24"), ("Corpus Christi", "Corpus Christi", "2026-06-04"),
    ("Orthodox Easter", "Orthodox Easter", "2026-04-12"),
    ("first Advent", "erster Advent", "2026-11-29"),
    ("first Advent at its latest", "erster Advent 2028", "2028-12-03"),
    ("first Advent at its earliest", "erster Advent 2033", "2033-11-27"),
    ("fourth Advent", "vierter Advent 2028", "2028-12-24"),
    ("Yom Kippur", "Yom Kippur", "2026-09-20"), ("Rosh Hashanah", "Rosh Hashanah", "2026-09-11"),
    ("Passover", "Passover 2027", "2027-04-21"), ("Hanukkah", "Hanukkah", "2026-12-04"),
    ("Purim in a leap year", "Purim 2027", "2027-03-22"),
    ("Independence", "Yom Ha'atzmaut 2028", "2028-05-01"),
    ("Eid al-Fitr", "Eid al-Fitr", "2026-03-20"), ("Eid al-Adha", "Eid ul Adha", "2026-05-27"),
    ("Diwali", "before Diwali", "2026-11-08"), ("Holi", "Holi 2027", "2027-03-22"),
    ("Ganesh Chaturthi", "Ganesh Chaturthi", "2026-09-14"),
    ("Makar Sankranti", "Makar Sankranti", "2026-01-14"),
    ("Chinese new year", "Chinese New Year", "2026-02-17"),
    ("Mid-Autumn", "Mid-Autumn Festival", "2026-09-25"),
    ("solstice", "winter solstice", "2026-12-21"),
  ])
  func `holidays fall where calendars have them`(name: String, text: String, date: String) throws {
    #expect(try read(text) == date, "\(name)")
  }

  @Test(arguments: [
    ("with a year", "Thanksgiving 2027", "2027-11-25"),
    ("in a year", "Thanksgiving in 2027", "2027-11-25"),
    ("of next year", "Thanksgiving of next year", "2027-11-25"),
    ("in years", "Thanksgiving in 3 years", "2029-11-22"),
    ("years hence", "Diwali two years hence", "2028-10-17"),
    ("in months", "Thanksgiving in 11 months", "2027-11-25"),
    ("with a time", "Christmas Eve at 6pm", "2026-12-24 18:00"),
    ("next", "next Easter", "2026-04-05"),
    ("days after", "three days after Easter", "2026-04-08"),
    ("weekday after", "third Tuesday after Christmas 2026", "2027-01-12"),
    ("last", "last Christmas", "none"), ("past year", "Easter 2020", "none"),
    ("of many countries", "before independence day", "none"),
  ])
  func `the year of a holiday can be said`(name: String, text: String, date: String) throws {
    #expect(try read(text) == date, "\(name)")
  }

  @Test func `Easter is where the tables of both churches have it`() {
    let western = [
      (1818, 3, 22), (1943, 4, 25), (1961, 4, 2), (2000, 4, 23), (2008, 3, 23), (2024, 3, 31),
      (2038, 4, 25),
      (2285, 3, 22),
    ]
    for (year, month, day) in western {
      #expect(Easter.western(year) == CivilDate(year: year, month: month, day: day))
    }
    for (year, month, day) in [
      (1961, 4, 9), (2000, 4, 30), (2021, 5, 2), (2024, 5, 5), (2025, 4, 20),
    ] {
      #expect(Easter.orthodox(year) == CivilDate(year: year, month: month, day: day))
    }
    for year in 1583...4099 { #expect(Easter.western(year)?.weekday == .sunday) }
  }

  @Test func `Hebrew years begin on the right weekdays and have the right lengths`() throws {
    // 1 Tishri never falls on a Sunday, Wednesday or Friday; the eve is the day before.
    var previous: CivilDate?
    for year in 1900...2200 {
      let eve = try #require(HebrewCalendar.eve(of: .init(month: 7, day: 1), inYear: year))
      #expect(![.saturday, .tuesday, .thursday].contains(eve.weekday))
      if let previous {
        let length = eve.daysSinceEpoch - previous.daysSinceEpoch
        #expect([353, 354, 355, 383, 384, 385].contains(length))
      }
      previous = eve
    }
  }

  @Test func `new moons are where eclipses of the sun put them`() {
    // Greatest eclipse, NASA's catalogue, within ten minutes of the new moon.
    for instant in [
      "1999-08-11T11:03:00", "2017-08-21T18:25:00", "2024-04-08T18:17:00", "2026-08-12T17:46:00",
    ] {
      let seconds = Double(ISO8601.read(instant)?.civil.secondsSinceEpoch() ?? 0)
      #expect(abs(SunAndMoon.newMoon(near: seconds + 300_000) - seconds) < 1800, "\(instant)")
    }
  }

  @Test(arguments: [
    (2010, 2, 14), (2012, 1, 23), (2015, 2, 19), (2020, 1, 25), (2023, 1, 22), (2025, 1, 29),
    (2033, 1, 31),
    (2034, 2, 19),
  ])
  func `Chinese years begin on the published days`(year: Int, month: Int, day: Int) {
    let date = ChineseCalendar.date(.init(month: 1, day: 1), inYear: year)
    #expect(date == CivilDate(year: year, month: month, day: day))
  }

  @Test(arguments: [
    (2015, 11, 11), (2017, 10, 19), (2018, 11, 7), (2019, 10, 27), (2020, 11, 14), (2021, 11, 4),
    (2022, 10, 24),
    (2023, 11, 12), (2025, 10, 20),
  ])
  func `Diwali is on the published days`(year: Int, month: Int, day: Int) {
    let dates = HinduCalendar.dates(of: .init(month: 7, day: 30), hour: 18.75, inYear: year)
    #expect(dates == [CivilDate(year: year, month: month, day: day)])
  }

  @Test func `a calendar with shorter years has a holiday twice in some of ours`() {
    let rule = HolidayRule.islamic(.init(month: 1, day: 1))
    let dates = rule.dates(inYear: 2008)
    #expect(dates.map(\.month) == [1, 12])
    let february = CivilDate(year: 2008, month: 2, day: 1) ?? .first
    #expect(HolidayDates().next(rule, from: february) == dates.last)
  }

  @Test func `every holiday of the vocabulary comes back every year from 1950 to 2090`() {
    for word in DateLexicon(Language.all).words {
      guard let rule = word.holiday else { continue }
      for year in stride(from: 1950, through: 2090, by: 9) {
        // A lunar holiday at the turn of the year can fall on either side of it.
        let dates = rule.dates(inYear: year) + rule.dates(inYear: year + 1)
        #expect((1...3).contains(dates.count), "\(rule) in \(year)")
        #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 }, "\(rule) in \(year)")
      }
    }
  }
}
