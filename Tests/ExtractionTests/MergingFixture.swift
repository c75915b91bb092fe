import ActionItems
import CivilTime

@testable import Extraction
@testable import ItemRecords

/// Findings of a conversation, and the items that result from reading it.
enum MergingFixture {
  static let conversation = Conversation(id: "c", title: "t", platform: "json")

  static func finding(
    _ task: String, _ message: String = "1", assignee: String? = nil, due: String? = nil,
    at seconds: Int? = nil
  ) -> Finding {
    Finding(
      Mention(
        messageId: message,
        source: .init(platform: "json", timestamp: seconds.flatMap { Timestamp(seconds: $0) }),
        task: task, assignee: assignee, deadline: due.flatMap { Deadline($0) }))
  }

  /// The items after reading, and the changes, such as `created Send it`.
  static func read(
    _ findings: [Finding], messages: Set<String> = ["1", "2"], times: [String: Int] = [:],
    into items: [ItemRecord] = [], run: Int = 1
  ) -> (items: [ItemRecord], changes: [String]) {
    let reading = Merger.Reading(
      conversation: conversation,
      messages: messages.map { id in
        Message(
          id: id, sender: nil, timestamp: times[id].flatMap { Timestamp(seconds: $0) }, text: "")
      }, findings: findings, model: "m", run: run)
    var kept = ConversationItems(items)
    let changes = Merger.changes(
      of: reading, to: &kept, at: Timestamp(seconds: run * 1000) ?? .epoch)
    return (kept.all, changes.map { "\($0.kind.rawValue) \($0.known.item.task)" })
  }

  /// A task of Carl, stated by Ben.
  static func carls() -> [ItemRecord] {
    var stated = finding("Send the report", assignee: "Carl", at: 60)
    stated.source.sender = "Ben"
    stated.assigneeId = "c"
    return read([stated], messages: ["1"]).items
  }
}
