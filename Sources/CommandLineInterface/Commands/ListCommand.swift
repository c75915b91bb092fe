import ActionItemModel
import ActionItemRepository
import ItemCoding
import JSONText

/// `list`: the items, in repository order.
enum ListCommand {
  static let all = Option.flag("all", "list done items too")
  static let done = Option.flag("done", "list done items only")
  static let assignee = Option.text("assignee", "NAME", "only what NAME is to do; '-' for nobody")
  static let conversation = Option.text(
    "conversation", "GLOB", isRepeatable: true, "only conversations whose title or id fits")
  static let limit = Option<Int>.number("limit", 1...1_000_000, "list at most N items")
  static let overdue = Option.flag("overdue", "only what is overdue")
  static let priority = Option<Priority>.value(
    "priority", "LEVEL", expected: "high, medium or low", "only items of this priority",
    read: Priority.init(rawValue:))
  static let text = Option.text("text", "WORDS", "only items whose task or quote holds these words")

  static let command = Command(
    name: "list", operands: "", operandCount: 0...0, summary: "list open items",
    details: """
      Lists open items: those with a deadline first, by day, then the others, the newest first.
      A deadline that has passed is marked with '!'.
      """,
    options: [
      all, done, assignee, conversation, overdue, priority, text, limit, ZoneOption.timeZone,
    ], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    let store = try invocation.openStore()
    let table = ItemTable(
      now: invocation.now(), zone: try invocation.teamZone(), zones: invocation.zones)
    var items = try await store.fetch().filter { item in
      settings.isOn(all) || item.isComplete == settings.isOn(done)
    }
    await invocation.warn(of: store)
    if let name = settings.value(of: assignee) { items = items.filter { isAssigned($0, to: name) } }
    let globs = settings.values(of: conversation).map { Glob($0) }
    if !globs.isEmpty { items = items.filter { isWanted($0, globs) } }
    if settings.isOn(overdue) { items = items.filter(table.isOverdue) }
    if let priority = settings.value(of: priority) {
      items = items.filter { $0.priority == priority }
    }
    if let words = settings.value(of: text)?.lowercased() {
      items = items.filter {
        $0.task.lowercased().contains(words) || $0.quote?.lowercased().contains(words) ?? false
      }
    }
    if let limit = settings.value(of: limit) { items = Array(items.prefix(limit)) }
    try ItemOutput(invocation: invocation, table: table).print(items)
    return .done
  }

  private static func isAssigned(_ item: ActionItem, to name: String) -> Bool {
    guard name != "-" else { return item.assignee == nil }
    let wanted = name.lowercased()
    let assignee = item.assignee?.lowercased()
    return assignee == wanted || item.assigneeId?.lowercased() == wanted
      || assignee?.split(separator: " ").first.map(String.init) == wanted
  }

  private static func isWanted(_ item: ActionItem, _ globs: [Glob]) -> Bool {
    globs.contains { glob in
      glob.matches(item.conversationId) || item.conversationTitle.map(glob.matches) ?? false
    }
  }
}
