import ActionItems
import CivilTime
import ItemRecords

/// An item that a review shows.
enum ReviewedItem {
  static func of(
    _ id: String, task: String? = nil, isDone: Bool = false, context: [Finding.ContextLine] = []
  ) -> ItemRecord {
    var item = ActionItem(
      id: id, conversationId: "c", conversationTitle: "Team", task: task ?? "Task \(id)",
      assignee: "Anna", deadline: Deadline("2026-05-08"), messageId: "m", quote: "please do \(id)",
      source: .init(
        platform: "slack", sender: "Ben", timestamp: Timestamp(seconds: 1_777_975_200)),
      extractedAt: .epoch, model: "m")
    item.isComplete = isDone
    return ItemRecord(
      item: item, number: 1, firstMessageId: "m", wordings: [item.task], context: context)
  }
}
