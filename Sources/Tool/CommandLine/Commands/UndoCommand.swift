import ActionItems
import Extraction
import ItemRecords
import Store
import System

/// `undo`: reverts a change made by a person.
enum UndoCommand {
  static let change = Option<Int>.number(
    "change", 1...Int.max, "take back the change of this number, as 'actionitems watch' tells them"
  ).perCall

  static let command = Command(
    name: "undo", operands: "[ID]", operandCount: 0...1, summary: "take the last change back",
    details: """
      Without an ID, takes back what a person did last, of all items that one command changed; again, what was
      done before that. With an ID, takes back the last change of that item. It says what is so now and how to
      go back. What is taken back is as it was before, on every device, and stays so until a person says
      otherwise. A change that later ones build on is refused, and so is one that compaction has let go of.
      A number is that of a change; one of four digits or more that begins an id, too, is refused.
      """,
    options: [change], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    try refuse(
      if: invocation.settings.value(of: change) != nil && !invocation.operands.isEmpty,
      "--change names a change; leave the ID out")
    let store = try invocation.openStore()
    let undone = try await invocation.changing(store) { try await undo(store, invocation) }
    let clock = try invocation.itemClock()
    let (output, console) = (invocation.console.output, invocation.console)
    // Also printed if the output fails.
    defer { if !invocation.isJSON { tellWayBack(undone, console) } }
    try await invocation.telling {
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
      "'\(operand)' begins an item's id and is the number of a change; give more of the id, or "
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
      "\(what) taken back; to go back: "
        + undone.prefix(3).map { "'actionitems undo --change \($0.sequence)'" }
        .joined(separator: ", ")
        + (undone.count > 3 ? " and so on up to \(undone[undone.count - 1].sequence)" : ""))
  }
}
