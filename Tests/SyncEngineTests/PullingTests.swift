import Encoding
import Store
import Testing

@testable import Sync

/// Much that an engine has to tell, for each part of which the disk is waited for.
@Suite struct PullingTests {
  private static func told(_ numbers: ClosedRange<Int>, to play: inout DestinationPlay)
    throws
  {
    for number in numbers {
      try play.receive(
        "item.created",
        [
          "id": .string("item \(number)"), "title": "t", "storeId": "e",
          "sequence": .number("\(number)"),
        ])
    }
  }

  @Test func `what an engine tells in one go is taken over and kept in few steps`() throws {
    var play = DestinationPlay(0) { $0.gatheringTime = .milliseconds(50) }
    try play.start()
    try play.welcome(["capabilities": ["sync.position", "fields"], "store_id": "e"])
    play.saved = []
    try Self.told(1...5000, to: &play)
    try play.receive("sync.position", ["store_id": "e", "sequence": 5000])
    #expect(play.portions == [2000, 2000, 1000])
    #expect(play.saved.count == 1)
    #expect(play.saved.last?.enginePlace?.sequence == 5000)
    #expect(play.other.last == "close")
  }

  @Test func `what came in does not wait for long, and is kept after a second`() throws {
    var play = DestinationPlay(0) { $0.gatheringTime = .milliseconds(50) }
    try play.start()
    try play.welcome(["capabilities": ["sync.position", "fields"], "store_id": "e"])
    play.saved = []
    try Self.told(1...3, to: &play)
    #expect(play.portions.isEmpty)
    let deadline = try #require(play.sync.nextDeadline)
    #expect(deadline <= .milliseconds(50))
    play.now = deadline
    play.sync.tick(play.now, at: SampleChange.time(9))
    try play.settle()
    #expect(play.portions == [3])
    try play.pass(1)
    #expect(play.saved.last?.enginePlace?.sequence == 3)
  }

  @Test func `what came in is taken over at once where the connection is lost`() throws {
    var play = DestinationPlay(0) { $0.gatheringTime = .milliseconds(50) }
    try play.start()
    try play.welcome(["capabilities": ["sync.position", "fields"], "store_id": "e"])
    try Self.told(1...3, to: &play)
    try play.lose()
    #expect(play.portions == [3])
  }
}
