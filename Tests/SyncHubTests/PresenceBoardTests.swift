import Encoding
import TestSupport
import Testing

@testable import SyncHub

@Suite struct PresenceBoardTests {
  private var board = PresenceBoard()

  init() {
    board.join(1, name: "Anna", device: "d1", at: .zero)
    board.join(2, name: "Bo", device: "d2", at: .zero)
  }

  private mutating func say(
    _ session: Int, _ activity: Attendee.Activity, lease: Int? = nil, at seconds: Int = 0
  ) -> PresenceBoard.Outcome {
    board.update(session, PresenceUpdate(activity: activity, lease: lease), at: .seconds(seconds))
  }

  private static func types(_ notices: [PresenceNotice]) -> [String] { notices.map(\.type) }

  @Test mutating func `somebody is seen once they say something of themselves`() {
    #expect(board.people.isEmpty)
    let outcome = say(1, .idle)
    #expect(board.people.map(\.name) == ["Anna"])
    #expect(Self.types(outcome.notices) == ["presence.update"] && outcome.lease == nil)
  }

  @Test mutating func `viewers of an item are reported when they change`() {
    #expect(Self.types(say(1, .viewing("i")).notices) == ["presence.update", "item.viewing"])
    let second = say(2, .viewing("i"))
    guard case .viewing("i", let people)? = second.notices.last else {
      Issue.record("no item.viewing")
      return
    }
    #expect(people.map(\.name) == ["Anna", "Bo"])
    // Both items change.
    #expect(
      Self.types(say(1, .viewing("j")).notices)
        == ["presence.update", "item.viewing", "item.viewing"])
    #expect(board.people(at: "i").map(\.name) == ["Bo"])
  }

  @Test mutating func `a heartbeat sends no notices`() {
    _ = say(1, .viewing("i"))
    #expect(say(1, .viewing("i"), at: 20).notices.isEmpty)
  }

  @Test mutating func `a silent person is gone after a minute`() {
    _ = say(1, .viewing("i"))
    _ = say(1, .viewing("i"), at: 30)
    #expect(board.deadline == .seconds(90))
    #expect(board.expire(at: .milliseconds(89_999)).isEmpty)
    let notices = board.expire(at: .seconds(90))
    #expect(Self.types(notices) == ["presence.update", "item.viewing"])
    #expect(notices.first?.payload["state"]?.string == "gone")
    #expect(board.people.isEmpty && board.people(at: "i").isEmpty && board.deadline == nil)
    // A session reappears as soon as it sends something.
    #expect(Self.types(say(1, .idle, at: 100).notices) == ["presence.update"])
  }

  @Test mutating func `one edits an item at a time`() throws {
    let lease = try #require(say(1, .editing("i")).lease)
    let refused = say(2, .editing("i"), at: 5)
    #expect(refused.problem?.code == "held" && refused.notices.isEmpty && refused.lease == nil)
    #expect(board.editor(of: "i")?.name == "Anna")
    #expect(say(2, .editing("j"), at: 5).lease != lease)
    // Anna ends it, and Bo asks again.
    let ended = say(1, .viewing("i"), at: 6)
    #expect(ended.notices.first?.payload["reason"]?.string == "released")
    #expect(say(2, .editing("i"), at: 7).problem == nil)
    #expect(board.editor(of: "i")?.name == "Bo" && board.editor(of: "j") == nil)
  }

  @Test mutating func `a lease holds for half a minute after its last renewal`() throws {
    let lease = try #require(say(1, .editing("i")).lease)
    #expect(say(1, .editing("i"), lease: lease, at: 29).lease == lease)
    #expect(say(2, .editing("i"), at: 58).problem?.code == "held")
    let taken = say(2, .editing("i"), at: 59)
    #expect(taken.problem == nil)
    #expect(
      Self.types(taken.notices)
        == ["item.released", "presence.update", "item.editing", "presence.update", "item.viewing"])
    #expect(taken.notices.first?.payload["reason"]?.string == "expired")
  }

  @Test mutating func `a late renewal is refused, be the item free`() throws {
    let lease = try #require(say(1, .editing("i")).lease)
    let late = say(1, .editing("i"), lease: lease, at: 30)
    #expect(late.problem == .leaseOver)
    #expect(Self.types(late.notices) == ["item.released", "presence.update"])
    #expect(board.editor(of: "i") == nil)
    #expect(say(1, .editing("i"), at: 31).lease == lease + 1)
  }

  @Test mutating func `a lease of another session or item is invalid`() throws {
    let lease = try #require(say(1, .editing("i")).lease)
    #expect(say(2, .editing("j"), lease: lease).problem == .leaseOver)
    #expect(say(1, .editing("j"), lease: lease).problem == .leaseOver)
    #expect(board.editor(of: "i")?.session == 1 && board.editor(of: "j") == nil)
  }

  @Test mutating func `a lease breaks when the session ends`() {
    _ = say(1, .editing("i"))
    let notices = board.leave(1)
    #expect(Self.types(notices) == ["item.released", "presence.update", "item.viewing"])
    #expect(notices.first?.payload["reason"]?.string == "gone")
    #expect(say(2, .editing("i")).problem == nil)
    #expect(board.leave(7).isEmpty)
    #expect(say(1, .idle).problem == .unknownSession)
  }

  @Test mutating func `two windows of one person are two sessions`() {
    board.join(3, name: "Anna", device: "d1", at: .zero)
    _ = say(1, .editing("i"))
    #expect(say(3, .editing("i")).problem?.code == "held")
    _ = board.leave(3)
    #expect(board.editor(of: "i")?.session == 1)
  }

  @Test mutating func `changes in a hurry are refused, heartbeats are not`() {
    var refused = 0
    for number in 0..<50 where say(1, .viewing("i\(number)")).problem == .tooFast { refused += 1 }
    #expect(refused == 30)
    #expect(board.people(at: "i19").count == 1)
    #expect(say(1, .viewing("i19")).problem == nil)
    #expect(say(1, .viewing("x"), at: 1).problem == nil)
  }

  @Test mutating func `whatever is said, an item has one editor, and who has left is nowhere`() {
    var random = SeededRandom(seed: 30)
    let items = ["a", "b", "c"]
    var leases: [Int: Int] = [:]
    for step in 0..<20_000 {
      let now = Duration.milliseconds(step * 700)
      let session = Int.random(in: 1...6, using: &random)
      let item = items.randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<10, using: &random) {
      case 0: _ = board.leave(session)
      case 1, 2: board.join(session, name: "n\(session)", device: "d", at: now)
      case 3: _ = board.update(session, PresenceUpdate(activity: .idle), at: now)
      case 4, 5: _ = board.update(session, PresenceUpdate(activity: .viewing(item)), at: now)
      case 6: _ = board.expire(at: now)
      default:
        let given = Bool.random(using: &random) ? leases[session] : nil
        let outcome = board.update(
          session, PresenceUpdate(activity: .editing(item), lease: given), at: now)
        leases[session] = outcome.lease
        if outcome.problem == nil { #expect(board.editor(of: item)?.session == session) }
      }
      let people = board.people
      let editing = people.filter { if case .editing = $0.activity { true } else { false } }
      #expect(Set(editing.map(\.activity)).count == editing.count, "step \(step)")
      for item in items {
        #expect(board.people(at: item) == people.filter { $0.activity.item == item })
        #expect(board.editor(of: item) == editing.first { $0.activity.item == item })
      }
      #expect((board.deadline == nil) == people.isEmpty)
    }
  }
}

extension PresenceBoard {
  fileprivate func editor(of item: String) -> Attendee? {
    people.first { $0.activity == .editing(item) }
  }
}
