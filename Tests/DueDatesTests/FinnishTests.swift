import DueDates
import Testing

/// What is said in Finnish, and what it means to a reader on Wednesday, 11 March 2026, at 10:30.
@Suite struct FinnishTests {
  private let read = Reading()

  @Test(arguments: [
    ("abbreviated month", "12 loka 18:30", "2026-10-12 18:30"),
    ("month", "12. lokakuuta 2026", "2026-10-12"),
    ("weekday", "viimeistään perjantaina", "2026-03-13"),
    ("month that is a word elsewhere", "klo 12 on 3. elokuuta", "2026-08-03"),
  ])
  func `Finnish dates`(name: String, text: String, date: String) throws {
    #expect(try read(text) == date, "\(name)")
  }

  @Test(arguments: [
    ("rating", "my elo is 12"), ("tribe", "5 elo points"), ("greeting", "kiitos paljon"),
  ])
  func `words that are no dates`(name: String, text: String) throws {
    #expect(try read(text) == "none", "\(name)")
  }
}
