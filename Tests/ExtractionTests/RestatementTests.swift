import ActionItems
import CivilTime
import Testing

@testable import Extraction
@testable import ItemRecords

/// Messages that are read again, in parts, or under ids that started over.
@Suite struct RestatementTests {
  @Test func `a restatement under a reused id leaves the older statement valid`() {
    let first = ReportFixture.said(1, due: "1970-01-05")
    let anew = ReportFixture.said(1) {
      $0.source.timestamp = Timestamp(seconds: 90_000)
      $0.priority = .high
    }
    let items = ReportFixture.read(first)
    let (after, _) = MergingFixture.read(
      [anew], messages: ["1"], times: ["1": 90_000], into: items, run: 2)
    #expect(after.count == 1)
    #expect(after[0].item.evidence.map(\.messageId) == ["1", "1"])
    #expect(after[0].item.deadline?.description == "1970-01-05")
    #expect(after[0].item.priority == .high)
    #expect(after[0].item.source.timestamp?.seconds == 3600)
    #expect(after[0].statementsToKeep?.map(\.source.timestamp?.seconds) == [3600, 90_000])
    // Reading either again changes nothing; reading that it says nothing removes only its own statement.
    for (finding, time) in [(first, 3600), (anew, 90_000)] {
      let again = MergingFixture.read(
        [finding], messages: ["1"], times: ["1": time], into: after, run: 3)
      #expect(again.changes.isEmpty, "\(time)")
    }
    let (silent, _) = MergingFixture.read(
      [], messages: ["1"], times: ["1": 90_000], into: after, run: 3)
    #expect(silent[0].item.priority == .medium && silent[0].item.evidence.count == 1)
  }

  @Test func `an item that returns follows current statements, not former ones`() {
    let items = ReportFixture.read(
      ReportFixture.said(1, for: "Anna"),
      ReportFixture.said(2, due: "1970-01-09") { $0.priority = .high })
    let (gone, changes) = MergingFixture.read(
      [], messages: ["1", "2"], times: ["1": 3600, "2": 7200], into: items, run: 2)
    #expect(changes == ["deleted Send the report"])
    let (back, again) = ReportFixture.read([(1, ReportFixture.said(1, for: "Anna"))], into: gone)
    #expect(again == ["created Send the report"] && back[0].item.id == items[0].item.id)
    #expect(back[0].item.evidence.map(\.messageId) == ["1"])
    #expect(back[0].item.deadline == nil && back[0].item.priority == .medium)
  }

  @Test func `the parts of a long message act as one message`() {
    // Parts are read in separate windows, none of which has the whole message.
    let parts = [
      ReportFixture.said(1, for: "Anna", due: "1970-01-05"),
      ReportFixture.said(1) { $0.priority = .high },
    ]
    var items: [ItemRecord] = []
    for part in parts { items = MergingFixture.read([part], messages: [], into: items).items }
    #expect(items.count == 1 && items[0].item.assignee == "Anna")
    #expect(items[0].item.deadline?.description == "1970-01-05")
    #expect(items[0].item.priority == .high)
    // Read as a whole, the message has its current statement.
    let (whole, _) = ReportFixture.read([(1, ReportFixture.said(1, for: "Anna"))], into: items)
    #expect(whole[0].item.deadline == nil && whole[0].item.priority == .medium)
  }
}
