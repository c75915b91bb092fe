import CivilTime
import DueDates
import Testing
import TimeZones

@Suite struct DueDateReaderTests {
  private let read = Reading()

  @Test(arguments: [
    ("preposition", "Send it by Friday, ok?", "by Friday"),
    ("article", "on the 3rd of May.", "on the 3rd of May"),
    ("both sides", "see you Friday at 5pm CET!", "Friday at 5pm CET"),
    ("parentheses", "done (due 2026-04-05)", "due 2026-04-05"),
    ("behind it", "Friday at the latest please", "Friday at the latest"),
    ("doubt is left out", "maybe by Friday", "by Friday"),
    ("an article that counts is left out", "a noon appointment", "noon"),
    ("beyond ASCII", "Grüße 👋 bis übermorgen, ja?", "bis übermorgen"),
    ("curly apostrophe", "before New Year’s Eve", "before New Year’s Eve"),
    ("no-break space", "tomorrow 3\u{202F}pm", "tomorrow 3\u{202F}pm"),
    ("en dash", "May 3–5", "May 3–5"),
    ("second line", "todo:\nreport, due Friday", "due Friday"),
  ])
  func `the words and their place are told`(name: String, text: String, words: String) throws {
    let due = try #require(try read.deadline(text), "\(name)")
    #expect(due.words == words, "\(name)")
    #expect(Array(Array(text.utf8)[due.range]) == Array(words.utf8), "\(name)")
  }

  @Test(arguments: [
    ("2026-05-03", DueDate.Form.calendarDate, DueDate.Cue.none),
    ("by the 15th", .dayOfMonth, .deadline),
    ("next Friday", .weekday, .none), ("until tomorrow", .relativeDay, .deadline),
    ("in 3 days", .span, .none),
    ("before EOW", .partOfPeriod, .deadline), ("next week", .period, .none),
    ("due by Easter", .holiday, .deadline),
    ("at 5pm", .clock, .none), ("no later than Monday", .weekday, .deadline),
    ("Deadline: Friday", .weekday, .deadline),
    ("Friday at the latest", .weekday, .deadline),
  ])
  func `how a day is said is told`(text: String, form: DueDate.Form, cue: DueDate.Cue) throws {
    let due = try #require(try read.deadline(text), "\(text)")
    #expect(due.form == form, "\(text)")
    #expect(due.cue == cue, "\(text)")
  }

  @Test func `all deadlines of a text are found, in order`() throws {
    let civil = try #require(ISO8601.read(read.written)).civil
    let reference = try #require(Zone.utc.timestamp(of: civil))
    let text =
      "Draft by Thursday, final version on 3 May; yesterday's notes are lost. Party in 2 weeks."
    let found = Reading.messages.deadlines(in: text, reference: reference, zone: .utc)
    #expect(found.map(\.date.description) == ["2026-03-12", "2026-05-03", "2026-03-25"])
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
    let many = String(repeating: "tomorrow; ", count: 3000)
    #expect(Reading.messages.deadlines(in: many, reference: reference, zone: .utc).count == 1000)
  }

  @Test(arguments: [
    ("day and month", "2-15", "none", "2027-02-15"), ("spaced", "2 - 15", "none", "2027-02-15"),
    ("numbers", "5/12", "none", "2026-05-12"),
    ("numbers with full stops", "05.12", "none", "2026-12-05"),
    ("time", "14:30", "none", "2026-03-11 14:30"), ("now", "now", "none", "2026-03-11 10:30"),
    ("a quarter", "Q3", "none", "2026-09-30"),
    ("in a sentence", "we met 5/12 times", "none", "none"),
    ("a number", "35.49", "none", "none"), ("another number", "2012", "none", "none"),
  ])
  func `numbers alone are a date only as a phrase`(
    name: String, text: String, inMessage: String, asPhrase: String
  ) throws {
    #expect(try read(text) == inMessage, "\(name)")
    #expect(try Reading(reader: Reading.phrases)(text) == asPhrase, "\(name)")
  }

  @Test(arguments: [
    ("slashes", "by 4/5/2027", "2027-05-04", "2027-04-05", "2027-04-05"),
    ("full stops", "by 4.5.2027", "2027-05-04", "2027-04-05", "2027-05-04"),
    ("hyphens", "by 4-5-2027", "2027-05-04", "2027-04-05", "2027-05-04"),
    ("without a year", "by 4/5", "2026-05-04", "2026-04-05", "2026-04-05"),
    ("only one order fits", "by 25/4", "2026-04-25", "2026-04-25", "2026-04-25"),
    ("the order goes before the weekday", "Sunday 4/5", "2026-05-04", "2026-04-05", "2026-04-05"),
    ("year first", "by 2027/4/5", "2027-04-05", "2027-04-05", "2027-04-05"),
    ("full stop", "on 5.6", "2026-06-05", "2026-05-06", "none"),
    ("hyphen", "by 06-05", "2026-05-06", "2026-06-05", "2026-05-06"),
    ("hyphen behind a colon", "deadline: 06-05", "2026-05-06", "2026-06-05", "2026-05-06"),
    (
      "hours or a day", "by 3-4", "2026-04-03", "2027-03-04", "2026-03-11 16:00"
    ),
    ("no hours", "before 6-5", "2026-05-06", "2026-06-05", "2026-05-06"),
    (
      "hours that say so", "by 06-08pm", "2026-03-11 20:00", "2026-03-11 20:00", "2026-03-11 20:00"
    ),
  ])
  func `the order of day and month can be stated`(
    name: String, text: String, dmy: String, mdy: String, unstated: String
  ) throws {
    #expect(try Reading(reader: DueDateReader(order: .dmy))(text) == dmy, "\(name)")
    #expect(try Reading(reader: DueDateReader(order: .mdy))(text) == mdy, "\(name)")
    #expect(try read(text) == unstated, "\(name)")
  }

  @Test(arguments: [
    ("in the evening", "2026-03-11T20:00:00", "tonight at 2", "2026-03-12 02:00"),
    ("in the night", "2026-03-11T00:30:00", "tonight at 2", "2026-03-11 02:00"),
    ("in the evening, before", "2026-03-11T18:00:00", "tonight at 8", "2026-03-11 20:00"),
    ("at twelve", "2026-03-11T18:00:00", "tonight at 12", "2026-03-12 00:00"),
  ])
  func `tonight goes on after midnight`(
    name: String, written: String, text: String, date: String
  ) throws {
    #expect(try Reading(written: written)(text) == date, "\(name)")
  }

  @Test(arguments: [
    ("small", "feb", "none"), ("small and doubtful", "mar", "none"), ("may", "may", "none"),
    ("a capital letter", "Mar", "2026-03-31"), ("in full", "april", "2026-04-30"),
    ("led up to", "by mar", "2026-03-31"), ("with a year", "jan 2027", "2027-01-31"),
  ])
  func `a month alone needs its whole name or a capital letter`(
    name: String, text: String, date: String
  ) throws {
    #expect(try Reading(reader: Reading.phrases)(text) == date, "\(name)")
  }

  @Test func `a week that ends is over on Friday, or at the weekend on Sunday`() throws {
    for (day, end) in [(9, 13), (13, 13), (14, 15), (15, 15), (16, 20)] {
      let reading = Reading(written: "2026-03-\(day < 10 ? "0" : "")\(day)T10:00:00")
      #expect(try reading("by EOW") == "2026-03-\(end)")
    }
  }
}

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
    ("touching", "tomorrow 20:00GMT", "2026-03-12T20:00:00Z"),
    ("before the day", "3pm PT tomorrow", "2026-03-12T15:00:00-07:00"),
    ("end of a range", "tomorrow 9:30-11:00 CET", "2026-03-12T11:00:00+01:00"),
  ])
  func `a time keeps its zone`(name: String, text: String, timestamp: String) throws {
    // Whoever reads on UTC has clocks of that name.
    let onUTC = try #require(try Reading(zone: .utc).deadline(text)?.timestamp, "\(name)")
    if text.contains("UTC") || text.contains("GMT") {
      #expect(onUTC.description == timestamp, "\(name)")
    }
    let due = try #require(try Reading(zone: berlin).deadline(text), "\(name)")
    #expect(due.timestamp?.description == timestamp, "\(name)")
    #expect(due.timestamp?.civil.date == due.date, "\(name)")
    #expect(due.timestamp?.civil.time == due.time, "\(name)")
  }

  @Test(arguments: [
    ("a zone", "tomorrow 5pm EST", true), ("the reader's zone", "tomorrow 5pm CET", true),
    ("none", "tomorrow 5pm", false), ("several zones", "tomorrow 5pm IST", false),
  ])
  func `whether words name a zone is told`(name: String, text: String, isNamed: Bool) throws {
    #expect(try Reading(zone: berlin).deadline(text)?.namesZone == isNamed, "\(name)")
  }

  @Test func `a name of several zones is the reader's, or leaves only the day`() throws {
    #expect(try Reading(zone: berlin)("tomorrow 3pm IST") == "2026-03-12")
    let due = try #require(try Reading(zone: kolkata).deadline("tomorrow 3pm IST"))
    #expect(due.timestamp?.description == "2026-03-12T15:00:00+05:30")
  }

  @Test func `a time elsewhere may be on another day than the reader's`() throws {
    // 22:00 in New York on the 11th is 03:00 in Berlin on the 12th.
    let late = Reading(written: "2026-03-11T22:00:00", zone: newYork)
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
    let due = try #require(try Reading(written: written, zone: berlin).deadline(text), "\(name)")
    #expect(due.timestamp?.description == timestamp, "\(name)")
  }

  @Test func `a day in three days is a day, whatever clocks do`() throws {
    #expect(try Reading(written: "2026-03-28T23:59:00", zone: berlin)("in 3 days") == "2026-03-31")
  }

  @Test func `the reader's day counts, not that of Greenwich`() throws {
    let reference = try #require(ISO8601.read("2026-03-12T02:00:00Z")?.timestamp(assumingOffset: 0))
    let due = Reading.messages.firstDeadline(in: "tomorrow", reference: reference, zone: newYork)
    #expect(due?.date.description == "2026-03-12")
  }
}
