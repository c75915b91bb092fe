import CivilTime
import DueDates
import Testing

@Suite struct DueDateReaderTests {
  private let read = SampleReading()

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
  func `the words and their place are reported`(name: String, text: String, words: String) throws {
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
  func `the form of a day is reported`(text: String, form: DueDate.Form, cue: DueDate.Cue) throws {
    let due = try #require(try read.deadline(text), "\(text)")
    #expect(due.form == form, "\(text)")
    #expect(due.cue == cue, "\(text)")
  }

  @Test func `all deadlines of a text are found, in order`() throws {
    let civil = try #require(ISO8601.read(read.written)).civil
    let reference = try #require(Zone.utc.timestamp(of: civil))
    let text =
      "Draft by Thursday, final version on 3 May; yesterday's notes are lost. Party in 2 weeks."
    let found = SampleReading.messages.deadlines(in: text, reference: reference, zone: .utc)
    #expect(found.map(\.date.description) == ["2026-03-12", "2026-05-03", "2026-03-25"])
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
    let many = String(repeating: "tomorrow; ", count: 3000)
    #expect(
      SampleReading.messages.deadlines(in: many, reference: reference, zone: .utc).count == 1000)
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
    #expect(try SampleReading(reader: SampleReading.phrases)(text) == asPhrase, "\(name)")
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
    ("a day after noon's hours", "by 20-5", "2026-05-20", "2026-05-20", "2026-05-20"),
    ("the last of May", "by 31-5", "2026-05-31", "2026-05-31", "2026-05-31"),
    ("beyond hours, one apart", "by 25-4", "2026-04-25", "2026-04-25", "2026-04-25"),
    ("beyond hours", "by 28-2", "2027-02-28", "2027-02-28", "2027-02-28"),
    ("as many hours", "by 30-6", "2026-06-30", "2026-06-30", "2026-06-30"),
    (
      "hours that say so", "by 06-08pm", "2026-03-11 20:00", "2026-03-11 20:00", "2026-03-11 20:00"
    ),
  ])
  func `the order of day and month can be stated`(
    name: String, text: String, dmy: String, mdy: String, unstated: String
  ) throws {
    #expect(try SampleReading(reader: DueDateReader(order: .dmy))(text) == dmy, "\(name)")
    #expect(try SampleReading(reader: DueDateReader(order: .mdy))(text) == mdy, "\(name)")
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
    #expect(try SampleReading(written: written)(text) == date, "\(name)")
  }

  @Test(arguments: [
    ("small", "feb", "none"), ("small and doubtful", "mar", "none"), ("may", "may", "none"),
    ("a capital letter", "Mar", "2026-03-31"), ("in full", "april", "2026-04-30"),
    ("led up to", "by mar", "2026-03-31"), ("with a year", "jan 2027", "2027-01-31"),
  ])
  func `a month alone needs its whole name or a capital letter`(
    name: String, text: String, date: String
  ) throws {
    #expect(try SampleReading(reader: SampleReading.phrases)(text) == date, "\(name)")
  }

  @Test func `a week that ends is over on Friday, or at the weekend on Sunday`() throws {
    for (day, end) in [(9, 13), (13, 13), (14, 15), (15, 15), (16, 20)] {
      let reading = SampleReading(written: "2026-03-\(day < 10 ? "0" : "")\(day)T10:00:00")
      #expect(try reading("by EOW") == "2026-03-\(end)")
    }
  }
}
