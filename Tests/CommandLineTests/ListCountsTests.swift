import ActionItems
import CivilTime
import Encoding
import Testing

@testable import CommandLine

/// The figures of the remaining list, also as JSON.
@Suite struct ListCountsTests {
  private static func left(
    _ messageId: String, assignee: String? = nil, deadline: Deadline? = nil,
    isComplete: Bool = false
  ) -> ActionItem {
    var item = GoldTrial.found(messageId, assignee: assignee, deadline: deadline)
    item.isComplete = isComplete
    return item
  }

  private static func gold(
    _ messageId: String, _ state: GoldItem.State?, isArguable: Bool = false
  ) -> GoldItem {
    GoldItem(task: "Do it", messageId: messageId, isArguable: isArguable, state: state)
  }

  /// One done item that was closed, and one open item that remains.
  private static func verdict(withStates: Bool = true) -> Verdict {
    Verdict(
      GoldTrial.gold([gold("1", .done), gold("2", .open)]),
      found: [left("1", isComplete: true), left("2"), left("3")], withStates: withStates)
  }

  @Test func `all three figures follow from what is left of each item`() throws {
    let day = try #require(CivilDate(year: 2026, month: 1, day: 9))
    var handedOver = Self.gold("3", .open)
    (handedOver.assignee, handedOver.finalAssignee) = ("Ann", "Ben")
    var postponed = Self.gold("4", .open)
    postponed.deadline = day
    postponed.finalDeadline = CivilDate(year: 2026, month: 1, day: 12)
    let gold = [
      Self.gold("1", .done), Self.gold("2", .dropped), handedOver, postponed,
      Self.gold("5", .open, isArguable: true), Self.gold("6", .open, isArguable: true),
    ]
    let found = [
      Self.left("1", isComplete: true), Self.left("2"), Self.left("3", assignee: "@ben"),
      Self.left("4", deadline: .day(day)), Self.left("5", isComplete: true),
      Self.left("7", isComplete: true), Self.left("8"),
    ]
    let counts = Verdict(GoldTrial.gold(gold), found: found, withStates: true).counts
    #expect([counts.found, counts.falseFinds, counts.missed] == [5, 2, 0])
    let list = try #require(counts.list)
    #expect([list.ended, list.closed] == [2, 1])
    #expect([list.open, list.closedWrongly] == [3, 1])
    // The lines are a dropped item, a reassigned one, one with its former day, and a false find.
    #expect([list.lines, list.linesRight] == [4, 1])
    #expect(counts.value(of: .closed) == 0.5 && counts.value(of: .linesRight) == 0.25)
    #expect(abs((counts.value(of: .closedWrongly) ?? 0) - 1.0 / 3) < 1e-12)
  }

  @Test func `an item without a state is open, and unscored fields are right`() throws {
    var item = Self.gold("1", nil)
    (item.assignee, item.unscored) = ("Ann", [.assignee])
    let verdict = Verdict(
      GoldTrial.gold([item]), found: [Self.left("1", assignee: "Ben")], withStates: true)
    let list = try #require(verdict.counts.list)
    #expect([list.open, list.lines, list.linesRight, list.ended] == [1, 1, 1, 0])
    #expect(verdict.counts.value(of: .closed) == nil)
  }

  private static func card(_ verdict: Verdict) -> Scorecard {
    var card = Scorecard(model: "m", conversations: 1)
    card.verdicts = [verdict]
    return card
  }

  @Test func `without states nothing of the list is written`() throws {
    let card = Self.card(Self.verdict(withStates: false))
    #expect(card.counts.list == nil && card.counts.figures == Figure.ofFinds)
    let json = try JSONValue(parsing: card.json(errors: false))
    #expect(json["found"] == 2 && json["list"] == nil && json["closed"] == nil)
    #expect(json["intervals"]?["linesRight"] == nil)
  }

  @Test func `what is written with states is read again`() throws {
    let card = Self.card(Self.verdict())
    let json = try JSONValue(parsing: card.json(errors: false))
    #expect(json["closed"] == 1 && json["closedWrongly"] == 0)
    #expect(json["linesRight"] == .number("0.5") && json["list"]?["lines"] == 2)
    #expect(json["intervals"]?["closed"] == [1, 1])
    let entry = try #require(json["perConversation"]?.array?.first)
    #expect(Counts(entry) == card.counts)
  }
}
