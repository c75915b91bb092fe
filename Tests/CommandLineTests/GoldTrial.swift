import ActionItems
import CivilTime

@testable import CommandLine

/// A conversation with known items, and the items found in it.
enum GoldTrial {
  static func gold(_ items: [GoldItem], messages: Int = 9) -> GoldConversation {
    GoldConversation(
      id: "c", source: "s",
      messages: (1...messages).map {
        Message(id: "\($0)", sender: "Ann", timestamp: nil, text: "")
      },
      items: items)
  }

  static func found(
    _ messageId: String, task: String = "Do it", assignee: String? = nil,
    deadline: Deadline? = nil, priority: Priority = .medium
  ) -> ActionItem {
    ActionItem(
      id: "id-\(messageId)-\(task)", conversationId: "c", task: task, assignee: assignee,
      deadline: deadline, priority: priority, messageId: messageId,
      source: ActionItem.Source(platform: "gold"), extractedAt: .epoch, model: "m")
  }
}
