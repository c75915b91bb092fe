import ActionItems
import CivilTime
import TestSupport
import Testing

@testable import Extraction
@testable import ItemRecords

@Suite struct MentionTimelineTests {
  /// A finding with one of few messages and times, so that many coincide.
  private static func finding(_ random: inout SeededRandom, _ number: Int) -> Finding {
    let seconds = Int.random(in: 0..<12, using: &random)
    var finding = MergingFixture.finding("Send it", "\(Int.random(in: 0..<8, using: &random))")
    finding.source.timestamp = seconds > 0 ? Timestamp(seconds: seconds) : nil
    finding.order = Int.random(in: 0..<2, using: &random)
    // Identifies the finding.
    finding.quote = "\(number)"
    finding.assignee = Bool.random(using: &random) ? "Ben" : nil
    return finding
  }

  private static func known(_ random: inout SeededRandom) -> ItemRecord {
    let first = finding(&random, 0)
    let item = ActionItem(
      id: "i", conversationId: "c", conversationTitle: nil, task: "Send it", assignee: nil,
      assigneeId: nil, deadline: nil, priority: .medium, messageId: first.messageId, quote: "0",
      source: first.source, extractedAt: .epoch, model: "m", run: 1, timeZone: nil)
    var known = ItemRecord(
      item: item, number: 1, firstMessageId: first.messageId, wordings: ["Send it"])
    let count = Int.random(in: 0..<8, using: &random)
    if Bool.random(using: &random) {
      known.statements = (0..<count).map { finding(&random, $0).mention }
    } else {
      // An item's messages may be listed out of time order.
      for number in 0..<count {
        known.item.evidence.append(.init(messageId: "\(number)", quote: "\(number)"))
      }
      known.item.isComplete = Bool.random(using: &random)
      known.item.completedAt = Timestamp(seconds: Int.random(in: 1..<12, using: &random))
    }
    return known
  }

  @Test func `previous and next statements match a full sort of all statements`() {
    for seed in 0..<2000 {
      var random = SeededRandom(seed: UInt64(seed))
      let known = Self.known(&random)
      let given = (0..<Int.random(in: 0..<5, using: &random)).map { number in
        Self.finding(&random, 100 + number)
      }
      let said = Self.finding(&random, 200).mention
      var mentionTimeline = MentionTimeline(known)
      for finding in given { mentionTimeline.add(finding.mention) }
      let past = mentionTimeline.before(said)

      let joined = given.map(\.mention)
      var others = known.statements.filter { other in
        !other.isOfMessage(of: said) && !joined.contains { $0.isOfMessage(of: other) }
      }
      if !joined.isEmpty { others = (others + joined).sorted() }
      let count = others.firstIndex { said < $0 } ?? others.count
      let before = others[..<count]
      #expect(past.first == before.first, "seed \(seed)")
      #expect(past.last() == before.last, "seed \(seed)")
      #expect(
        past.last { $0.assignee != nil } == before.last { $0.assignee != nil }, "seed \(seed)")
      for id in 0..<8 {
        let isSaid = before.contains { $0.messageId == "\(id)" }
        #expect(past.contains { $0.messageId == "\(id)" } == isSaid, "seed \(seed), \(id)")
      }
      #expect(past.next == (count < others.count ? others[count] : nil), "seed \(seed)")
    }
  }
}
