import ActionItems
import Extraction
import ItemRecords
import Store
import System

/// `done`, `reopen`, `archive` and `remove`: change the state of items.
enum StateCommands {
  static let done = Command(
    name: "done", operands: "ID…", operandCount: 1...10_000, summary: "mark items as done",
    details: """
      Marks items as done. IDs may be shortened; '-' reads them from standard input, one a line.
      Nothing changes if one of them matches no item.
      """,
    options: [], run: { try await run($0, isComplete: true) })

  static let reopen = Command(
    name: "reopen", operands: "ID…", operandCount: 1...10_000, summary: "mark items as open again",
    details: """
      Marks items as open again, whether they are done, removed or archived. IDs may be shortened; '-'
      reads them from standard input. Nothing changes if one of them matches no item.
      """,
    options: [], run: { try await run($0, isComplete: false) })

  private static func run(_ invocation: Invocation, isComplete: Bool) async throws -> ExitStatus {
    let store = try invocation.openStore()
    let ids = try IdentifierInput.ids(invocation.operands)
    try await invocation.requireShown(ids, in: store)
    let changed = try await invocation.changing(store) {
      try await store.setComplete(isComplete, idsBeginning: ids).map(\.item)
    }
    return try await report(changed, of: ids.count, isComplete ? "done" : "open", invocation)
  }

  /// Prints the changed items, and how many of `count` items already had this state.
  private static func report(
    _ changed: [ActionItem], of count: Int, _ word: String, _ invocation: Invocation
  ) async throws -> ExitStatus {
    try await invocation.print(changed, as: word)
    if !changed.isEmpty { invocation.console.hint("'actionitems undo' reverts it") }
    if changed.count < count {
      invocation.console.inform("\(count - changed.count) of \(count) were \(word) already")
    }
    return .done
  }

  static let stale = Option.flag(
    "stale", "archive all items not mentioned for 30 days and not due later"
  ).perCall

  static let archive = Command(
    name: "archive", operands: "[ID…]", operandCount: 0...10_000, summary: "archive old items",
    details: """
      Archives items: they are neither open nor done, and 'list' shows them only with --archived or --all.
      Exports and reports leave them out. 'actionitems undo' or 'reopen ID' restores them. So does a run
      that reads a later message about one of them; a message more than a week after the last one makes a
      new item. Programs that follow 'watch' get a deletion; its item has "archivedAt".

      --stale archives the items that 'list --stale' shows. IDs may be shortened; '-' reads them from standard
      input. Nothing changes if one of them matches no item.
      """,
    options: [stale, ZoneOption.timeZone], run: archive)

  @Sendable private static func archive(_ invocation: Invocation) async throws -> ExitStatus {
    let isOfStale = invocation.settings.isOn(stale)
    try refuse(
      if: isOfStale != invocation.operands.isEmpty,
      isOfStale
        ? "--stale and IDs cannot be used together"
        : "'archive' needs IDs, or --stale for those that 'list --stale' shows")
    let store = try invocation.openStore()
    let ids = isOfStale ? [] : try IdentifierInput.ids(invocation.operands)
    let clock = try invocation.itemClock()
    let items = try await invocation.changing(store) {
      try await isOfStale
        ? store.archive(where: clock.isStale) : store.archive(idsBeginning: ids).map(\.item)
    }
    let status = try await report(items, of: ids.count, "archived", invocation)
    if isOfStale {
      invocation.console.inform(items.isEmpty ? "no stale items" : "\(items.count) archived")
    }
    return status
  }

  static let because = Option.text("because", "WORDS", "the reason, shown later by 'show'").perCall

  static let remove = Command(
    name: "remove", operands: "ID…", operandCount: 1...10_000,
    summary: "remove items that are not action items",
    details: """
      Removes items. A removed item does not come back, even if a model words it differently later; 'actionitems
      undo' or 'reopen ID' reverts the removal. IDs may be shortened; '-' reads them from standard input.
      Nothing changes if one of them matches no item.
      """,
    options: [because], run: remove)

  @Sendable private static func remove(_ invocation: Invocation) async throws -> ExitStatus {
    let store = try invocation.openStore()
    let ids = try IdentifierInput.ids(invocation.operands)
    var present: [String] = []
    for id in ids where try await !isRemoved(id, store) { present.append(id) }
    let items = try await invocation.changing(store) { [present] in
      try await store.remove(idsBeginning: present, because: invocation.settings.value(of: because))
        .map(\.item)
    }
    return try await report(items, of: ids.count, "removed", invocation)
  }

  /// Returns whether an id matches only items that are already removed.
  private static func isRemoved(_ id: String, _ store: ActionItemStore) async throws -> Bool {
    do {
      _ = try await store.item(beginning: id)
      return false
    } catch StoreError.noItem(_, matches: 0) {
      // Several matches are all removed items.
      do {
        return try await store.removedItem(beginning: id).removal != .archived
      } catch StoreError.noItem(_, let matches) {
        return matches > 1
      }
    } catch StoreError.noItem {
      // The removal itself reports this.
      return false
    }
  }
}
