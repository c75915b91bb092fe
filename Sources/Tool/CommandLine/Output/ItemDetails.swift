import ActionItems
import CivilTime
import ItemRecords
import Store
import System

/// The text of `show`: one item with all its fields, messages, conflicts and changes, as lines.
struct ItemDetails {
  let clock: ItemClock
  /// The id of the store, to name this machine in conflicts.
  let store: String
  /// The columns of a terminal; nil if nothing is wrapped.
  let width: Int?
  private(set) var lines: [String] = []

  init(clock: ItemClock, store: String, width: Int?) {
    (self.clock, self.store, self.width) = (clock, store, width)
  }

  /// Adds a record, with its item as it is shown.
  mutating func add(
    _ known: ItemRecord, _ item: ActionItem, sync: [(name: String, state: ItemSync.State)]
  ) {
    wrap(item.task, indent: 0)
    add("id", item.id)
    add("who", item.assignee ?? "unassigned")
    add(
      "due",
      item.deadline.map { clock.words($0, isOverdue: clock.isOverdue(item)) } ?? "no deadline")
    add("priority", item.priority.rawValue)
    add("state", state(of: known))
    add("done in", known.closedBy?.messageId)
    add("done?", known.perhapsClosedBy?.words)
    add("because", known.removalReason)
    for conflict in known.conflicts {
      add("conflict", SyncConflicts.sentence(conflict, store: store, clock))
    }
    add("conversation", "\(item.conversationTitle ?? "") (\(item.conversationId))")
    add("found", "\(clock.minute(item.extractedAt)) by \(item.model)")
    add("message", item.messageId)
    add("sender", item.source.sender)
    add("written", item.source.timestamp.map(clock.written))
    add("link", item.source.link)
    for (name, state) in sync { add("sync", "\(name): \(state.rawValue)") }
    for evidence in item.evidence { add("quote", evidence.quote.map { "\"\($0)\"" }) }
    if !known.neighbours.isEmpty { lines.append("  around it") }
    for line in known.neighbours {
      let head = [line.timestamp.map(clock.minute), line.sender].compactMap { $0 }
      wrap(head.joined(separator: " ") + ": " + line.text, indent: 4)
    }
  }

  mutating func add(_ history: ItemHistory) {
    lines.append("  history")
    if !history.isWhole { lines.append("    earlier changes are not kept") }
    for step in history.steps {
      for setting in step.settings {
        let head = "\(clock.minute(setting.at ?? step.at)) \(setting.setter(here: "this machine"))"
        wrap("\(head): \(setting.what(clock))", indent: 4)
      }
    }
  }

  private func state(of known: ItemRecord) -> String {
    let item = known.item
    if let time = item.archivedAt { return "archived \(clock.minute(time))" }
    if let removal = known.removal { return "removed \(removal.byWhom)" }
    if !item.isComplete { return "open" }
    return "done" + (item.completedAt.map { " " + clock.minute($0) } ?? "")
  }

  private mutating func add(_ label: String, _ value: String?) {
    guard let value else { return }
    wrap(value, after: "  " + HelpText.padded(label, 14), indent: 16)
  }

  /// Adds a text after a label. Further lines begin below the text. A single word, such as a link, stays whole.
  private mutating func wrap(_ text: String, after label: String = "", indent: Int) {
    let spaces = String(repeating: " ", count: indent)
    let text = SafeText.line(text)
    var parts = [text]
    if let width, text.contains(" ") { parts = SafeText.wrapped(text, to: max(20, width - indent)) }
    for (number, part) in parts.enumerated() {
      lines.append((number == 0 && !label.isEmpty ? label : spaces) + part)
    }
  }
}
