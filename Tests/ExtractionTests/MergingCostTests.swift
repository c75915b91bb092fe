import ActionItemModel
import CivilTime
import TestSupport
import Testing

@testable import Extraction

/// What an item costs that very many messages speak of.
@Suite struct MergingCostTests {
  @Test func `what is said of an item for the thousandth time is merged like the first`() {
    func said(_ number: Int) -> Finding {
      MergingScene.finding("Send the quarterly report", "\(number)", at: number * 10)
    }
    func reading(_ numbers: Range<Int>) -> Merger.Reading {
      Merger.Reading(
        conversation: MergingScene.conversation,
        messages: numbers.map { number in
          Message(
            id: "\(number)", sender: nil, timestamp: Timestamp(seconds: number * 10), text: "")
        }, findings: numbers.map(said), model: "m", run: 1)
    }
    var items = ConversationItems()
    var seconds: [Double] = []
    for start in stride(from: 1, to: 1201, by: 100) {
      let clock = ThreadClock()
      _ = Merger.changes(of: reading(start..<start + 100), to: &items, at: .epoch)
      seconds.append(clock.seconds)
    }
    // What goes through all that was said before takes some twenty times as long in the end.
    let (early, late) = (seconds[1...3].reduce(0, +), seconds[9...].reduce(0, +))
    #expect(late < early * 8, "\(seconds)")
    #expect(items.all.map(\.item.evidence.count) == [1200])
    #expect(items.all.first?.statements.map(\.messageId) == (1...1200).map { "\($0)" })
  }
}
