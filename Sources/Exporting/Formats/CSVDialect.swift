import ActionItemModel
import CivilTime

/// A program that imports tables of its own making.
public enum CSVDialect: String, CaseIterable, Sendable {
  /// Jira: "Prepare a CSV file for import" at support.atlassian.com.
  case jira
  /// GitHub, which has no importer of its own: "To Import Issues" in the README of github-csv-tools, the usual one.
  case github
  /// Linear: "Importer" at linear.app/docs/import-issues; the columns are those of its own CSV export.
  case linear
  /// Todoist: "Format a CSV file to import into Todoist" at todoist.com/help.
  case todoist
  /// Trello, which has no importer of its own: the README of csv2trello.
  case trello
  /// Asana: "Preparing data for CSV import" at help.asana.com.
  case asana

  /// Whether its tables can say that a task is done; where they cannot, done tasks would be open again.
  public var keepsDone: Bool {
    switch self {
    case .jira, .github, .linear, .trello: true
    case .todoist, .asana: false
    }
  }

  var columns: [CSVColumn] {
    switch self {
    case .jira: Self.jiraColumns
    case .github: Self.githubColumns
    case .linear: Self.linearColumns
    case .todoist: Self.todoistColumns
    case .trello: Self.trelloColumns
    case .asana: Self.asanaColumns
    }
  }

  private static let jiraColumns = [
    CSVColumn("Summary") { PlainText.line($0.task) },
    CSVColumn("Issue Type") { _ in "Task" },
    CSVColumn("Status") { $0.isComplete ? "Done" : "To Do" },
    CSVColumn("Priority") { Self.capital($0.priority) },
    // An address where there is one; the wizard asks for the others.
    CSVColumn("Assignee") { Self.address(of: $0) ?? PlainText.line($0.assignee ?? "") },
    CSVColumn("Due Date") { $0.deadline.map { "\($0.date)" } ?? "" },
    CSVColumn("Description") { Self.description(of: $0) },
  ]

  // Somebody whom the repository does not know would have the issue refused; the body names the person.
  private static let githubColumns = [
    CSVColumn("title") { PlainText.line($0.task) },
    CSVColumn("body") { Self.description(of: $0) },
    CSVColumn("labels") { $0.priority == .medium ? "" : "priority: \($0.priority.rawValue)" },
    CSVColumn("state") { $0.isComplete ? "closed" : "open" },
  ]

  private static let linearColumns = [
    CSVColumn("Title") { PlainText.line($0.task) },
    CSVColumn("Description") { Self.description(of: $0) },
    CSVColumn("Status") { $0.isComplete ? "Done" : "Todo" },
    CSVColumn("Priority") { Self.capital($0.priority) },
    CSVColumn("Assignee") { Self.address(of: $0) ?? PlainText.line($0.assignee ?? "") },
    CSVColumn("Labels") { _ in "" },
    CSVColumn("Created") { ($0.source.timestamp ?? $0.extractedAt).description },
    CSVColumn("Completed") { $0.completedAt?.description ?? "" },
    CSVColumn("Due Date") { $0.deadline.map { "\($0.date)" } ?? "" },
  ]

  // RESPONSIBLE wants a number that only Todoist knows; the description names the person.
  private static let todoistColumns = [
    CSVColumn("TYPE") { _ in "task" },
    CSVColumn("CONTENT") { Self.withoutLabels($0.task) },
    CSVColumn("DESCRIPTION") { Self.description(of: $0) },
    CSVColumn("PRIORITY") { [.high: "1", .medium: "3", .low: "4"][$0.priority] ?? "4" },
    CSVColumn("INDENT") { _ in "1" },
    CSVColumn("AUTHOR") { _ in "" },
    CSVColumn("RESPONSIBLE") { _ in "" },
    CSVColumn("DATE") { $0.deadline.map(DeadlineText.short) ?? "" },
    CSVColumn("DATE_LANG") { _ in "en" },
    CSVColumn("TIMEZONE") { $0.timeZone.flatMap { $0.contains("/") ? $0 : nil } ?? "" },
  ]

  private static let trelloColumns = [
    CSVColumn("name") { PlainText.line($0.task) },
    CSVColumn("description") { Self.description(of: $0) },
    CSVColumn("due") { $0.deadline?.description ?? "" },
    CSVColumn("completed") { $0.isComplete ? "true" : "false" },
  ]

  // The order counts, and an assignee is an address.
  private static let asanaColumns = [
    CSVColumn("Name") { PlainText.line($0.task) },
    CSVColumn("Description") { Self.description(of: $0) },
    CSVColumn("Section") { PlainText.line($0.conversationTitle ?? "") },
    CSVColumn("Assignee") { Self.address(of: $0) ?? "" },
    CSVColumn("Due Date") { $0.deadline.map { Self.american($0.date) } ?? "" },
    CSVColumn("Priority") { Self.capital($0.priority) },
  ]

  private static func description(of item: ActionItem) -> String {
    let due = item.deadline.map { "Due: \(DeadlineText.short($0))\n" } ?? ""
    return due + ItemDescription.text(of: item)
  }

  private static func capital(_ priority: Priority) -> String {
    priority.rawValue.prefix(1).uppercased() + priority.rawValue.dropFirst()
  }

  /// The assignee's mail address, where the export has it for a name or an id.
  private static func address(of item: ActionItem) -> String? {
    [item.assignee, item.assigneeId].lazy.compactMap { $0 }.map(PlainText.line).first { text in
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !text.contains(" ")
    }
  }

  /// A task in which no word makes a label, as `@word` does.
  private static func withoutLabels(_ task: String) -> String {
    PlainText.line(task).split(separator: " ").map { word in
      word.count > 1 && word.first == "@" ? "@ " + word.dropFirst() : String(word)
    }.joined(separator: " ")
  }

  /// `01/31/2026`.
  private static func american(_ date: CivilDate) -> String {
    let parts = "\(date)".split(separator: "-")
    return parts.count == 3 ? "\(parts[1])/\(parts[2])/\(parts[0])" : "\(date)"
  }
}
