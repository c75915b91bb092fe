import ActionItems
import CivilTime

/// A program for which `export` writes CSV, with the columns that its import expects. Without a dialect, CSV has
/// `CSVColumn.all`.
package enum CSVDialect: String, CaseIterable, Sendable {
  /// "Prepare a CSV file for import" at support.atlassian.com.
  case jira
  /// GitHub has no importer. See "To Import Issues" in the README of github-csv-tools, the usual tool.
  case github
  /// "Importer" at linear.app/docs/import-issues; the columns are those of Linear's own CSV export.
  case linear
  /// "Format a CSV file to import into Todoist" at todoist.com/help.
  case todoist
  /// Trello has no importer. See the README of csv2trello.
  case trello
  /// "Preparing data for CSV import" at help.asana.com.
  case asana

  /// Whether the program's tables can mark tasks as done. If not, imported tasks are all open.
  package var keepsDone: Bool { self != .todoist && self != .asana }

  var columns: [CSVColumn] {
    switch self {
    case .jira:
      return [
        Self.task("Summary"), CSVColumn("Issue Type") { _ in "Task" },
        CSVColumn("Status") { $0.isComplete ? "Done" : "To Do" }, Self.priority,
        // The import wizard asks for people without an address.
        Self.person, Self.dueDate, Self.description("Description"),
      ]
    case .github:
      // GitHub would refuse an issue with an assignee unknown to the repository, so the body names the person.
      return [
        Self.task("title"), Self.description("body"),
        CSVColumn("labels") { $0.priority == .medium ? "" : "priority: \($0.priority.rawValue)" },
        CSVColumn("state") { $0.isComplete ? "closed" : "open" },
      ]
    case .linear:
      return [
        Self.task("Title"), Self.description("Description"),
        CSVColumn("Status") { $0.isComplete ? "Done" : "Todo" }, Self.priority, Self.person,
        CSVColumn("Labels") { _ in "" },
        CSVColumn("Created") { ($0.source.timestamp ?? $0.extractedAt).description },
        CSVColumn("Completed") { $0.completedAt?.description ?? "" }, Self.dueDate,
      ]
    case .todoist:
      // RESPONSIBLE needs a number that only Todoist has, so the description names the person.
      return [
        CSVColumn("TYPE") { _ in "task" }, CSVColumn("CONTENT") { Self.withoutLabels($0.task) },
        Self.description("DESCRIPTION"),
        CSVColumn("PRIORITY") { [.high: "1", .medium: "3", .low: "4"][$0.priority] ?? "4" },
        CSVColumn("INDENT") { _ in "1" }, CSVColumn("AUTHOR") { _ in "" },
        CSVColumn("RESPONSIBLE") { _ in "" }, CSVColumn("DATE") { $0.deadline?.words ?? "" },
        CSVColumn("DATE_LANG") { _ in "en" },
        CSVColumn("TIMEZONE") { $0.timeZone.flatMap { Self.isZone($0) ? $0 : nil } ?? "" },
      ]
    case .trello:
      return [
        Self.task("name"), Self.description("description"),
        CSVColumn("due") { $0.deadline?.description ?? "" },
        CSVColumn("completed") { $0.isComplete ? "true" : "false" },
      ]
    case .asana:
      // The order of columns matters, and an assignee is a mail address.
      return [
        Self.task("Name"), Self.description("Description"),
        CSVColumn("Section") { PlainText.line($0.conversationTitle ?? "") },
        CSVColumn("Assignee") { Self.address(of: $0) ?? "" },
        CSVColumn("Due Date") { $0.deadline.map { Self.american($0.date) } ?? "" }, Self.priority,
      ]
    }
  }

  private static func task(_ name: String) -> CSVColumn {
    CSVColumn(name) { PlainText.line($0.task) }
  }

  private static func description(_ name: String) -> CSVColumn {
    // The id lets a search in the tracker find the item again.
    CSVColumn(name) {
      ($0.deadline.map { "Due: \($0.words)\n" } ?? "") + $0.details + "\nactionitems \($0.id)"
    }
  }

  private static let priority = CSVColumn("Priority") {
    $0.priority.rawValue.prefix(1).uppercased() + $0.priority.rawValue.dropFirst()
  }
  private static let person = CSVColumn("Assignee") {
    Self.address(of: $0) ?? PlainText.line($0.assignee ?? "")
  }
  private static let dueDate = CSVColumn("Due Date") { $0.deadline.map { "\($0.date)" } ?? "" }

  /// The assignee's mail address, if the name or id is one.
  private static func address(of item: ActionItem) -> String? {
    [item.assignee, item.assigneeId].lazy.compactMap { $0 }.map(PlainText.line).first { text in
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !text.contains(" ")
    }
  }

  /// The task with a space after `@`, so that Todoist makes no labels of words.
  private static func withoutLabels(_ task: String) -> String {
    PlainText.line(task).split(separator: " ").map { word in
      word.count > 1 && word.first == "@" ? "@ " + word.dropFirst() : String(word)
    }.joined(separator: " ")
  }

  /// Whether a text looks like a name of the zone database with an area, such as `Europe/Berlin`. An item from another
  /// device may have any text.
  private static func isZone(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return (2...3).contains(parts.count) && name.utf8.count <= 40
      && parts.allSatisfy { part in
        (part.first.map { (0x41...0x5A).contains($0) } ?? false)
          && part.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "_+-".utf8.contains(byte)
            }
          }
      }
  }

  /// `01/31/2026`.
  private static func american(_ date: CivilDate) -> String {
    let parts = "\(date)".split(separator: "-")
    return parts.count == 3 ? "\(parts[1])/\(parts[2])/\(parts[0])" : "\(date)"
  }
}
