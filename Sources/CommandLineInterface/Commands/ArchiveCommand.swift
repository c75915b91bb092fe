import ActionItemModel
import ActionItemRepository
import Extraction
import Synchronization

/// `archive`: puts items away that nobody will get round to.
enum ArchiveCommand {
  static let stale = Option.flag(
    "stale", "archive all that nobody has spoken of for 30 days, and that is not due later"
  ).perCall

  static let command = Command(
    name: "archive", operands: "[ID…]", operandCount: 0...10_000,
    summary: "put items away that are past",
    details: """
      Archives items: they are neither open nor done, and 'list' shows them with --archived or --all
      only. Exports and reports leave them out. 'actionitems undo' or 'reopen ID' brings them back. So does
      a run that reads a newer message about one of them; if that message comes more than a week after
      the last one, it makes a new item. Programs that follow 'watch' are told of a deletion, of an
      item with "archivedAt".

      --stale archives what 'list --stale' shows. IDs may be shortened; '-' reads them from standard
      input. Nothing is changed if one of them names no item.
      """,
    options: [stale, ZoneOption.timeZone], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let isOfStale = invocation.settings.isOn(stale)
    guard isOfStale == invocation.operands.isEmpty else {
      throw CommandFailure(
        .usage,
        isOfStale
          ? "--stale archives all that is stale; leave the IDs out"
          : "'archive' needs IDs, or --stale for all that 'list --stale' shows")
    }
    let store = try invocation.openStore()
    let ids =
      isOfStale
      ? try await staleIds(store, try invocation.itemClock())
      : try IdentifierInput.ids(invocation.operands)
    let items = try await invocation.changing(store) {
      try await store.archive(idsBeginning: ids).map(\.item)
    }
    try invocation.print(items, as: "archived")
    if !isOfStale, items.count < ids.count {
      invocation.console.inform(
        "\(ids.count - items.count) of \(ids.count) were archived already")
    }
    if isOfStale {
      invocation.console.inform(items.isEmpty ? "nothing is stale" : "\(items.count) archived")
    }
    if !items.isEmpty { invocation.console.hint("'actionitems undo' takes it back") }
    return .done
  }

  private static func staleIds(
    _ store: ActionItemStore, _ clock: ItemClock
  ) async throws -> [String] {
    let ids = Mutex<[String]>([])
    try await store.forEachItem { known in
      // Done ones come last.
      if known.item.isComplete { return false }
      if clock.isStale(known.item) { ids.withLock { $0.append(known.item.id) } }
      return true
    }
    return ids.withLock { $0 }
  }
}
