import CivilTime
import DueDates
import Testing

/// Zones, and the days on which clocks change.
@Suite struct DueDateZoneTests {
  private let berlin: Zone
  private let newYork: Zone
  private let kolkata: Zone

  init() throws {
    berlin = try #require(Zone(posixRule: "CET-1CEST,M3.5.0,M10.5.0/3"))
    newYork = try #require(Zone(posixRule: "EST5EDT,M3.2.0,M11.1.0"))
    kolkata = try #require(Zone(posixRule: "IST-5:30"))
  }

  @Test(arguments: [
    ("reader's zone", "tomorrow 3pm", "2026-03-12T15:00:00+01:00"),
    ("summer time by then", "on 3 May at 3pm", "2026-05-03T15:00:00+02:00"),
    ("UTC", "tomorrow 3pm UTC", "2026-03-12T15:00:00Z"),
    ("GMT and hours", "tomorrow 3pm GMT+2", "2026-03-12T15:00:00+02:00"),
    ("UTC and hours", "tomorrow 3pm UTC+2", "2026-03-12T15:00:00+02:00"),
    ("UTC and hours in parentheses", "tomorrow 3pm (UTC-05:00)", "2026-03-12T15:00:00-05:00"),
    ("offset", "2026-03-12T15:00:00-05:00", "2026-03-12T15:00:00-05:00"),
    ("short offset", "2026-03-12 15:00+0530", "2026-03-12T15:00:00+05:30"),
    ("Z", "2026-03-12T15:00Z", "2026-03-12T15:00:00Z"),
    ("parentheses", "tomorrow 3pm (PST)", "2026-03-12T15:00:00-08:00"),
    ("winter name in summer, America", "on 3 July at 3pm EST", "2026-07-03T15:00:00-05:00"),
    ("neutral name in summer", "on 3 July at 3pm ET", "2026-07-03T15:00:00-04:00"),
    ("European name in summer", "on 3 July at 3pm CET", "2026-07-03T15:00:00+02:00"),
    ("in words", "tomorrow 3pm Eastern time", "2026-03-12T15:00:00-04:00"),
    ("small letters", "tomorrow 8 gmt", "2026-03-12T08:00:00Z"),
    ("small letters of a word", "tomorrow 3pm est", "2026-03-12T15:00:00-05:00"),
    ("a capital letter", "tomorrow 15:00 Utc", "2026-03-12T15:00:00Z"),
    ("a capital letter, touching", "tomorrow 20:00Gmt", "2026-03-12T20:00:00Z"),
    ("a capital letter, Germany", "tomorrow 15:00 Mez", "2026-03-12T15:00:00+01:00"),
    ("touching", "tomorrow 20:00GMT", "2026-03-12T20:00:00Z"),
    ("before the day", "3pm PT tomorrow", "2026-03-12T15:00:00-07:00"),
    ("end of a range", "tomorrow 9:30-11:00 CET", "2026-03-12T11:00:00+01:00"),
  ])
  func `a time keeps its zone`(name: String, text: String, timestamp: String) throws {
    // A reader on UTC has clocks of that name.
    let onUTC = try #require(try SampleReading(zone: .utc).deadline(text)?.timestamp, "\(name)")
    if text.contains("UTC") || text.contains("GMT") {
      #expect(onUTC.description == timestamp, "\(name)")
    }
    let due = try #require(try SampleReading(zone: berlin).deadline(text), "\(name)")
    #expect(due.timestamp?.description == timestamp, "\(name)")
    #expect(due.timestamp?.civil.date == due.date, "\(name)")
    #expect(due.timestamp?.civil.time == due.time, "\(name)")
  }

  @Test(arguments: [
    ("a zone", "tomorrow 5pm EST", true), ("the reader's zone", "tomorrow 5pm CET", true),
    ("none", "tomorrow 5pm", false), ("several zones", "tomorrow 5pm IST", false),
  ])
  func `a zone named by the words is reported`(name: String, text: String, isNamed: Bool) throws {
    #expect(try SampleReading(zone: berlin).deadline(text)?.namesZone == isNamed, "\(name)")
  }

  @Test(arguments: [
    ("German", "tomorrow 15:00 Ist das ok"), ("after pm", "tomorrow 3pm Ist das ok"),
    ("small", "tomorrow 15:00 ist gut"), ("capitalised", "tomorrow 15:00 Est two hours"),
    ("English", "tomorrow 15:00 wet or dry"), ("French", "tomorrow 15:00 Cet endroit"),
  ])
  func `an ordinary word after a time is not its zone`(name: String, text: String) throws {
    let due = try #require(try SampleReading(zone: berlin).deadline(text), "\(name)")
    #expect(due.timestamp?.description == "2026-03-12T15:00:00+01:00", "\(name)")
    #expect(!due.namesZone, "\(name)")
  }

  @Test func `a name of several zones is the reader's, or leaves only the day`() throws {
    #expect(try SampleReading(zone: berlin)("tomorrow 3pm IST") == "2026-03-12")
    let due = try #require(try SampleReading(zone: kolkata).deadline("tomorrow 3pm IST"))
    #expect(due.timestamp?.description == "2026-03-12T15:00:00+05:30")
  }

  @Test func `a time elsewhere may be on another day than the reader's`() throws {
    // 22:00 in New York on the 11th is 03:00 in Berlin on the 12th.
    let late = SampleReading(written: "2026-03-11T22:00:00", zone: newYork)
    let due = try #require(try late.deadline("by 9am CET"))
    #expect(due.timestamp?.description == "2026-03-12T09:00:00+01:00")
  }

  @Test(arguments: [
    ("in the gap", "2026-03-28T12:00:00", "tomorrow at 2:30am", "2026-03-29T03:30:00+02:00"),
    ("in the fold", "2026-10-24T12:00:00", "tomorrow at 2:30am", "2026-10-25T02:30:00+02:00"),
    ("24 hours over the gap", "2026-03-28T12:00:00", "in 24 hours", "2026-03-29T13:00:00+02:00"),
    ("24 hours over the fold", "2026-10-24T12:00:00", "in 24 hours", "2026-10-25T11:00:00+01:00"),
    ("over the gap and on", "2026-03-29T01:59:00", "in 2 minutes", "2026-03-29T03:01:00+02:00"),
    ("a day and hours", "2026-03-28T12:00:00", "in 1 day 2 hours", "2026-03-29T14:00:00+02:00"),
  ])
  func `clocks that change are minded`(
    name: String, written: String, text: String, timestamp: String
  ) throws {
    let due = try #require(
      try SampleReading(written: written, zone: berlin).deadline(text), "\(name)")
    #expect(due.timestamp?.description == timestamp, "\(name)")
  }

  @Test func `a day in three days is a day, whatever clocks do`() throws {
    #expect(
      try SampleReading(written: "2026-03-28T23:59:00", zone: berlin)("in 3 days") == "2026-03-31")
  }

  @Test func `the reader's day counts, not that of Greenwich`() throws {
    let reference = try #require(ISO8601.read("2026-03-12T02:00:00Z")?.timestamp(assumingOffset: 0))
    let due = SampleReading.messages.firstDeadline(
      in: "tomorrow", reference: reference, zone: newYork)
    #expect(due?.date.description == "2026-03-12")
  }
}
