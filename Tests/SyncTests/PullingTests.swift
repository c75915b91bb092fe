import Encoding
import Store
import Testing

@testable import Sync

/// A large feed of a server; each merge waits for the disk.
@Suite struct PullingTests {
  private static func told(_ numbers: ClosedRange<Int>, to play: inout RemoteSyncHarness)
    throws
  {
    for number in numbers {
      try play.receive(
        "item.created",
        [
          "id": .string("item-\(number)"), "title": "t", "storeId": "e",
          "sequence": .number("\(number)"),
        ])
    }
  }

  @Test func `a server's changes in one go are merged and saved in few steps`() throws {
    var play = try RemoteSyncHarness(0) { $0.gatheringTime = .milliseconds(50) }.begun([
      "capabilities": ["sync.position", "fields"], "store_id": "e",
    ])
    play.saved = []
    try Self.told(1...5000, to: &play)
    try play.receive("sync.position", ["store_id": "e", "sequence": 5000])
    #expect(play.portions == [2000, 2000, 1000])
    #expect(play.saved.count == 1)
    #expect(play.saved.last?.remoteCursor?.sequence == 5000)
    #expect(play.other.last == "close")
  }

  @Test func `incoming changes do not wait long, and are saved after a second`() throws {
    var play = try RemoteSyncHarness(0) { $0.gatheringTime = .milliseconds(50) }.begun([
      "capabilities": ["sync.position", "fields"], "store_id": "e",
    ])
    play.saved = []
    try Self.told(1...3, to: &play)
    #expect(play.portions.isEmpty)
    let deadline = try #require(play.sync.nextDeadline)
    #expect(deadline <= .milliseconds(50))
    play.now = deadline
    try play.tell(.timer)
    #expect(play.portions == [3])
    try play.pass(1)
    #expect(play.saved.last?.remoteCursor?.sequence == 3)
  }

  @Test func `incoming changes are merged at once if the connection is lost`() throws {
    var play = try RemoteSyncHarness(0) { $0.gatheringTime = .milliseconds(50) }.begun([
      "capabilities": ["sync.position", "fields"], "store_id": "e",
    ])
    try Self.told(1...3, to: &play)
    try play.lose()
    #expect(play.portions == [3])
  }
}
