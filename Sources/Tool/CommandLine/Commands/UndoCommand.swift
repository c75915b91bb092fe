import ActionItems
import Extraction
import ItemRecords
import Store
import System

/// `undo`: reverts the last change made by a person, the last one of an item, or one given by its number.
enum UndoCommand {
  static let change = Option<Int>.number(
    "change", 1...Int.max, "undo the change with this number, as printed by 'actionitems watch'"
  ).perCall

  static let command = Command(
    name: "undo", operands: "[ID]", operandCount: 0...1, summary: "undo the last change",
    details: """
      Without an ID, undoes the last change by a person, to all items that one command changed; repeat it for the
      change before. With an ID, undoes the last change of that item. It prints the new state and how to redo the
      change. An undone field keeps its restored value on every device until a person changes it. A change is not
      undone if later ones build on it or if compaction has removed its history. A number is that of a change; a
      number of at least four digits that is also the prefix of an id is refused as ambiguous.
      """,
    options: [change], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    try refuse(
      if: invocation.settings.value(of: change) != nil && !invocation.operands.isEmpty,
      "--change and an ID cannot be used together")
    let store = try invocation.openStore()
    let undone = try await invocation.changing(store) { try await undo(store, invocation) }
    let clock = try invocation.itemClock()
    let (output, console) = (invocation.console.output, invocation.console)
    // Also printed if the output fails.
    defer { if !invocation.isJSON { tellWayBack(undone, console) } }
    try await invocation.reportingStored {
      if invocation.isJSON {
        try output.writeJSON(undone.map(\.known.item))
      } else if !console.isQuiet {
        try output.writeLines(undone.map { state(of: $0.known, clock) })
      }
    }
    return .done
  }

  private static func undo(
    _ store: ActionItemStore, _ invocation: Invocation
  ) async throws -> [ActionItemStore.Undone] {
    if let number = invocation.settings.value(of: change) { return [try await undo(number, store)] }
    guard let operand = invocation.operands.first else { return try await store.undoLast() }
    guard let number = Int(operand), number > 0, try await number <= store.lastSequence() else {
      return [try await store.undo(idBeginning: operand)]
    }
    // Ids are never shown with fewer than four characters.
    guard operand.utf8.count >= 4, try await isItem(operand, store) else {
      return [try await undo(number, store)]
    }
    throw CommandFailure(
      .usage,
      "'\(operand)' is both a change number and the prefix of an item's id; give more of the id, or "
        + "--change \(operand)")
  }

  private static func undo(
    _ number: Int, _ store: ActionItemStore
  ) async throws -> ActionItemStore.Undone {
    let item = try await store.undo(sequence: number)
    guard let now = try await store.lastChange(ofItem: item.id) else {
      throw StoreError.noItem(beginning: item.id, matches: 0)
    }
    return ActionItemStore.Undone(known: now.change.known, change: number, sequence: now.sequence)
  }

  private static func isItem(_ beginning: String, _ store: ActionItemStore) async throws -> Bool {
    for isRemoved in [false, true] {
      do {
        _ =
          isRemoved
          ? try await store.removedItem(beginning: beginning)
          : try await store.item(beginning: beginning)
        return true
      } catch StoreError.noItem(_, let matches) {
        if matches > 0 { return true }
      }
    }
    return false
  }

  /// Returns the current state: `open: Send the report (Anna, tomorrow, high)`.
  private static func state(of known: ItemRecord, _ clock: ItemClock) -> String {
    let item = known.item
    let state = known.state
    let more = [
      item.assignee, item.deadline == nil ? nil : clock.due(item),
      item.priority == .medium ? nil : item.priority.rawValue,
    ].compactMap { $0 }.joined(separator: ", ")
    return SafeText.line("\(state): \(item.task)" + (more.isEmpty ? "" : " (\(more))"))
  }

  private static func tellWayBack(_ undone: [ActionItemStore.Undone], _ console: Console) {
    guard let first = undone.first else { return }
    let what = undone.count == 1 ? "change \(first.change) was" : "\(undone.count) changes were"
    console.inform(
      "\(what) undone; to redo: "
        + undone.prefix(3).map { "'actionitems undo --change \($0.sequence)'" }
        .joined(separator: ", ")
        + (undone.count > 3 ? " and so on up to \(undone[undone.count - 1].sequence)" : ""))
  }
}
