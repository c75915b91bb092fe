import ActionItems
import CivilTime
import Testing

@testable import CommandLine

@Suite struct VerdictTests {
  /// The counts of found, false and missed items.
  static func counts(_ gold: [GoldItem], _ found: [ActionItem]) -> [Int] {
    let counts = Verdict(GoldTrial.gold(gold), found: found).counts
    return [counts.found, counts.falseFinds, counts.missed]
  }

  @Test(arguments: [
    ("its message", [GoldItem(task: "", messageId: "2")], ["2"], [1, 0, 0]),
    (
      "an alternative", [GoldItem(task: "", messageId: "2", alternativeIds: ["3"])], ["3"],
      [1, 0, 0]
    ),
    ("another message", [GoldItem(task: "", messageId: "2")], ["3"], [0, 1, 1]),
    ("twice", [GoldItem(task: "", messageId: "2", alternativeIds: ["3"])], ["2", "3"], [1, 1, 0]),
    ("nothing", [GoldItem(task: "", messageId: "2")], [], [0, 0, 1]),
    ("arguable, missed", [GoldItem(task: "", messageId: "2", isArguable: true)], [], [0, 0, 0]),
    ("arguable, found", [GoldItem(task: "", messageId: "2", isArguable: true)], ["2"], [1, 0, 0]),
    (
      "two of one message",
      [GoldItem(task: "", messageId: "2"), GoldItem(task: "", messageId: "2")], ["2", "2"],
      [2, 0, 0]
    ),
    // The first matches either; pairing it with 3 would leave the second unmatched.
    (
      "a chain",
      [
        GoldItem(task: "", messageId: "1", alternativeIds: ["3", "4"]),
        GoldItem(task: "", messageId: "2", alternativeIds: ["3"]),
      ], ["3", "4"], [2, 0, 0]
    ),
    (
      "a clear one before an arguable one",
      [
        GoldItem(task: "", messageId: "3", isArguable: true),
        GoldItem(task: "", messageId: "2", alternativeIds: ["3"]),
      ], ["3"], [1, 0, 0]
    ),
  ])
  func pairs(name: String, gold: [GoldItem], found: [String], counts: [Int]) {
    let items = found.enumerated().map { GoldTrial.found($0.element, task: "Do \($0.offset)") }
    #expect(Self.counts(gold, items) == counts, "\(name)")
  }

  @Test func `of two people who are to do the same, each is found as who they are`() {
    let gold = ["Ann", "Ben"].map { GoldItem(task: "Close it", assignee: $0, messageId: "1") }
    let found = ["Ben", "Ann"].map { GoldTrial.found("1", task: "Close it", assignee: $0) }
    let verdict = Verdict(GoldTrial.gold(gold), found: found)
    #expect(verdict.counts.fields[.assignee] == Counts.Share(right: 2, all: 2))
  }

  @Test func `fields are compared on what was found, as far as they are scored`() throws {
    let day = try #require(CivilDate(year: 2026, month: 1, day: 9))
    let gold = [
      GoldItem(
        task: "Send it", assignee: "Ann", deadline: day, priority: .high, messageId: "1",
        unscored: [.priority])
    ]
    let time = try #require(Deadline("2026-01-09T17:00:00+01:00"))
    let right = Verdict(
      GoldTrial.gold(gold),
      found: [GoldTrial.found("1", assignee: "@ann", deadline: time, priority: .low)])
    #expect(right.errors.isEmpty)
    #expect(right.counts.fields[.assignee] == Counts.Share(right: 1, all: 1))
    #expect(right.counts.fields[.priority] == nil)
    let wrong = Verdict(GoldTrial.gold(gold), found: [GoldTrial.found("1", assignee: "Ben")])
    #expect(wrong.errors.map(\.kind) == [.assignee, .deadline])
    #expect(wrong.errors.first?.expected == "Ann" && wrong.errors.first?.actual == "Ben")
  }

  @Test func `of two items in a message, the one of like words is compared`() {
    let gold = [
      GoldItem(task: "Send the report", assignee: "Ann", messageId: "1"),
      GoldItem(task: "Book the room", assignee: "Ben", messageId: "1"),
    ]
    let verdict = Verdict(
      GoldTrial.gold(gold),
      found: [
        GoldTrial.found("1", task: "Book a room", assignee: "Ben"),
        GoldTrial.found("1", task: "Send that report", assignee: "Ann"),
      ])
    #expect(verdict.errors.isEmpty)
  }

  @Test func `figures follow from counts`() {
    var counts = Counts()
    #expect(counts.f1 == nil && counts.precision == nil && counts.value(of: .assignee) == nil)
    counts.found = 3
    counts.falseFinds = 1
    counts.missed = 2
    #expect(counts.precision == 0.75 && counts.recall == 0.6)
    #expect(abs((counts.f1 ?? 0) - 2.0 / 3) < 1e-12)
  }
}
