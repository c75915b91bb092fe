import Encoding
import Networking
import Store
import Testing

@testable import Sync

/// A server that temporarily accepts nothing. Also limits on both sides, and changes that a read-only token forbids.
@Suite struct UnavailableTests {
  /// Postpones all sent items; returns their number.
  @discardableResult
  static func putOff(_ play: inout RemoteSyncHarness, code: String = "unavailable") throws -> Int {
    let items = play.takeItems()
    for item in items {
      try play.receive(
        "error",
        [
          "code": .string(code), "message": "the disk is full",
          "messageID": .string(item.messageID ?? ""),
        ])
    }
    return items.count
  }

  @Test(arguments: ["unavailable", "busy", "Overloaded"])
  func `a change that a server cannot accept now is resent, and never set aside`(code: String)
    throws
  {
    var play = try RemoteSyncHarness(2, mode: .follow).begun()
    for _ in 0..<6 {
      #expect(try Self.putOff(&play, code: code) == 2)
      try play.pass(29)
      #expect(play.takeItems().isEmpty)
      try play.pass(1)
    }
    #expect(play.sync.outbox.setAsideCount == 0 && play.other == ["connect"])
    #expect(play.saved.last?.lastError?.hasPrefix("the server accepts nothing now") == true)
    try play.acknowledge(play.takeItems())
    try play.pass(1)
    #expect(play.saved.last?.delivered == 2)
  }

  @Test
  func `a one-time sync leaves a server that accepts nothing for a minute, and resumes later`()
    throws
  {
    var play = try RemoteSyncHarness(2).begun()
    try Self.putOff(&play)
    try play.pass(30)
    try Self.putOff(&play)
    #expect(play.other == ["connect"])
    try play.pass(30)
    try Self.putOff(&play)
    #expect(play.other == ["connect", "drop"])
    #expect(
      play.saved.last?.lastError
        == "the server accepts nothing now (unavailable: the disk is full)")
    try play.pass(1)
    try play.tell(.opened)
    try play.welcome()
    #expect(play.takeItems().isEmpty, "not sooner for a new session")
    try play.pass(30)
    try play.acknowledge(play.takeItems())
    #expect(play.other.last == "close" && play.saved.last?.delivered == 2)
  }

  @Test func `a server that never accepts anything ends a one-time sync without loss`() throws {
    var play = try RemoteSyncHarness(1) { $0.session.maximumAttempts = 3 }.begun()
    for _ in 0..<200 where play.ending == nil {
      try Self.putOff(&play)
      try play.pass(1)
      if case .connecting = play.sync.session.state {
        try play.tell(.opened)
        try play.welcome()
      }
    }
    let failure = try play.failure()
    #expect(failure.kind == .exhausted && failure.description.contains("the disk is full"))
    #expect(play.saved.last?.checkpoint == nil && play.sync.outbox.setAsideCount == 0)
  }

  /// Refuses all sent items because of a limit.
  private static func limit(_ play: inout RemoteSyncHarness) throws {
    for item in play.takeItems() {
      try play.receive(
        "error",
        [
          "code": "unavailable", "message": "the limit of 2 items is reached", "limit": true,
          "messageID": .string(item.messageID ?? ""),
        ])
    }
  }

  @Test func `a one-time sync ends at once at the limit of a server, with what it accepts`() throws
  {
    var play = try RemoteSyncHarness(3).begun()
    try play.acknowledge([play.sent.removeLast()])
    try Self.limit(&play)
    #expect(play.other == ["connect", "close"])
    try play.tell(.received([.closed(.normal, reason: "")]))
    let failure = try play.failure()
    #expect(failure.kind == .limit && failure.description.contains("the limit of 2 items"))
    #expect(play.sync.outbox.acknowledged == 1 && play.sync.outbox.setAsideCount == 0)
    #expect(play.saved.last?.checkpoint?.sequence ?? 0 < 5, "refused changes are sent next time")
  }

  @Test func `following warns once of a limit, and tries again every ten minutes`() throws {
    var play = try RemoteSyncHarness(2, mode: .follow).begun()
    for _ in 0..<3 {
      try Self.limit(&play)
      try play.pass(599)
      #expect(play.takeItems().isEmpty)
      try play.pass(1)
    }
    #expect(play.warnings.count == 1 && play.other == ["connect"])
    try play.acknowledge(play.takeItems())
    #expect(play.sync.outbox.isIdle && play.sync.outbox.setAsideCount == 0)
    // The limit was raised, and is reached again.
    play.entries.append(play.entries[1])
    play.entries[2].change.sequence = 9
    try play.tell(.storeChanged)
    try Self.limit(&play)
    #expect(play.warnings.count == 2)
  }

  @Test func `at its own limit, a one-time sync waits for what the other side still sends`() throws
  {
    var play = try RemoteSyncHarness(0).begun(["capabilities": ["sync.position"]])
    for number in 0..<2 {
      play.report("item.created", ["id": .string("i\(number)"), "title": "x", "updatedAt": 1])
      _ = play.sync.takeRequests()
      try play.tell(.applied(MergeOutcome(), obstacle: number == 0 ? "full" : nil))
      #expect(play.other == ["connect"])
    }
    try play.receive("sync.position", ["store_id": "e", "sequence": 1])
    #expect(play.other == ["connect", "close"])
    try play.tell(.received([.closed(.normal, reason: "")]))
    let failure = try play.failure()
    #expect(failure.kind == .limit)
  }

  @Test func `a server that accepts anything is not left`() throws {
    var play = try RemoteSyncHarness(30).begun()
    for _ in 0..<10 {
      let items = play.takeItems()
      try play.acknowledge([items[0]])
      for item in items.dropFirst() {
        try play.receive(
          "error", ["code": "busy", "messageID": .string(item.messageID ?? "")])
      }
      try play.pass(30)
    }
    #expect(play.other == ["connect"] && play.sync.outbox.acknowledged == 10)
  }

  @Test(arguments: [("one that may write", true), ("one for reading again", false)])
  func `a change forbidden by a read-only token is sent with another one`(
    name: String, mayWrite: Bool
  ) throws {
    var play = try RemoteSyncHarness(3).begun(["capabilities": []])
    for _ in 0..<3 {
      for item in play.takeItems() {
        try play.receive(
          "error", ["code": "forbidden", "messageID": .string(item.messageID ?? "")])
      }
      play.now += .seconds(5)
      try play.tell(.timer)
    }
    let state = try #require(play.saved.last)
    #expect(state.setAside.count == 3)
    var later = RemoteSyncHarness(3, state: state)
    try later.begin(["capabilities": mayWrite ? ["write"] : []])
    #expect(later.sent.count { $0.type.hasPrefix("item.") } == (mayWrite ? 3 : 0), "\(name)")
    try later.acknowledge(later.sent)
    #expect((later.saved.last ?? state).setAside.count == (mayWrite ? 0 : 3), "\(name)")
  }

  @Test func `a change postponed by name is not acknowledged with its batch`() throws {
    var play = try RemoteSyncHarness(3, mode: .follow).begun(["capabilities": ["batch"]])
    let batch = try #require(play.sent.last)
    let second = try BatchFrame(batch).messages[1].messageID ?? ""
    play.sent = []
    try play.receive("error", ["code": "busy", "messageID": .string(second)])
    try play.receive("acknowledgment", ["messageID": .string(batch.messageID ?? "")])
    #expect(play.sync.outbox.acknowledged == 2)
    try play.pass(30)
    try play.acknowledge(play.takeItems())
    #expect(play.sync.outbox.acknowledged == 3)
  }

  @Test func `a batch that a server cannot accept now stays whole`() throws {
    var play = try RemoteSyncHarness(5, mode: .follow).begun(["capabilities": ["batch"]])
    let batch = try #require(play.sent.last)
    #expect(batch.type == "batch")
    play.sent = []
    try play.receive(
      "error", ["code": "unavailable", "messageID": .string(batch.messageID ?? "")])
    #expect(play.sent.isEmpty)
    try play.pass(30)
    #expect(play.sent.last { $0.type != "ping" }?.messageID == batch.messageID)
    try play.receive("acknowledgment", ["messageID": .string(batch.messageID ?? "")])
    #expect(play.sync.outbox.acknowledged == 5)
  }
}
