import ActionItems
import CivilTime
import TestSupport
import Testing

@testable import Extraction
@testable import ItemRecords

/// The cost of an item that very many messages mention, and of a conversation that is often renamed.
@Suite struct MergingCostTests {
  typealias Change = (Int, inout Finding) -> Void

  /// Makes every message say the same, in windows of `each`; `change` may alter one of them.
  static func merge(
    _ numbers: Range<Int>, each: Int = 100, into items: inout ConversationItems,
    _ change: Change = { _, _ in }, title: (Int) -> String = { _ in "t" }
  ) {
    for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: each) {
      let window = start..<min(start + each, numbers.upperBound)
      var conversation = MergingFixture.conversation
      conversation.title = title(start)
      let reading = Merger.Reading(
        conversation: conversation,
        messages: window.map { number in
          Message(
            id: "\(number)", sender: nil, timestamp: Timestamp(seconds: number * 10), text: "")
        },
        findings: window.map { number in
          var finding = MergingFixture.finding(
            "Send the quarterly report", "\(number)", at: number * 10)
          change(number, &finding)
          return finding
        }, model: "m", run: 1)
      _ = Merger.changes(of: reading, to: &items, at: .epoch)
    }
  }

  @Test func `ten thousand statements about an item take four times as long as a quarter`() {
    let excess = Growth.excess(over: 2500, preparing: \.self) { count in
      var items = ConversationItems()
      Self.merge(0..<count, each: 20, into: &items)
      #expect(items.all.count == 1)
    }
    #expect(excess == nil)
  }

  @Test func `wordings that each extend the task take time in proportion to their number`() {
    let excess = Growth.excess(over: 1000, preparing: \.self) { count in
      var items = ConversationItems()
      Self.merge(0..<count, each: 20, into: &items) { number, finding in
        finding.mention.task = number == 0 ? "Send the report" : "Send the report of team\(number)"
      }
      #expect(items.all.count == 1 && items.all[0].wordings.count == ItemRecord.mostWordings)
      #expect(items.all[0].wordings.first == "Send the report")
    }
    #expect(excess == nil)
  }

  @Test func `an item keeps the decisive of very many messages, and some of each time`() {
    var items = ConversationItems()
    Self.merge(0..<3000, into: &items) { number, finding in
      if number == 700 { finding.mention.assignee = "Anna" }
      if number == 1100 { finding.mention.deadline = Deadline("1970-02-01") }
      if number == 1500 { finding.mention.priority = .high }
      if number == 1900 { finding.mention.task = "Send the quarterly report to the customer" }
    }
    #expect(items.all.count == 1)
    let known = items.all[0]
    #expect(known.item.assignee == "Anna" && known.item.deadline == Deadline("1970-02-01"))
    #expect(known.item.priority == .high)
    #expect(known.item.task == "Send the quarterly report to the customer")
    let kept = known.statements.compactMap { Int($0.messageId) }
    #expect(kept == kept.sorted() && kept.first == 0 && kept.last == 2999)
    #expect(Set(kept).isSuperset(of: [700, 1100, 1500, 1900]))
    #expect(known.item.evidence.map(\.messageId).sorted() == kept.map { "\($0)" }.sorted())
    // Few enough for a small change, and no stretch of time without any.
    #expect((30...110).contains(kept.count))
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $1 - $0 < 200 })
  }

  @Test func `an item is found again in messages that it no longer keeps`() {
    var items = ConversationItems()
    Self.merge(0..<1000, into: &items)
    let before = items.all[0]
    Self.merge(0..<1000, into: &items)
    #expect(items.all.count == 1 && items.all[0].removal == nil)
    #expect(items.all[0].item.id == before.item.id && items.all[0].item.task == before.item.task)
  }

  @Test func `titles that change with each file take linear time, and the last stays`() {
    let excess = Growth.excess(over: 1500, preparing: \.self) { count in
      var items = ConversationItems()
      Self.merge(0..<count, each: 3, into: &items) { number, finding in
        finding.mention.task = "Send report \(number)"
      } title: {
        "team \($0 / 3)"
      }
      let last = "team \((count - 1) / 3)"
      let late = items.titleToCome.map { Merger.retitle(&items, to: $0, at: .epoch) } ?? []
      #expect(items.all.count == count)
      #expect(items.all.allSatisfy { $0.item.conversationTitle == last })
      #expect(late.allSatisfy { $0.kind == .updated && $0.known.item.conversationTitle == last })
    }
    #expect(excess == nil)
  }

  @Test func `a deferred title counts as the conversation's title`() {
    var items = ConversationItems()
    Self.merge(0..<3000, into: &items) { number, finding in
      finding.mention.task = "Send report \(number)"
    }
    // Nothing is found, and newer messages give other titles; the last title is deferred.
    func read(_ title: String, at seconds: Int) {
      var conversation = MergingFixture.conversation
      conversation.title = title
      let message = Message(
        id: title, sender: nil, timestamp: Timestamp(seconds: seconds), text: "")
      let reading = Merger.Reading(
        conversation: conversation, messages: [message], findings: [], model: "m", run: 1)
      _ = Merger.changes(of: reading, to: &items, at: .epoch)
    }
    for number in 0..<8 { read("title \(number)", at: 40_000 + number) }
    #expect(items.titleToCome == "title 7")
    read("older", at: 5)
    #expect(items.newestTitle()?.title == "title 7")
  }
}
