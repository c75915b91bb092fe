import CivilTime
import DueDates
import TestSupport
import Testing

/// Properties of every date, on any day of writing.
@Suite struct DueDatePropertyTests {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November",
    "December",
  ]
  private static let germanMonths = [
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
    "November",
    "Dezember",
  ]
  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// Days to start from: month ends, leap days, year ends and random days.
  private static let starts: [CivilDate] = {
    var dates = [
      (2023, 12, 31), (2024, 1, 1), (2024, 1, 31), (2024, 2, 28), (2024, 2, 29), (2024, 12, 30),
      (2025, 2, 28),
      (2025, 6, 30), (2026, 12, 31), (2027, 1, 1), (2028, 2, 29), (2099, 12, 31), (2100, 2, 28),
    ].compactMap { CivilDate(year: $0.0, month: $0.1, day: $0.2) }
    var random = SeededRandom(seed: 11)
    for _ in 0..<FuzzRounds.count(15) {
      dates.append(CivilDate.first.adding(days: Int.random(in: 730_000...790_000, using: &random)))
    }
    return dates
  }()

  private func read(
    _ text: String, on date: CivilDate, _ reader: DueDateReader = SampleReading.messages
  ) throws -> String {
    try SampleReading(written: "\(date)T10:30:00", reader: reader)(text)
  }

  @Test func `a date comes back from all ways of writing it with its year`() throws {
    let dayFirst = DueDateReader(order: .dmy)
    let monthFirst = DueDateReader(order: .mdy)
    var random = SeededRandom(seed: 12)
    for start in Self.starts {
      let date = start.adding(days: Int.random(in: 0...4000, using: &random))
      let (year, month, day) = (date.year, date.month, date.day)
      let name = Self.months[month - 1]
      let suffix = [1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"][day] ?? "th"
      let forms = [
        "\(date)", "\(year)/\(month)/\(day)", "by \(date).", "\(day) \(name) \(year)",
        "\(name) \(day), \(year)",
        "\(name) \(day) \(year)", "the \(day)\(suffix) of \(name), \(year)",
        "\(name) \(day)\(suffix) \(year)",
        "\(day)-\(name.prefix(3))-\(year)", "\(year) \(name) \(day)",
        "\(day). \(Self.germanMonths[month - 1]) \(year)",
        "\(Self.weekdays[date.weekday.rawValue - 1]), \(name) \(day), \(year)", "due:\(date)",
      ]
      for form in forms { #expect(try read(form, on: start) == "\(date)", "\(form) on \(start)") }
      for separator in ["/", ".", "-"] {
        let european = [day, month, year].map(String.init).joined(separator: separator)
        let american = [month, day, year].map(String.init).joined(separator: separator)
        #expect(
          try read("by \(european)", on: start, dayFirst) == "\(date)", "\(european) on \(start)")
        #expect(
          try read("by \(american)", on: start, monthFirst) == "\(date)", "\(american) on \(start)")
      }
    }
  }

  @Test func `without its year a date is the next one`() throws {
    var random = SeededRandom(seed: 13)
    for start in Self.starts {
      let date = start.adding(days: Int.random(in: 0...364, using: &random))
      guard date.month != 2 || date.day != 29 else { continue }
      let text = "by \(date.day) \(Self.months[date.month - 1])"
      #expect(try read(text, on: start) == "\(date)", "\(text) on \(start)")
      let far = start.adding(days: Int.random(in: 0...27, using: &random))
      #expect(
        try read("by the \(far.day)th", on: start) == "\(far)", "the \(far.day)th on \(start)")
    }
  }

  @Test func `days, weeks and months from now are counted on the calendar`() throws {
    var random = SeededRandom(seed: 14)
    for start in Self.starts {
      let count = Int.random(in: 2...90, using: &random)
      #expect(try read("in \(count) days", on: start) == "\(start.adding(days: count))")
      #expect(try read("\(count) weeks from now", on: start) == "\(start.adding(days: 7 * count))")
      #expect(try read("in \(count) months", on: start) == "\(start.adding(months: count))")
      #expect(try read("within \(count) years", on: start) == "\(start.adding(months: 12 * count))")
      #expect(try read("tomorrow", on: start) == "\(start.adding(days: 1))")
      #expect(try read("übermorgen", on: start) == "\(start.adding(days: 2))")
    }
  }

  @Test func `a weekday is the next one, and next is in the next week`() throws {
    for start in Self.starts {
      for weekday in Weekday.allCases {
        let name = Self.weekdays[weekday.rawValue - 1]
        let ahead = (weekday.rawValue - start.weekday.rawValue + 6) % 7 + 1
        #expect(try read("by \(name)", on: start) == "\(start.adding(days: ahead))")
        #expect(try read("\(name) week", on: start) == "\(start.adding(days: ahead + 7))")
        #expect(try read("this \(name)", on: start) == "\(start.adding(days: ahead % 7))")
        let next = start.adding(days: 7 + weekday.rawValue - start.weekday.rawValue)
        #expect(try read("next \(name)", on: start) == "\(next)")
      }
    }
  }

  @Test func `periods end on their last days`() throws {
    for start in Self.starts {
      let monthEnd = CivilDate.length(ofMonth: start.month, year: start.year)
      let end = try #require(CivilDate(year: start.year, month: start.month, day: monthEnd))
      #expect(try read("by EOM", on: start) == "\(end)")
      #expect(try read("by the end of the month", on: start) == "\(end)")
      let next = end.adding(days: 1).adding(months: 1).adding(days: -1)
      #expect(try read("by the end of next month", on: start) == "\(next)")
      #expect(try read("by EOY", on: start) == "\(start.year)-12-31")
      let quarter = try #require(
        CivilDate(year: start.year, month: (start.month + 2) / 3 * 3, day: 1))
      let quarterEnd = quarter.adding(months: 1).adding(days: -1)
      #expect(try read("end of the quarter", on: start) == "\(quarterEnd)")
      let sunday = start.adding(days: 7 - start.weekday.rawValue)
      let friday = sunday.adding(days: -2)
      #expect(try read("by EOW", on: start) == "\(friday >= start ? friday : sunday)")
    }
  }

  @Test func `business days skip weekends`() throws {
    for start in Self.starts {
      for count in 1...12 {
        var expected = start
        for _ in 0..<count {
          repeat { expected = expected.adding(days: 1) } while expected.weekday.isWeekend
        }
        #expect(try read("within \(count) business days", on: start) == "\(expected)")
      }
    }
  }

  @Test func `a time of day comes back from all ways of writing it`() throws {
    let start = try #require(CivilDate(year: 2026, month: 3, day: 11))
    for minutes in stride(from: 0, to: 1440, by: 23) {
      let time = try #require(TimeOfDay(hour: minutes / 60, minute: minutes % 60))
      let written = SampleReading.written(start.adding(days: 1), time)
      let clock = "\(time)".prefix(5)
      let half = (minutes / 60 + 11) % 12 + 1
      let suffix = minutes < 720 ? "am" : "pm"
      let minute = clock.suffix(2)
      let forms = [
        "tomorrow at \(clock)", "\(clock) tomorrow", "tomorrow at \(half):\(minute)\(suffix)",
        "tomorrow \(half):\(minute) \(suffix)", "morgen um \(clock) Uhr",
        "tomorrow \(minutes / 60)h\(minute)",
      ]
      for form in forms { #expect(try read(form, on: start) == written, "\(form)") }
    }
  }

  @Test func `what is found lies ahead`() throws {
    var random = SeededRandom(seed: 15)
    let phrases = [
      "by Friday", "at 5", "by the 31st", "in 20 minutes", "noon", "on 29 Feb", "EOW",
      "before Easter", "in May",
      "8 tonight", "by midnight", "next quarter", "this morning", "by 12/1", "Monday 9am",
      "the 5th at 7:15",
    ]
    for start in Self.starts {
      let minute = Int.random(in: 0..<1440, using: &random)
      let time = try #require(TimeOfDay(hour: minute / 60, minute: minute % 60))
      let reading = SampleReading(written: "\(start)T\(time)")
      for phrase in phrases {
        guard let due = try reading.deadline(phrase) else { continue }
        #expect(due.date >= start, "\(phrase) on \(start) at \(time)")
        if let dueTime = due.time {
          #expect((due.date, dueTime) >= (start, time), "\(phrase) on \(start) at \(time)")
        }
      }
    }
  }
}
