import ActionItems
import CivilTime
import Encoding
import Extraction
import ItemRecords
import Store
import Testing

@testable import Sync

/// Items that fit a destination's filter no more, as an engine sees it.
@Suite struct DepartureTests {
  /// One item, which was Bo's when it was told, and is Cy's now; the engine was told of that last.
  private static func departed() throws -> (DestinationPlay, SyncFrame) {
    var play = DestinationPlay(1, mode: .follow) {
      $0.filter = DestinationFilter(assignee: WantedAssignee(names: ["Bo"]))
      $0.session.startMilliseconds = 5_000_000
    }
    play.entries[0].change.change.known.item.assignee = "Bo"
    try play.start()
    try play.welcome()
    try play.acknowledge(play.takeItems())
    var change = play.entries[0].change
    change.sequence = 9
    change.change.kind = .updated
    change.change.known.item.assignee = "Cy"
    play.entries.append(.init(change: change, checksum: 9))
    play.other = []
    play.sync.storeChanged(play.now)
    try play.settle()
    let items = play.takeItems()
    #expect(items.count == 1)
    return (play, try #require(items.first))
  }

  @Test
  func `a departure tells of the item nothing but that it left, and is noted before it is sent`()
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
      ("the id alone", ["id": "item 0"], 0),
      ("with a time", ["id": "item 0", "updatedAt": "2030-01-01T00:00:00Z"], 0),
      ("another item", ["id": "item 1"], 1),
    ] as [(String, JSONValue, Int)])
  func `an engine that tells a departure back as a removal takes nothing away here`(
    name: String, payload: JSONValue, count: Int
  ) throws {
    var (play, frame) = try Self.departed()
    try play.acknowledge([frame])
    try play.receive("item.deleted", payload)
    #expect(play.applied.count == count, "\(name)")
  }

  @Test func `an engine that asks for an item by name is told no more than the filter lets`() throws
  {
    var (play, frame) = try Self.departed()
    try play.acknowledge([frame])
    // What is asked for by name is what it is now.
    play.entries.removeFirst()
    try play.receive("sync.request", ["ids": ["item 0"]])
    let asked = play.takeItems()
    #expect(asked.allSatisfy { $0.type == "item.deleted" && $0.payloadValue["title"] == nil })
    #expect(!asked.isEmpty)
  }

  @Test func `what is asked for again from the start is a departure once more`() throws {
    var (play, frame) = try Self.departed()
    try play.acknowledge([frame])
    try play.receive("sync.request", ["since": 0])
    let again = play.takeItems()
    #expect(again.map(\.type) == ["item.created", "item.deleted"])
    let times = [frame, again[1]].compactMap { $0.payloadValue["leftAt"]?.int }
    #expect(times.count == 2 && times[0] < times[1])
  }
}
