import DueDates
import Testing

/// German next to English, on Wednesday, 11 March 2026, at 10:30.
@Suite struct GermanTests {
  private let read = SampleReading()

  @Test(arguments: [
    ("weekday", "bis Freitag bitte", "2026-03-13"), ("next", "bis nächsten Freitag", "2026-03-20"),
    ("coming", "am kommenden Montag", "2026-03-16"), ("tomorrow", "mache ich morgen", "2026-03-12"),
    ("tomorrow after a version", "das Log für 4.2 bis morgen", "2026-03-12"),
    ("day after tomorrow", "übermorgen um 15 Uhr", "2026-03-13 15:00"),
    ("start of work", "schicke ich dir vor Arbeitsbeginn", "2026-03-12"),
    ("decomposed umlaut", "u\u{308}bermorgen", "2026-03-13"),
    ("written out umlaut", "uebermorgen", "2026-03-13"),
    ("morning of tomorrow", "morgen früh", "2026-03-12"),
    ("morning of a day", "Montag Morgen", "2026-03-16"),
    ("this evening", "heute Abend", "2026-03-11"),
    ("evening with an hour", "um 8 abends", "2026-03-11 20:00"),
    ("weeks", "in zwei Wochen", "2026-03-25"), ("within", "innerhalb von 3 Tagen", "2026-03-14"),
    ("one week", "binnen einer Woche", "2026-03-18"),
    ("working days", "in 3 Werktagen", "2026-03-16"),
    ("half an hour", "in einer halben Stunde", "2026-03-11 11:00"),
    ("date", "am 3. Mai", "2026-05-03"),
    ("date with a year", "bis zum 3. März 2027", "2027-03-03"),
    ("before a date", "vor dem 3. Mai", "2026-05-03"),
    ("numbers", "am 3.5. um 14:30 Uhr", "2026-05-03 14:30"),
    ("day of the month", "bis zum 15.", "2026-03-15"),
    ("day of the month in a sentence", "ich bin am 20. wieder da", "2026-03-20"),
    ("end of the week", "bis Ende der Woche", "2026-03-13"),
    ("in its course", "im Laufe der Woche", "2026-03-13"),
    ("in the course of the day", "im Laufe des Tages", "2026-03-11"),
    ("the next hour", "in der nächsten Stunde", "2026-03-11 11:30"),
    ("end of the month", "bis Monatsende", "2026-03-31"),
    ("weekday of next week", "nächste Woche Dienstag", "2026-03-17"),
    ("weekday in a week", "Freitag in einer Woche", "2026-03-20"),
    ("half before", "morgen um halb vier", "2026-03-12 15:30"),
    ("quarter past", "Viertel nach 3", "2026-03-11 15:15"),
    ("until an hour", "bis 17 Uhr", "2026-03-11 17:00"),
    ("hour and minutes", "morgen 15 Uhr 30", "2026-03-12 15:30"),
    ("week by number", "bis KW 15", "2026-04-10"),
    ("holiday", "vor Weihnachten", "2026-12-25"),
    ("at the latest", "spätestens Montag", "2026-03-16"),
    ("weekend", "am Wochenende", "2026-03-15"),
    ("before the weekend", "noch vor dem Wochenende", "2026-03-13"),
    ("up to the weekend", "bis zum Wochenende", "2026-03-15"),
    ("abbreviation", "kannst du das bis Do erledigen?", "2026-03-12"),
    ("abbreviation with a date", "Mo 16.3.", "2026-03-16"),
    ("abbreviation with a full stop", "wir machen das am Fr., 13.3.", "2026-03-13"),
    ("days of a month", "vom 14. bis 18. November", "2026-11-18"),
    ("days of a month in numbers", "vom 14. bis 18.12.", "2026-12-18"),
    ("numbers without a full stop", "vom 1.4 bis 18.4", "2026-04-18"),
    ("number without a full stop", "wir kommen am 1.4", "2026-04-01"),
    ("time before the day", "15 Uhr morgen", "2026-03-12 15:00"),
    ("time before the date", "um 15 Uhr 15. November", "2026-11-15 15:00"),
    ("time before the holiday", "um 15 Uhr zu Weihnachten", "2026-12-25 15:00"),
    ("weeks from today", "heute in zwei Wochen", "2026-03-25"),
    ("month", "im Dezember", "2026-12-31"),
    ("weekday of a month", "am ersten Montag im Dezember", "2026-12-07"),
    ("an hour that is over today", "um 7 Uhr", "2026-03-12 07:00"),
    ("an early hour of a day", "schließ am Dienstag um 6 Uhr auf", "2026-03-17 06:00"),
    ("an hour of the evening", "um 8 Uhr abends", "2026-03-11 20:00"),
    ("an hour of this evening", "heute Abend um 7 Uhr", "2026-03-11 19:00"),
    ("a small hour", "um 3 Uhr", "2026-03-11 15:00"),
    ("everybody before it", "Bitte alle bis Freitag abgeben", "2026-03-13"),
    ("everybody behind it", "bis 17 Uhr alle ins Archiv", "2026-03-11 17:00"),
    ("from each", "ich brauch von jedem bis morgen die Liste", "2026-03-12"),
    ("weekday and evening in one word", "machst du das bis Freitagabend?", "2026-03-13"),
    ("weekday and morning in one word", "ich komm Montagfrüh", "2026-03-16"),
    ("spoken today", "das mach ich heut noch", "2026-03-11"),
    ("spoken this evening", "heut Abend schick ich es", "2026-03-11"),
    ("day in words", "das brauche ich zum zwanzigsten", "2026-03-20"),
    ("day in words, a sentence", "Am siebten.", "2026-04-07"),
    ("weekday before a verb", "ok lass ihn Freitag liefern", "2026-03-13"),
    ("day in figures", "Dann trag ich den 28. fest ein", "2026-03-28"),
    ("what the deadline is", "Frist ist der 27.3.", "2026-03-27"),
    ("a list of a month until a day", "die Stechkarten für Januar bis Freitag", "2026-03-13"),
    ("a list of a month until a date", "eure Stunden Januar bis 10.4.", "2026-04-10"),
    ("a list of a quarter", "die Liste für Q3 bis nächsten Dienstag", "2026-03-17"),
    ("a list of a month until tomorrow", "die Fahrten für März bis morgen", "2026-03-12"),
    ("a month until a date of the year", "den Plan für Juli bis zum 24.04.", "2026-04-24"),
    ("until a day of the month", "Tilda, bis 16. bitte entwerfen", "2026-03-16"),
    ("until a day of the month, at the end", "die Kasse will sie bis 31.", "2026-03-31"),
    ("at the latest on a day", "geht spätestens am 13. raus", "2026-03-13"),
    ("due on a day", "fällig am 20.", "2026-03-20"),
    ("after a verb's prefix", "ich telefonier sie ab bis Sonntag", "2026-03-15"),
  ])
  func `German deadlines`(name: String, text: String, date: String) throws {
    #expect(try read(text) == date, "\(name)")
  }

  @Test(
    "eight days from now are the same weekday of next week",
    arguments: [
      ("a week", "in acht Tagen", "2026-03-18"),
      ("from today", "heute in acht Tagen", "2026-03-18"),
      ("about", "in etwa acht Tagen", "2026-03-18"),
      ("of a weekday", "Freitag in acht Tagen", "2026-03-20"),
      ("two weeks", "in vierzehn Tagen", "2026-03-25"),
      ("in figures", "in 8 Tagen", "2026-03-19"),
      ("within", "innerhalb von acht Tagen", "2026-03-19"),
      ("the next", "in den nächsten acht Tagen", "2026-03-19"),
      ("up to ten", "in acht bis zehn Tagen", "2026-03-21"),
      ("working days", "in acht Werktagen", "2026-03-23"),
      ("hours", "in acht Stunden", "2026-03-11 18:30"), ("weeks", "in acht Wochen", "2026-05-06"),
    ])
  func eightDays(name: String, text: String, date: String) throws {
    #expect(try read(text) == date, "\(name)")
  }

  @Test(
    "week 53 is one of this year or none",
    arguments: [
      ("a year of 53 weeks", "2026-03-11", "2027-01-01"), ("one of 52", "2025-03-11", "none"),
      ("the end of one of 52", "2025-12-30", "none"), ("still on", "2027-01-02", "2027-01-03"),
      ("over", "2027-01-04", "none"),
    ])
  func lastWeek(name: String, today: String, date: String) throws {
    let read = SampleReading(written: "\(today)T10:30:00")
    for text in ["bis KW 53", "by week 53", "spätestens in Kalenderwoche 53"] {
      #expect(try read(text) == date, "\(name): \(text)")
    }
    // It does not mean another Friday.
    if date == "none" { #expect(try read("bis Freitag KW 53") == "none", "\(name)") }
  }

  @Test func `weeks of the turn of the year are those that lie ahead`() throws {
    #expect(try SampleReading(written: "2025-12-30T10:30:00")("bis KW 1") == "2026-01-02")
    #expect(try SampleReading(written: "2027-01-02T10:30:00")("bis KW 52") == "2027-12-31")
    #expect(try SampleReading(written: "2027-01-02T10:30:00")("bis KW 1") == "2027-01-08")
  }

  @Test(arguments: [
    ("yesterday", "gestern"), ("ago", "vor zwei Wochen"), ("last", "letzten Freitag"),
    ("of so many", "20 von 22..."), ("every", "jeden Montag"),
    ("every so many", "Freitag alle zwei Wochen"),
    ("every evening", "jeden Abend bis 20 Uhr"),
    ("adverb", "montags"), ("after", "nach Ostern"), ("since", "seit Montag"),
    ("greeting", "guten Morgen zusammen"),
    ("good wishes", "frohe Ostern!"), ("so", "das machen wir so"), ("do", "do it so we can go"),
    ("am", "I am fine, so do it"), ("floor", "wir sitzen am 3. Stock"),
    ("release", "zum 1.3 Release"), ("people", "zu 3 Leuten"),
    ("pages", "lies Seite 10 bis 25."), ("months", "geschlossen von Januar bis März"),
  ])
  func `German words that are no deadline`(name: String, text: String) throws {
    #expect(try read(text) == "none", "\(name)")
  }

  @Test func `each language can be read alone`() throws {
    let english = SampleReading(reader: DueDateReader(languages: [.english]))
    let german = SampleReading(reader: DueDateReader(languages: [.german]))
    #expect(try english("by Friday") == "2026-03-13")
    #expect(try english("bis Freitag") == "none")
    #expect(try german("bis Freitag") == "2026-03-13")
    #expect(try german("by Friday") == "none")
  }

  @Test(arguments: [
    "by Friday", "at 3 am tomorrow", "in two weeks", "the 15th of May", "do it by Thu",
    "so, Monday at 5?",
    "next Tue at 9", "half past 3 tomorrow", "by the end of April",
  ])
  func `German does not change what English says`(text: String) throws {
    let english = SampleReading(reader: DueDateReader(languages: [.english]))
    #expect(try read(text) == english(text))
  }
}
