import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store
import Sync
import System

/// `show ID`: prints one item with the message that proves it.
enum ShowCommand {
  static let history = Option.flag(
    "history", "show its changes and their authors, as far as the store has them"
  ).perCall

  static let command = Command(
    name: "show", operands: "ID", operandCount: 1...1,
    summary: "show an item with its source message",
    details: """
      Shows an item, also a removed one, with who removed it and why. The ID may be any unique prefix.
      Different values that people set without knowing of each other are marked as a conflict;
      'sync --resolve ID --prefer mine' or 'theirs' resolves it. --history lists the last \(ItemHistory.length) changes
      that compaction has not removed.
      """,
    options: [history, ZoneOption.timeZone] + Pager.options, run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    invocation.beginPaging()
    let store = try invocation.openStore()
    let known = try await find(invocation.operands[0], store, invocation)
    let status = await invocation.statusOfReading(store)
    let clock = try invocation.itemClock()
    let sync = try ItemSync(invocation, store)
    let history =
      invocation.settings.isOn(history) ? try await store.history(ofItem: known.item.id) : nil
    let change = sync.isEmpty ? nil : try await store.lastChange(ofItem: known.item.id)
    if invocation.isJSON {
      try invocation.console.output.writeJSON(known, store: store.id) { writer in
        writer.context(of: known)
        if let change { writer.members(of: sync, change) }
        if let history { writer.members(of: history) }
      }
    } else {
      try invocation.console.output.write(
        text(
          of: known, isOverdue: clock.isOverdue(known.item), store: store.id,
          sync: change.map(sync.states) ?? []) + (history.map(text) ?? ""))
    }
    return status
  }

  static func find(
    _ id: String, _ store: ActionItemStore, _ invocation: Invocation
  ) async throws -> ItemRecord {
    let known = try await findAny(id, store, invocation)
    guard invocation.shown.takes(known.item) else {
      throw StoreError.noItem(beginning: id, matches: 0)
    }
    return known
  }

  private static func findAny(
    _ id: String, _ store: ActionItemStore, _ invocation: Invocation
  ) async throws -> ItemRecord {
    do { return try await store.item(beginning: id) } catch StoreError.noItem(_, matches: 0) {}
    do {
      return try await store.removedItem(beginning: id)
    } catch let error as StoreError {
      guard case .noItem(_, matches: 0) = error,
        await invocation.statusOfReading(store) == .store
      else { throw error }
      throw CommandFailure(.store, "\(error); it may be in a damaged part of the store")
    }
  }

  private static func state(of known: ItemRecord) -> String {
    let item = known.item
    if let time = item.archivedAt { return "archived \(time)" }
    if let removal = known.removal { return "removed \(removal.byWhom)" }
    return item.isComplete ? "done \(item.completedAt?.description ?? "")" : "open"
  }

  private static func text(
    of known: ItemRecord, isOverdue: Bool, store: String,
    sync: [(name: String, state: ItemSync.State)]
  ) -> String {
    let item = known.item
    var lines: [String] = [SafeText.line(item.task)]
    func add(_ label: String, _ value: String?) {
      guard let value else { return }
      lines.append("  " + HelpText.padded(label, 14) + SafeText.line(value))
    }
    add("id", item.id)
    add("who", item.assignee ?? "unassigned")
    add("due", item.deadline.map { "\($0)" + (isOverdue ? " (overdue)" : "") } ?? "no deadline")
    add("priority", item.priority.rawValue)
    add("state", state(of: known))
    add("done in", known.closedBy?.messageId)
    add("done?", known.perhapsClosedBy?.words)
    add("because", known.removalReason)
    for conflict in known.conflicts {
      add("conflict", SyncConflicts.sentence(conflict, store: store))
    }
    add("conversation", "\(item.conversationTitle ?? "") (\(item.conversationId))")
    add("found", "\(item.extractedAt) by \(item.model)")
    add("message", item.messageId)
    add("sender", item.source.sender)
    add("written", item.source.timestamp?.description)
    add("link", item.source.link)
    for (name, state) in sync { add("sync", "\(name): \(state.rawValue)") }
    for evidence in item.evidence { add("quote", evidence.quote.map { "\"\($0)\"" }) }
    if !known.neighbours.isEmpty {
      lines.append("  around it")
      for line in known.neighbours {
        let head = [line.timestamp?.description, line.sender].compactMap { $0 }
        lines.append("    " + SafeText.line(head.joined(separator: " ") + ": " + line.text))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(of history: ItemHistory) -> String {
    var lines = ["  history"]
    if !history.isWhole { lines.append("    earlier changes are not kept") }
    for step in history.steps {
      for setting in step.settings {
        let head = "\(setting.at ?? step.at) \(setting.setter(here: "this machine"))"
        lines.append("    " + SafeText.line("\(head): \(setting.what)"))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
