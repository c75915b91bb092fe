import ActionItemModel
import CivilTime
import TestSupport
import Testing

@testable import Extraction

/// What an item costs that very many messages speak of.
@Suite struct MergingCostTests {
  @Test func `what is said of an item for the thousandth time is merged like the first`() {
    func said(_ number: Int) -> Finding {
      MergerTests.finding("Send the quarterly report", "\(number)", at: number * 10)
    }
    func reading(_ numbers: Range<Int>) -> Merger.Reading {
      Merger.Reading(
        conversation: MergerTests.conversation,
        messages: numbers.map { number in
          Message(
            id: "\(number)", sender: nil, timestamp: Timestamp(seconds: number * 10), text: "")
        }, findings: numbers.map(said), model: "m", run: 1)
    }
    var items = ConversationItems()
    let clock = ThreadClock()
    for start in stride(from: 1, to: 3001, by: 300) {
      _ = Merger.changes(of: reading(start..<start + 300), to: &items, at: .epoch)
    }
    #expect(clock.seconds < 60)
    #expect(items.all.map(\.item.evidence.count) == [3000])
    #expect(items.all.first?.statements.map(\.messageId) == (1...3000).map { "\($0)" })
  }
}
