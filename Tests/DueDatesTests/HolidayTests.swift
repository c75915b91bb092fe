import CivilTime
import Testing

@testable import DueDates

@Suite struct HolidayTests {
  private let read = SampleReading(written: "2026-01-02T09:00:00")

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
    ("Eid al-Fitr", "Eid al-Fitr", "2026-03-20"), ("Eid al-Adha", "Eid ul Adha", "2026-05-27"),
    ("Diwali", "before Diwali", "2026-11-08"), ("Holi", "Holi 2027", "2027-03-22"),
    ("Shavuot", "Shavuot", "2026-05-21"),
    ("Chinese new year", "Chinese New Year", "2026-02-17"),
    ("Mid-Autumn", "Mid-Autumn Festival", "2026-09-25"),
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
    ("not known, with the end of a known one", "by Islamic New Year", "none"),
    ("not known, with a year", "Parsi New Year 2027", "none"),
    ("the day before one", "choti diwali 2027", "none"),
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

  /// Published days: the first and last of the table, and some that rules of thumb miss.
  @Test(arguments: [
    (MovableFeast.lunarNewYear, "2000-02-05 2015-02-19 2033-01-31 2034-02-19 2045-02-17"),
    (.holi, "2000-03-20 2016-03-24 2026-03-04 2045-03-03"),
    (.passover, "2000-04-19 2016-04-22 2024-04-22 2045-04-01"),
    (.midAutumn, "2000-09-12 2020-10-01 2045-09-25"),
    (.roshHashanah, "2000-09-29 2013-09-04 2043-10-04 2045-09-11"),
    (.diwali, "2000-10-26 2017-10-19 2019-10-27 2022-10-24 2025-10-20 2045-11-08"),
    (.hanukkah, "2000-12-21 2013-11-27 2024-12-25 2045-12-03"),
    (.ramadan, "2000-11-27 2024-03-11 2030-01-05 2030-12-26 2045-07-15"),
    (.eidAlFitr, "2000-01-08 2000-12-27 2024-04-10 2033-01-02 2033-12-23 2045-08-14"),
    (.eidAlAdha, "2000-03-16 2006-01-10 2006-12-31 2024-06-16 2045-10-21"),
  ])
  func `feasts are on the published days`(feast: MovableFeast, published: String) {
    let published = published.split(separator: " ").map(String.init)
    let dates = feast.dates.map(\.description)
    #expect(dates.first == published.first && dates.last == published.last)
    #expect(Set(published).subtracting(dates).isEmpty)
  }

  @Test(arguments: MovableFeast.allCases)
  func `a feast comes back after 12 or 13 moons`(feast: MovableFeast) {
    #expect(Set(feast.dates.map(\.year)) == Set(2000...2045))
    let isIslamic = [.ramadan, .eidAlFitr, .eidAlAdha].contains(feast)
    for (date, next) in zip(feast.dates, feast.dates.dropFirst()) {
      let days = next.daysSinceEpoch - date.daysSinceEpoch
      #expect((353...356).contains(days) || !isIslamic && (383...385).contains(days), "\(date)")
    }
  }

  @Test(arguments: [
    ("before the table", "1999-10-01", "before Diwali", "none"),
    ("in its first year", "2000-10-01", "before Diwali", "2000-10-26"),
    ("in its last year", "2045-10-01", "before Diwali", "2045-11-08"),
    ("at its end", "2045-12-01", "before Diwali", "none"),
    ("behind it", "2046-01-01", "before Diwali", "none"),
    ("a year behind it", "2026-01-02", "Diwali 2046", "none"),
    ("a year before it", "1990-01-02", "Passover 1999", "none"),
    ("next year", "2045-01-02", "Diwali of next year", "none"),
    ("in years", "2026-01-02", "Yom Kippur in 20 years", "none"),
    ("Easter is computed", "2046-01-01", "by Easter", "2046-03-25"),
    ("fixed days are", "2046-01-01", "by Christmas", "2046-12-25"),
    ("twice in a year", "2033-02-01", "by Eid al-Fitr", "2033-12-23"),
  ])
  func `a feast is no date in years that are not listed`(
    name: String, written: String, text: String, date: String
  ) throws {
    #expect(try SampleReading(written: "\(written)T09:00:00")(text) == date, "\(name)")
  }

  @Test func `every holiday of the vocabulary comes back every year`() {
    for word in DateLexicon(Language.all).words {
      guard let rule = word.holiday else { continue }
      for year in 2000...2045 {
        let dates = rule.dates(inYear: year)
        #expect((1...2).contains(dates.count), "\(rule) in \(year)")
        #expect(dates.first.flatMap(rule.next) == dates.first, "\(rule) in \(year)")
      }
    }
  }
}
