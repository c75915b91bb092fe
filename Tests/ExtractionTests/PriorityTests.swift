import ActionItems
import CivilTime
import DueDates
import ItemRecords
import Testing

@testable import Extraction

/// Priorities, and items that are kept in doubt.
@Suite struct PriorityTests {
  @Test(
    arguments: [
      ("high", .high), ("URGENT", .high), ("p1", .high), ("High (today!)", .high),
      ("very high", .high), ("low", .low), ("P3", .low), ("not urgent", .low), ("medium", .medium),
      ("medium-high", .medium), ("high or low", .medium), ("sehr dringend", .high),
      ("no rush", .low), ("no hurry", .low), ("keine Eile", .low), ("1", .medium),
      ("5", .medium), ("Priority 1", .high), ("Prio 3", .low), ("P 2", .medium),
      ("3 (high)", .high), ("whatever", .medium), ("P7", .medium), ("", .medium), (nil, .medium),
    ] as [(String?, Priority)])
  func `an unknown priority is medium`(written: String?, priority: Priority) {
    #expect(FieldText.priority(written) == priority)
  }

  @Test(
    arguments: [
      ("its own message", "Anna, urgent: send the report", "lunch?", "high", .high, []),
      ("the message after it", "Anna, send the report", "today please", "high", .high, []),
      ("nothing", "Anna, send the report", "lunch?", "high", .medium, ["priority"]),
      ("nothing, of low priority", "Anna, send the report", "lunch?", "low", .low, []),
    ] as [(String, String, String, String, Priority, [String])])
  func `high priority needs a word that says so`(
    name: String, text: String, next: String, written: String, priority: Priority, codes: [String]
  ) {
    let window = GroundingFixture.window([("Ben", text), ("Ben", next)])
    let result = GroundingFixture.ground(
      ActionItemJSON(
        task: "Send the report", priority: written, messageId: "m1", quote: "send the report"),
      in: window)
    #expect(result.findings.map(\.priority) == [priority], "\(name)")
    #expect(result.diagnostics.map(\.code) == codes, "\(name)")
  }

  @Test(arguments: [(false, ["musing"]), (true, [])])
  func `a task that repeats a message without a sign of an item is doubted`(
    mayContainItem: Bool, codes: [String]
  ) {
    let text = "it would be nice to have a garden"
    let window = GroundingFixture.window([("Ben", text)])
    let grounder = Grounder(
      zone: .utc, zones: ZoneDatabase(environment: [:]), deadlines: DueDateReader(),
      keepContext: 0, mayContainItem: { _ in mayContainItem })
    let result = grounder.ground(
      [ActionItemJSON(task: text, messageId: "m1", quote: text)], in: window,
      people: GroundingFixture.people)
    #expect(result.findings.count == 1 && result.diagnostics.map(\.code) == codes)
  }
}
