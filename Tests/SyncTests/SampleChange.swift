import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store

/// A change of one item.
enum SampleChange {
  static let id = "11111111-1111-5111-8111-111111111111"

  static func time(_ milliseconds: Int) -> Timestamp {
    Timestamp(microseconds: Int64(milliseconds) * 1000) ?? .epoch
  }

  static func of(
    _ kind: ItemChange.Kind = .updated, removal: ItemRecord.Removal? = nil
  ) -> StoreChange {
    var item = ActionItem(
      id: id, conversationId: "c", conversationTitle: "Team", task: "Send the report",
      assignee: "Bo", deadline: Deadline("2026-03-01"), priority: .high, messageId: "m2",
      quote: "please send it", source: .init(platform: "slack", sender: "Ann"),
      extractedAt: time(1), model: "m", run: 7)
    item.updatedAt = time(1_767_600_000_123)
    let known = ItemRecord(
      item: item, number: 2, firstMessageId: "m1", wordings: ["Send it", "Send the report"],
      held: [.priority], removal: removal)
    return StoreChange(
      sequence: 12, at: time(5), run: 7, change: ItemChange(kind, known, by: .model))
  }
}
