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

  @Test(arguments: [
    ("one of three", ["2026-01-05", "2026-01-07", "2026-01-08"], "2026-01-05"),
    ("two of three", ["2026-01-05", "2026-01-05", "2026-01-08"], nil),
    ("the only one", ["2026-01-05"], nil),
    ("the only dated one", ["2026-01-05", "none"], nil),
    ("both", ["2026-01-05", "2026-01-05"], nil),
  ])
  func `the day of the message stands unless the model gives it to most items`(
    name: String, written: [String], day: String?
  ) {
    let tasks = ["send the report once we close", "book the room Wednesday", "call Dora Thursday"]
    let items = zip(tasks, written).enumerated().map { number, item in
      ActionItemJSON(
        task: item.0, deadline: item.1, messageId: "m\(number + 1)", quote: item.0)
    }
    let found = GroundingFixture.ground(
      items, in: GroundingFixture.window(tasks.map { ("Ben", $0) })
    ).findings
    #expect(found.count == written.count)
    #expect(found.first?.deadline?.description == day, "\(name)")
  }

  @Test func `the week of a weekday may be named next to it`() {
    let texts = [
      ("Ben", "Anna, send the report Thursday night"), ("Ben", "the rota starts next week"),
    ]
    #expect(Self.day("2026-01-15", texts) == "2026-01-15")
  }
}
