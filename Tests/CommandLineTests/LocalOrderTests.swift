import ActionItems
import CivilTime
import Synchronization
import Testing

@testable import CommandLine

@Suite struct LocalOrderTests {
  private static let zone = Zone(offset: -5 * 3600)

  /// An item with a deadline; a plus sign marks a done one.
  private static func item(_ due: String) throws -> ActionItem {
    var item = ActionItem(
      id: due, conversationId: "c", task: "Call Bo",
      deadline: Deadline(String(due.drop { $0 == "+" })),
      messageId: "m", source: .init(platform: "json"), extractedAt: .epoch, model: "offline")
    item.isComplete = due.hasPrefix("+")
    return item
  }

  /// The deadlines in the order in which they are passed on, given in repository order.
  private static func order(_ dues: [String], first limit: Int = .max) throws -> [String] {
    let clock = ItemClock(
      now: .epoch, zone: try #require(zone), zones: ZoneDatabase(environment: [:]))
    let passed = Mutex<[String]>([])
    let order = LocalOrder<ActionItem>(
      clock, of: { $0 },
      body: { item in
        passed.withLock {
          $0.append(item.id)
          return $0.count < limit
        }
      })
    for due in dues { guard try order.add(try item(due)) else { break } }
    try order.finish()
    return passed.withLock { $0 }
  }

  @Test(arguments: [
    ("days and undated items stay", ["2026-01-05", "2026-01-06", "none", "other"], [0, 1, 2, 3]),
    (
      "a time just after the author's midnight belongs to the day before",
      ["2026-01-05", "2026-01-06T00:30:00+01:00", "2026-01-06"], [1, 0, 2]
    ),
    (
      "a time of the far side of the world moves past a whole day",
      ["2026-01-04", "2026-01-05", "2026-01-06T00:30:00+14:00"], [0, 2, 1]
    ),
    (
      "done items do not mix with open ones",
      ["2026-01-09", "none", "+2026-01-05", "+2026-01-06T00:30:00+01:00", "+2026-01-06"],
      [0, 1, 3, 2, 4]
    ),
  ])
  func `items come in the order that the reader sees`(
    name: String, dues: [String], expected: [Int]
  ) throws {
    let wanted = expected.map { dues[$0] }
    #expect(try Self.order(dues) == wanted, "\(name)")
    for limit in 1...dues.count {
      #expect(
        try Self.order(dues, first: limit) == Array(wanted.prefix(limit)), "\(name), \(limit)")
    }
    let clock = ItemClock(
      now: .epoch, zone: try #require(Self.zone), zones: ZoneDatabase(environment: [:]))
    #expect(clock.sorted(try dues.map(Self.item)).map(\.id) == wanted, "\(name), sorted at once")
  }
}
