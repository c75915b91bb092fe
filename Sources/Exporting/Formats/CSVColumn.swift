import ActionItemModel
import CivilTime

/// A column of a table of items.
struct CSVColumn: Sendable {
  /// What stands above it.
  let name: String
  /// What stands in it.
  let value: @Sendable (ActionItem) -> String

  init(_ name: String, _ value: @escaping @Sendable (ActionItem) -> String) {
    self.name = name
    self.value = value
  }

  /// All that a spreadsheet can use, by the names that JSON has for it.
  static let all = [
    CSVColumn("id") { $0.id },
    CSVColumn("task") { PlainText.line($0.task) },
    CSVColumn("assignee") { PlainText.line($0.assignee ?? "") },
    CSVColumn("deadline") { $0.deadline?.description ?? "" },
    CSVColumn("priority") { $0.priority.rawValue },
    CSVColumn("isComplete") { $0.isComplete ? "true" : "false" },
    CSVColumn("completedAt") { $0.completedAt?.description ?? "" },
    CSVColumn("conversationTitle") { PlainText.line($0.conversationTitle ?? "") },
    CSVColumn("sender") { PlainText.line($0.source.sender ?? "") },
    CSVColumn("timestamp") { $0.source.timestamp?.description ?? "" },
    CSVColumn("quote") { PlainText.block($0.quote ?? "") },
    CSVColumn("link") { WebAddress.checked($0.source.link) ?? "" },
    CSVColumn("platform") { PlainText.line($0.source.platform) },
    CSVColumn("conversationId") { PlainText.line($0.conversationId) },
    CSVColumn("messageId") { PlainText.line($0.messageId) },
    CSVColumn("extractedAt") { $0.extractedAt.description },
    CSVColumn("updatedAt") { $0.updatedAt.description },
  ]
}
