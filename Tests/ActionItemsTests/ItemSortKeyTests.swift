import ActionItems
import CivilTime
import TestSupport
import Testing

@Suite struct ItemSortKeyTests {
  static func item(
    _ id: String, _ deadline: String?, extracted: Int = 0, said: Int? = nil, done: Bool = false
  ) throws -> ActionItem {
    var item = ActionItem(
      id: id, conversationId: "c", task: "t", deadline: deadline.flatMap(Deadline.init),
      messageId: "m",
      source: .init(
        platform: "json", timestamp: try said.map { try #require(Timestamp(seconds: $0)) }),
      extractedAt: try #require(Timestamp(seconds: extracted)), model: "offline")
    item.isComplete = done
    return item
  }

  @Test func `open, dated and timed items come first, and the order is total`() throws {
    let expected = try [
      Self.item("timed-early", "2026-03-01T08:00:00+00:00"),
      Self.item("timed-late-east", "2026-03-01T10:00:00+00:00"),
      Self.item("timed-late-west", "2026-03-01T06:00:00-05:00"),
      Self.item("day-newer", "2026-03-01", extracted: 9, said: 1),
      Self.item("day-older-a", "2026-03-01", extracted: 5),
      Self.item("day-older-b", "2026-03-01", extracted: 5),
      Self.item("next-day", "2026-03-02T00:30:00+14:00"),
      Self.item("undated-newer", nil, extracted: 7),
      Self.item("undated-said-later", nil, extracted: 9, said: 5),
      Self.item("undated-said-earlier", nil, extracted: 9, said: 4),
      Self.item("undated-older", nil, extracted: 3),
      Self.item("done-dated", "2025-01-01", done: true),
      Self.item("done-undated", nil, extracted: 99, done: true),
    ]
    for seed in 0..<20 {
      var generator = SeededRandom(seed: UInt64(seed))
      let shuffled = expected.shuffled(using: &generator)
      #expect(shuffled.inListOrder().map(\.id) == expected.map(\.id))
    }
  }
}
