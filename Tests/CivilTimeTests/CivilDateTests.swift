import CivilTime
import Testing

@Suite struct CivilDateTests {
  @Test func `every day from year 1 to 9999 counts on by one and comes back`() throws {
    let first = CivilDate.first.daysSinceEpoch
    let last = CivilDate.last.daysSinceEpoch
    #expect(last - first == 3_652_058)
    var previous = try #require(CivilDate(daysSinceEpoch: first))
    for days in stride(from: first, through: last, by: 13) {
      let date = try #require(CivilDate(daysSinceEpoch: days))
      #expect(date.daysSinceEpoch == days)
      #expect(date >= previous)
      #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
      previous = date
    }
    #expect(CivilDate(daysSinceEpoch: last + 1) == nil)
    #expect(CivilDate(daysSinceEpoch: first - 1) == nil)
  }

  @Test(arguments: [
    ("not a leap year", 2023, 2, 29), ("a century", 1900, 2, 29), ("April", 2024, 4, 31),
    ("month 13", 2024, 13, 1), ("day 0", 2024, 1, 0), ("year 0", 0, 1, 1),
  ])
  func `days that do not exist are refused`(name: String, year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil, "\(name)")
  }

  @Test(arguments: [
    ("epoch", 1970, 1, 1, Weekday.thursday), ("leap day", 2000, 2, 29, .tuesday),
    ("before epoch", 1969, 12, 31, .wednesday), ("future", 2038, 1, 19, .tuesday),
  ])
  func `weekdays are right`(name: String, year: Int, month: Int, day: Int, weekday: Weekday) {
    #expect(CivilDate(year: year, month: month, day: day)?.weekday == weekday, "\(name)")
  }

  @Test(arguments: [
    ("shorter month", "2024-01-31", 1, "2024-02-29"), ("back", "2024-03-31", -1, "2024-02-29"),
    ("over a year", "2023-11-30", 3, "2024-02-29"),
    ("end of the calendar", "9999-12-01", 2, "9999-12-31"),
  ])
  func `adding months keeps the day or the month's last`(
    name: String, from: String, months: Int, to: String
  ) throws {
    let date = try #require(ISO8601.read(from)?.civil.date)
    #expect(date.adding(months: months).description == to, "\(name)")
  }

  @Test func `adding days stays inside the calendar`() {
    #expect(CivilDate.last.adding(days: 1) == .last)
    #expect(CivilDate.first.adding(days: .min) == .first)
    #expect(CivilDate.first.adding(days: .max) == .last)
  }
}
