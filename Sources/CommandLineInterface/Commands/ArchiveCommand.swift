import ActionItemModel
import ActionItemRepository

/// `archive`: puts items away that nobody will get round to.
enum ArchiveCommand {
  static let stale = Option.flag(
    "stale", "archive all that nobody has spoken of for 30 days, and that is not due later"
  ).perCall

  static let command = Command(
    name: "archive", operands: "[ID…]", operandCount: 0...10_000,
    summary: "put old items away",
    details: """
      Archives items: they are neither open nor done, and 'list' shows them with --archived or --all
      only. Exports and reports leave them out. 'actionitems undo' or 'reopen ID' brings them back. So does
      a run that reads a message about one of them that was written later; if it comes more than a week
      after the last one, it makes a new item. Programs that follow 'watch' see a deletion; its item has
      "archivedAt".

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
    let ids = isOfStale ? [] : try IdentifierInput.ids(invocation.operands)
    let clock = try invocation.itemClock()
    let items = try await invocation.changing(store) {
      try await isOfStale
        ? store.archive(where: clock.isStale)
        : store.archive(idsBeginning: ids).map(\.item)
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
}
