import Encoding
import Extraction
import ItemRecords
import Store
import Testing

@testable import Sync

/// A server that requests and sends items outside the sequence of changes.
@Suite struct AskedSyncTests {
  /// A sync that has sent all its changes, with a server that has not.
  static func delivered(
    _ count: Int, mode: SyncMode = .once,
    _ adjust: (inout RemoteSync.Settings) -> Void = { _ in }
  ) throws -> RemoteSyncHarness {
    var play = try RemoteSyncHarness(count, mode: mode, adjust).begun([
      "capabilities": ["sync.position"], "store_id": "e",
    ])
    try play.acknowledge(play.takeItems())
    return play
  }

  @Test(arguments: ["sync.request", "sync.partial"])
  func `the client sends current versions of requested items without moving its offset`(
    type: String
  ) throws {
    var play = try Self.delivered(4)
    let removed = play.entries[2].change.change.known
    play.entries[2].change.change = ItemChange(.deleted, removed, by: .model)
    let checkpoint = play.sync.state.checkpoint
    try play.receive(type, ["ids": ["item-0", "item-2", "nobody"]])
    let items = play.takeItems()
    #expect(items.map(\.type) == ["item.created", "item.deleted"])
    #expect(items.map { $0.payloadValue["id"] } == ["item-0", "item-2"])
    #expect(play.sync.state.checkpoint == checkpoint)
    try play.acknowledge(items)
    #expect(play.sync.outbox.acknowledged == 4, "an acknowledgement of that counts for nothing")
    try play.receive("sync.position", ["store_id": "e", "sequence": 1])
    #expect(play.other.last == "close")
  }

  @Test func `a server may request everything, or the changes after a number`() throws {
    var play = try Self.delivered(3, mode: .follow)
    try play.receive("sync.full")
    let all = play.takeItems()
    #expect(all.count == 3)
    try play.acknowledge(all)
    try play.receive("sync.partial", ["since": 1])
    #expect(play.takeItems().map { $0.payloadValue["sequence"] } == [3, 5])
  }

  @Test func `a malformed request is refused by name`() throws {
    var play = try Self.delivered(1)
    try play.receive("sync.partial", id: "m1")
    let ids = JSONValue.array((0...1000).map { .string("\($0)") })
    try play.receive("sync.request", ["ids": ids], id: "m2")
    #expect(play.refused.map { $0.prefix(2) } == ["m1", "m2"])
    #expect(play.other == ["connect"])
  }

  @Test(
    arguments: [
      ("everything, as items", "sync.full", "items", false),
      ("a part, as frames", "sync.partial", "messages", true),
    ])
  func `items that a server sends on request are merged without moving its offset`(
    name: String, type: String, member: String, isFrame: Bool
  ) throws {
    var play = try Self.delivered(0)
    let item: JSONValue = ["id": "1", "title": "t", "storeId": "e", "sequence": 90]
    let frame = RemoteSyncHarness.message("item.created", "m", item)
    let ping = RemoteSyncHarness.message("ping", "p")
    let list: JSONValue = [isFrame ? frame : item, ping, ["title": "no id"]]
    try play.receive(type, .object([.init(member, list)]), id: "b")
    #expect(play.applied.map(\.id) == ["1"], "\(name)")
    #expect(play.refused.count == 2, "\(name)")
    #expect((play.sync.state.remoteCursor?.sequence ?? 0) == 0, "\(name)")
  }

  @Test
  func `a server that keeps requesting does not block a one-time sync and has few requests read`()
    throws
  {
    func ask(_ play: inout RemoteSyncHarness) {
      play.report("sync.request", ["ids": ["item-0", "item-1", "item-2"]])
    }
    var asking = try Self.delivered(3)
    ask(&asking)
    try asking.receive("sync.position", ["store_id": "e", "sequence": 1])
    #expect(asking.other.last == "close" && asking.takeItems().count == 3)

    var endless = try Self.delivered(3, mode: .follow) { $0.answers = 20 }
    for _ in 0..<5 {
      ask(&endless)
      try endless.settle()
    }
    ask(&endless)
    #expect(endless.other == ["connect"])
    try endless.settle()
    #expect(endless.other == ["connect", "drop"], "it takes nothing of what it asks for")
  }

  @Test func `a request of a lost session is not answered in the next one`() throws {
    var play = try Self.delivered(2, mode: .follow)
    play.report("sync.request", ["ids": ["item-0"]])
    let requests = play.sync.takeRequests()
    let asked = requests.contains { if case .fetchItems = $0 { true } else { false } }
    #expect(asked)
    try play.lose()
    play.report(.fetchedItems([play.entries[0]]))
    try play.settle()
    #expect(play.takeItems().isEmpty, "nobody has said yet who this is")
    try play.welcome(["store_id": "e"])
    #expect(play.takeItems().isEmpty)
    try play.receive("sync.request", ["ids": ["item-1"]])
    #expect(play.takeItems().count == 1)
  }
}
