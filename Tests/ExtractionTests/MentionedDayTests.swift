import ActionItems
import ItemRecords
import Testing

@testable import Extraction

/// Days of a model that no message states as a deadline, but that a message mentions. All are written on Monday,
/// 5 January 2026.
@Suite struct MentionedDayTests {
  private static func day(_ written: String, _ texts: [(String, String)]) -> String? {
    GroundingFixture.ground(written, in: GroundingFixture.window(texts)).findings.first?
      .deadline?.description
  }

  @Test(
    arguments: [
      ("a weekday before a noun", "send the report by Wednesday lunch", "2026-01-07", true),
      ("another day than that", "send the report by Wednesday lunch", "2026-01-08", false),
      ("a number before a word", "send the report, by the 18th promise", "2026-01-18", true),
      (
        "a German weekday", "send the report, bitte alle bis Donnerstag drüberlesen", "2026-01-08",
        true
      ),
      ("the same day, after lunch", "send the report after lunch", "2026-01-05", true),
      ("the same day, of which nothing is said", "send the report", "2026-01-05", false),
      ("short words that are days elsewhere", "send the report so we do it", "2026-01-11", false),
      ("tomorrow's weekday, a week later", "send the report Tuesday night", "2026-01-13", true),
      ("another weekday, a week later", "send the report Thursday night", "2026-01-15", false),
    ])
  func `a mentioned day confirms the model's day`(
    name: String, text: String, written: String, stands: Bool
  ) {
    let day = Self.day(written, [("Ben", "Anna, " + text)])
    #expect((day == written) == stands, "\(name): \(day ?? "none")")
  }

  @Test(
    arguments: [
      (
        "the event that it has to precede", "send the report before the review",
        "the review is on the 15th at 2", "2026-01-15", true
      ),
      (
        "another event", "send the report before the review", "the plumber comes on the 15th",
        "2026-01-15", false
      ),
      (
        "the day before the event", "send the report the night before the inspection",
        "the inspection is on the 15th", "2026-01-14", true
      ),
      (
        "two days before it", "send the report the night before the inspection",
        "the inspection is on the 15th", "2026-01-13", false
      ),
    ])
  func `an event that another message dates proves a day, however far it is`(
    name: String, text: String, event: String, written: String, stands: Bool
  ) {
    let idle = Array(repeating: ("Carla Ruiz", "lunch?"), count: 25)
    for texts in [
      [("Ben", "Anna, " + text)] + idle + [("Carla Ruiz", event)]
    ] {
      let day = Self.day(written, texts)
      #expect((day?.hasPrefix(written) ?? false) == stands, "\(name): \(day ?? "none")")
    }
  }

  @Test func `the week of a weekday may be named next to it`() {
    let texts = [
      ("Ben", "Anna, send the report Thursday night"), ("Ben", "the rota starts next week"),
    ]
    #expect(Self.day("2026-01-15", texts) == "2026-01-15")
  }

  @Test(arguments: [(2, true), (20, false)])
  func `who has to do it may state the day soon after`(between: Int, stands: Bool) {
    let idle = Array(repeating: ("Carla Ruiz", "lunch?"), count: between)
    let texts =
      [("Ben", "Anna, send the report")] + idle + [("Anna Schmidt", "fine, you have it Thursday")]
    #expect((Self.day("2026-01-08", texts) == "2026-01-08") == stands)
  }
}
