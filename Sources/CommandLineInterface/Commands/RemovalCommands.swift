import ActionItemModel
import ActionItemRepository
import SyncEngine
import SyncHub

/// `remove` and `undo`.
enum RemovalCommands {
  static let because = Option.text("because", "WORDS", "why, for whoever looks later").perCall

  static let remove = Command(
    name: "remove", operands: "ID…", operandCount: 1...10_000,
    summary: "remove items that are none",
    details: """
      Removes items. A removed item does not come back, whatever a model words it like later; 'actionitems
      undo' or 'reopen ID' takes the removal back. IDs may be shortened; '-' reads them
      from standard input. Nothing is changed if one of them names no item.
      """,
    options: [because], run: remove)

  @Sendable private static func remove(_ invocation: Invocation) async throws -> ExitStatus {
    let store = try invocation.openStore()
    let ids = try IdentifierInput.ids(invocation.operands)
    let before = try await store.lastSequence()
    let items = try await invocation.changing(store) {
      try await store.remove(
        idsBeginning: ids, because: invocation.settings.value(of: because))
    }
    try invocation.print(items, as: "removed")
    if items.count == 1, try await store.lastSequence() == before + 2 {
      invocation.console.inform("'actionitems undo \(before + 1)' takes it back")
    }
    return .done
  }

  static let undo = Command(
    name: "undo", operands: "SEQUENCE", operandCount: 1...1,
    summary: "take one change of an item back",
    details: """
      Takes back the change of that number, as 'actionitems watch' tells them: what it set is as it was before,
      on every device, and stays so until a person says otherwise. A change that later ones build on is
      refused, and so is one that compaction has let go of.
      """,
    options: [], run: undo)

  @Sendable private static func undo(_ invocation: Invocation) async throws -> ExitStatus {
    guard let sequence = Int(invocation.operands[0]), sequence > 0 else {
      throw CommandFailure(
        .usage,
        "'undo' takes the number of a change, as 'actionitems watch --no-follow' lists them, not "
          + "'\(invocation.operands[0])'")
    }
    let store = try invocation.openStore()
    let item = try await invocation.changing(store) { try await store.undo(sequence: sequence) }
    if invocation.settings.isOn(CommonOptions.json) {
      try invocation.console.output.writeJSON([item])
    }
    invocation.console.inform("change \(sequence) was taken back: \(SafeText.line(item.task))")
    return .done
  }
}
