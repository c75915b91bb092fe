import ActionItems
import Store
import System

/// `merge ID ID`: merges two items that are the same task. `merge-items` merges stores.
enum MergeCommand {
  static let command = Command(
    name: "merge", operands: "ID ID", operandCount: 2...2,
    summary: "join two items that are one task",
    details: """
      Joins two items of one conversation that are the same task. The item that was stated first keeps its id and
      gets the messages of both; what a person set stays. The other one is removed. Messages about it, read again
      or new, are about the item that stays.
      If a field of both was set, to different values, nothing is joined until they are the same.
      'actionitems undo' separates them again. IDs may be shortened.
      """,
    options: [], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let store = try invocation.openStore()
    let ids = invocation.operands
    try await invocation.requireShown(ids, in: store)
    let kept = try await invocation.changing(store) {
      try await store.merge(ids[0], ids[1]).prefix(1).map(\.item)
    }
    try await invocation.print(kept, as: "joined")
    invocation.console.hint("'actionitems undo' separates them again")
    return .done
  }
}
