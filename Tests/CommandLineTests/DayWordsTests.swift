import CivilTime
import Testing

@testable import CommandLine

@Suite struct DayWordsTests {
  @Test(
    arguments: [
      ("today", true, "2026-05-06"), ("yesterday", false, "2026-05-05"),
      ("friday", true, "2026-05-08"), ("friday", false, "2026-05-01"),
      // It is Wednesday.
      ("wednesday", true, "2026-05-13"), ("wed", false, "2026-05-06"),
      ("last friday", false, "2026-05-01"), ("last wednesday", false, "2026-04-29"),
      ("next week", true, "2026-05-11"), ("this week", false, "2026-05-04"),
      ("last month", false, "2026-04-01"), ("next year", true, "2027-01-01"),
      ("3 days ago", false, "2026-05-03"), ("2 weeks ago", false, "2026-04-22"),
      ("1 month ago", false, "2026-04-06"), ("next friday", true, nil), ("soon", true, nil),
      ("last", false, nil), ("3 moons ago", false, nil),
      ("99999999999999999999 days ago", false, nil),
    ] as [(String, Bool, String?)])
  func `words mean the beginning of what they name`(words: String, ahead: Bool, date: String?)
    throws
  {
    let today = try #require(CivilDate(year: 2026, month: 5, day: 6))
    #expect(DayWords.date(words, today: today, ahead: ahead)?.description == date)
  }
}
