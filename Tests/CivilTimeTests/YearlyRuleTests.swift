import Testing

@testable import CivilTime

@Suite struct YearlyRuleTests {
  @Test(arguments: [
    (
      "central Europe", "CET-1CEST,M3.5.0,M10.5.0/3", 2026, "2026-03-29T01:00:00",
      "2026-10-25T01:00:00"
    ),
    ("New York", "EST5EDT,M3.2.0,M11.1.0", 2026, "2026-03-08T07:00:00", "2026-11-01T06:00:00"),
    (
      "Nuuk, on the day before", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2026, "2026-03-29T01:00:00",
      "2026-10-25T01:00:00"
    ),
    (
      "days without 29 February", "AAA0BBB,J60/0,J365/0", 2024, "2024-03-01T00:00:00",
      "2024-12-30T23:00:00"
    ),
    (
      "days with 29 February", "AAA0BBB,59/0,364/0", 2024, "2024-02-29T00:00:00",
      "2024-12-29T23:00:00"
    ),
    (
      "half an hour", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 2026, "2026-10-03T15:30:00",
      "2026-04-04T15:00:00"
    ),
  ])
  func `the changes of a year are where the rule says`(
    name: String, text: String, year: Int, start: String, end: String
  ) throws {
    let rule = try #require(YearlyRule(text.utf8), "\(name)")
    let changes = rule.changes(inYear: year)
    let instant = { (change: (seconds: Int, type: LocalTimeType)) in
      CivilDateTime(secondsSinceEpoch: change.seconds)?.description
    }
    #expect(changes.first { $0.type == rule.daylight?.type }.flatMap(instant) == start, "\(name)")
    #expect(changes.first { $0.type == rule.standard }.flatMap(instant) == end, "\(name)")
    #expect(changes[0].seconds < changes[1].seconds)
  }

  @Test func `south of the equator the year begins in daylight time`() throws {
    let rule = try #require(YearlyRule("AEST-10AEDT,M10.1.0,M4.1.0/3".utf8))
    let january = try #require(CivilDate(year: 2026, month: 1, day: 15)).daysSinceEpoch * 86_400
    #expect(rule.type(at: january).abbreviation == "AEDT")
    #expect(rule.type(at: january + 180 * 86_400).abbreviation == "AEST")
  }

  @Test(arguments: [
    ("empty", ""), ("no offset", "CET"), ("two letters", "CE-1"), ("no days", "CET-1CEST"),
    ("one day", "CET-1CEST,M3.5.0"), ("month 13", "CET-1CEST,M13.5.0,M10.5.0"),
    ("week 0", "CET-1CEST,M3.0.0,M10.5.0"), ("weekday 7", "CET-1CEST,M3.5.7,M10.5.0"),
    ("J0", "CET-1CEST,J0,J300"), ("day 366", "CET-1CEST,1,366"), ("hour 168", "CET-1CEST,1/168,2"),
    ("offset of 25 hours", "CET25"), ("rest", "CET-1CEST,M3.5.0,M10.5.0 "),
    ("unclosed name", "<+03-3"), ("a huge number", "CET-99999999999999999999"),
  ])
  func `other strings are refused`(name: String, text: String) {
    #expect(YearlyRule(text.utf8) == nil, "\(name)")
  }
}
