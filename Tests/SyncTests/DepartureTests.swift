import ActionItems
import CivilTime
import Encoding
import Extraction
import ItemRecords
import Store
import Testing

@testable import Sync

/// Items that no longer match a remote's filter, as a server sees them.
@Suite struct DepartureTests {
  /// One item that belonged to Bo when it was sent, and now belongs to Cy; the last frame sent announces that.
  private static func departed() throws -> (RemoteSyncHarness, SyncFrame) {
    var play = RemoteSyncHarness(1, mode: .follow) {
      $0.filter = RemoteFilter(assignee: AssigneeFilter(names: ["Bo"]))
      $0.session.startMilliseconds = 5_000_000
    }
    play.entries[0].change.change.known.item.assignee = "Bo"
    try play.begin()
    try play.acknowledge(play.takeItems())
    var change = play.entries[0].change
    change.sequence = 9
    change.change.kind = .updated
    change.change.known.item.assignee = "Cy"
    play.entries.append(.init(change: change, checksum: 9))
    play.other = []
    try play.tell(.storeChanged)
    let items = play.takeItems()
    #expect(items.count == 1)
    return (play, try #require(items.first))
  }

  @Test
  func `a departure only says that the item left, and is recorded before it is sent`()
    throws
  {
    let (play, frame) = try Self.departed()
    #expect(frame.type == "item.deleted" && play.other == ["keep told"])
    let members = frame.payloadValue.object?.map(\.key)
    #expect(
      members == [
        "id", "updatedAt", "scope", "leftAt", "storeId", "sequence", "deviceId",
      ])
    #expect(frame.payloadValue["scope"] == "left")
    let version = try IncomingItem(
      frame,
      defaults: .init(
        now: .epoch, device: "x", origin: "x", conversationId: "x", mayRepeat: true)
    ).version
    guard case .presence(let known) = version.content else {
      Issue.record("it is no word on presence: \(version.content)")
      return
    }
    #expect(known.removal == .withdrawn && !known.isHeld(.presence))
  }

  @Test(
    arguments: [
      ("the id alone", ["id": "item-0"], 0),
      ("with a time", ["id": "item-0", "updatedAt": "2030-01-01T00:00:00Z"], 0),
      ("another item", ["id": "item-1"], 1),
    ] as [(String, JSONValue, Int)])
  func `a departure that a server returns as a removal deletes nothing here`(
    name: String, payload: JSONValue, count: Int
  ) throws {
    var (play, frame) = try Self.departed()
    try play.acknowledge([frame])
    try play.receive("item.deleted", payload)
    #expect(play.applied.count == count, "\(name)")
  }

  @Test func `a server that requests an item gets no more than the filter allows`() throws {
    var (play, frame) = try Self.departed()
    try play.acknowledge([frame])
    // A request by name returns the current state.
    play.entries.removeFirst()
    try play.receive("sync.request", ["ids": ["item-0"]])
    let asked = play.takeItems()
    #expect(asked.allSatisfy { $0.type == "item.deleted" && $0.payloadValue["title"] == nil })
    #expect(!asked.isEmpty)
  }

  @Test func `a repeated request from the start sends the departure again`() throws {
    var (play, frame) = try Self.departed()
    try play.acknowledge([frame])
    try play.receive("sync.request", ["since": 0])
    let again = play.takeItems()
    #expect(again.map(\.type) == ["item.created", "item.deleted"])
    let times = [frame, again[1]].compactMap { $0.payloadValue["leftAt"]?.int }
    #expect(times.count == 2 && times[0] < times[1])
  }
}
