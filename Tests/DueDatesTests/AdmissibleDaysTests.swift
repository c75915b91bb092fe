import CivilTime
import DueDates
import TestSupport
import Testing

/// The days that words may mean, the preferred one and others. All is written on Wednesday, 11 March 2026, unless
/// stated otherwise.
@Suite struct AdmissibleDaysTests {
  static func readings(
    _ text: String, _ written: String = "2026-03-11T10:30:00"
  ) throws -> [AdmissibleDays] {
    let civil = try #require(ISO8601.read(written)).civil
    let reference = try #require(Zone.utc.timestamp(of: civil))
    return SampleReading.messages.readings(in: text, reference: reference, zone: .utc)
  }

  /// The days in order, as days of March where possible, with a star after the preferred one.
  static func days(_ text: String, _ written: String = "2026-03-11T10:30:00") throws -> String {
    try readings(text, written).map { stated in
      let all = stated.others + (stated.preferred.map { [$0.date] } ?? [])
      return all.sorted().map { day in
        let name = day.month == 3 ? "\(day.day)" : "\(day)".dropFirst(5).description
        return stated.preferred?.date == day ? name + "*" : name
      }.joined(separator: " ")
    }.joined(separator: "; ")
  }

  @Test(arguments: [
    ("a date", "send it by 20 March", "20*"),
    ("tomorrow", "tomorrow", "12*"),
    ("a weekday", "by Friday", "13*"),
    ("a short weekday at the end", "will do it thurs", "12*"),
    ("a short weekday before another word", "will do thurs report", "12"),
    ("a date that is not led up to", "neuer Termin 19.03.", "19"),
    ("today's weekday", "by Wednesday", "11 18*"),
    ("this weekday on the day", "this Wednesday", "11* 18"),
    ("next weekday", "next Friday", "13 20*"),
    ("next weekday in German", "nächsten Freitag", "13 20*"),
    ("weekday after next", "Friday after next", "20* 27"),
    ("this week", "this week", "11 12 13* 14 15"),
    ("later this week", "later this week", "11 12 13* 14 15"),
    ("next week", "I will do it next week", "16 17 18 19 20* 21 22"),
    ("next week in German", "nächste Woche", "16 17 18 19 20* 21 22"),
    ("by next week", "by next week", "13 15 16 17 18 19 20* 21 22"),
    ("for next week", "the plan for next week", "16 17 18 19 20 21 22"),
    ("during the week", "I'll look during the week", "11 12 13 14 15"),
    ("a time of the week", "the end of the week", "13* 14 15"),
    ("the middle of it", "mid next week", "17 18* 19"),
    ("its beginning", "early next week", "16* 17 18"),
    ("the weekend", "this weekend", "14 15*"),
    ("next weekend", "next weekend", "14 15 21 22*"),
    ("end of month", "by the end of the month", "31*"),
    ("end of a month on a Sunday", "end of May", "05-29 05-31*"),
    ("a month", "by April", "31 04-01 04-30*"),
    ("a month that is not led up to", "merge it, April is fine", "04-01 04-30"),
    ("next month", "next month", "04-01 04-11 04-30*"),
    ("in a month", "in a month", "04-08 04-10 04-11* 04-30"),
    ("in weeks", "in two weeks", "25* 27 29"),
    ("in German weeks", "in zwei Wochen", "25* 27 29"),
    ("in vague weeks", "in a couple of weeks", "18 25* 27 29 04-01"),
    ("in days", "in 3 days", "14*"),
    ("in vague days", "in a couple of days", "12 13* 14"),
    ("a vague stretch", "in the next few days", "12 13 14 15"),
    ("days to come", "in the coming days", "12 13 14 15"),
    ("midnight of a day", "by midnight tomorrow", "12* 13"),
    ("in working days", "in 3 business days", "14 16*"),
    ("a length", "ETA 1 day", "12"),
    ("a length with a unit of its own", "needs 2 days", "13"),
    ("a length that lasts", "away for 2 days", ""),
    ("hours", "within 48 hours", "13*"),
    ("before a day", "before Monday", "13 15 16*"),
    ("until a day", "until Monday", "16*"),
    ("between days", "between the 21st and 23rd", "21 22 23*"),
    ("days of a month", "on March 21 to 23", "21 22 23*"),
    ("either day", "Monday or Tuesday", "16 17*"),
    ("day and month", "by 4/5", "04-05* 05-04"),
    ("day and month that are sure", "by 4/15", "04-15*"),
    ("the day of the month", "by the 11th", "11* 04-11"),
    ("a weekday that contradicts its date", "by Friday, 4 April", "04-03 04-04*"),
    ("a day of last month", "by the 13th of last month", ""),
    ("a feast", "by Easter", "04-04 04-05* 04-06"),
    ("an hour that has passed", "at 9am", "11 12*"),
    ("by the evening", "I'll tell you by the evening", "11*"),
    ("the past", "last Friday", ""),
    ("what recurs", "every Friday", ""),
  ])
  func `words have the days of their common readings`(
    name: String, text: String, days: String
  ) throws {
    #expect(try Self.days(text) == days, "\(name)")
  }

  @Test(arguments: [
    ("tomorrow after midnight", "tomorrow", "2026-03-11T01:30:00", "11 12*"),
    ("tomorrow at four", "tomorrow", "2026-03-11T04:00:00", "12*"),
    ("tonight after midnight", "tonight", "2026-03-11T01:30:00", "10 11*"),
    ("a date after midnight", "by 20 March", "2026-03-11T01:30:00", "20*"),
    ("next week on a Sunday", "next week", "2026-03-15T10:00:00", "16 17 18 19 20* 21 22"),
    (
      "this week on a Sunday", "this week", "2026-03-15T10:00:00", "15* 16 17 18 19 20 21"
    ),
  ])
  func `when it is said counts`(
    name: String, text: String, written: String, days: String
  ) throws {
    #expect(try Self.days(text, written) == days, "\(name)")
  }

  @Test(arguments: [
    ("by 31 June", true), ("by 2026-05-32", true), ("by 30 June", false), ("soon", false),
  ])
  func `an impossible day is reported`(text: String, isImpossible: Bool) throws {
    let all = try Self.readings(text)
    #expect(all.contains(where: \.isImpossible) == isImpossible, "\(text)")
    #expect(!isImpossible || all.allSatisfy { $0.preferred == nil && $0.others.isEmpty })
  }

  @Test func `what is preferred is what is read as a deadline`() throws {
    let text = """
      by Friday, or next week; the 15th, ETA 2 days, in a month, during April, at 9am or 4/5, before \
      Easter, bis übermorgen, for next week, between Monday and Thursday, this weekend
      """
    let civil = try #require(ISO8601.read("2026-03-11T10:30:00")).civil
    let reference = try #require(Zone.utc.timestamp(of: civil))
    let stated = SampleReading.messages.deadlines(in: text, reference: reference, zone: .utc)
    #expect(stated.count > 8)
    #expect(try Self.readings(text).compactMap(\.preferred) == stated)
  }

  @Test(arguments: [
    "2026-03-11T01:30:00", "0001-01-01T00:00:00", "9999-12-31T23:59:59", "2024-02-29T12:00:00",
  ])
  func `mutants have few days, in order, and none that has passed`(written: String) throws {
    let day = try #require(ISO8601.read(written)).civil.date
    var mutator = ByteMutator(
      seed: 33, tokens: ["next ", "the ", "week ", "in ", "12", "/", "before ", " to ", " or "])
    let seeds = [
      "early next week or by the end of next month, before the 5th of May, ETA 2 days",
      "in a couple of months, within 3 weeks, the week after next, 1/2 - 3/4, Friday week",
      "during the week, by the evening, Q3, mid-March, between the 21st and 23rd, Easter",
    ]
    for seed in seeds {
      for _ in 0..<FuzzRounds.count(40) {
        let text = String(decoding: mutator.mutate(Array(seed.utf8)), as: UTF8.self)
        for stated in try Self.readings(text, written) {
          #expect(stated.others.count <= 200)
          #expect(stated.others == stated.others.sorted())
          #expect(stated.others.allSatisfy { $0.daysSinceEpoch >= day.daysSinceEpoch - 1 })
          #expect(stated.preferred != nil || !stated.others.isEmpty || stated.isImpossible)
        }
      }
    }
  }

  @Test(arguments: ["next week ", "1 day ", "the week ", "by the evening ", "1/2 ", "April "])
  func `the same again and again has at most three hundred readings`(piece: String) throws {
    let text = String(repeating: piece, count: 40_000 / piece.utf8.count)
    #expect(try Self.readings(text).count <= 300)
  }
}
