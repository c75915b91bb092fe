import ActionItemModel
import ActionItemRepository
import Extraction

/// `remove`: takes items away.
enum RemoveCommand {
  static let because = Option.text("because", "WORDS", "why, for whoever looks later").perCall

  static let command = Command(
    name: "remove", operands: "ID…", operandCount: 1...10_000,
    summary: "remove items that are none",
    details: """
      Removes items. A removed item does not come back, whatever a model words it like later; 'actionitems
      undo' or 'reopen ID' takes the removal back. IDs may be shortened; '-' reads them
      from standard input. Nothing is changed if one of them names no item.
      """,
    options: [because], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let store = try invocation.openStore()
    let ids = try IdentifierInput.ids(invocation.operands)
    var present: [String] = []
    for id in ids where try await !isRemoved(id, store) { present.append(id) }
    let items = try await invocation.changing(store) { [present] in
      try await store.remove(
        idsBeginning: present, because: invocation.settings.value(of: because)
      ).map(\.item)
    }
    try invocation.print(items, as: "removed")
    if present.count < ids.count {
      invocation.console.inform("\(ids.count - present.count) of \(ids.count) were removed already")
    }
    if !items.isEmpty { invocation.console.hint("'actionitems undo' takes it back") }
    return .done
  }

  /// Whether an id is that of an item that is away already, and of none that is there.
  private static func isRemoved(_ id: String, _ store: ActionItemStore) async throws -> Bool {
    do {
      _ = try await store.item(beginning: id)
      return false
    } catch StoreError.noItem(_, matches: 0) {
      // Of several with this beginning, all are removed.
      do {
        return try await store.removedItem(beginning: id).removal != .archived
      } catch StoreError.noItem(_, let matches) {
        return matches > 1
      }
    } catch StoreError.noItem {
      // Told by whoever removes.
      return false
    }
  }
}
