import ActionItemModel
import ActionItemRepository
import CivilTime
import Extraction

/// `show ID`: one item with the message that proves it.
enum ShowCommand {
  static let command = Command(
    name: "show", operands: "ID", operandCount: 1...1,
    summary: "show an item with the message that proves it",
    details: "Shows an item. The ID may be shortened to any beginning that no other item has.",
    options: [ZoneOption.timeZone], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let store = try invocation.openStore()
    let known = try await store.item(beginning: invocation.operands[0])
    await invocation.warn(of: store)
    let table = ItemTable(
      now: invocation.now(), zone: try invocation.teamZone(), zones: invocation.zones)
    if invocation.settings.isOn(CommonOptions.json) {
      try ItemOutput(invocation: invocation, table: table).print([known.item])
    } else {
      try invocation.console.output.write(text(of: known, isOverdue: table.isOverdue(known.item)))
    }
    return .done
  }

  private static func text(of known: KnownItem, isOverdue: Bool) -> String {
    let item = known.item
    var lines: [String] = [SafeText.line(item.task)]
    func add(_ label: String, _ value: String?) {
      guard let value else { return }
      lines.append("  " + HelpText.padded(label, 14) + SafeText.line(value))
    }
    add("id", item.id)
    add("who", item.assignee ?? "nobody in particular")
    add("due", item.deadline.map { "\($0)" + (isOverdue ? " (overdue)" : "") })
    add("priority", item.priority.rawValue)
    add("state", item.isComplete ? "done \(item.completedAt?.description ?? "")" : "open")
    add("conversation", "\(item.conversationTitle ?? "") (\(item.conversationId))")
    add("found", "\(item.extractedAt) by \(item.model)")
    add("message", item.messageId)
    add("sender", item.source.sender)
    add("written", item.source.timestamp?.description)
    add("link", item.source.link)
    for evidence in item.evidence { add("quote", evidence.quote.map { "\"\($0)\"" }) }
    if !known.context.isEmpty {
      lines.append("  around it")
      for line in known.context {
        let head = [line.timestamp?.description, line.sender].compactMap { $0 }
        lines.append("    " + SafeText.line(head.joined(separator: " ") + ": " + line.text))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
