import ActionItemModel
import ActionItemRepository

/// `done` and `reopen`.
enum CompletionCommands {
  static let done = Command(
    name: "done", operands: "ID…", operandCount: 1...10_000, summary: "mark items as done",
    details: """
      Marks items as done. IDs may be shortened; '-' reads them from standard input, one a line.
      Nothing is changed if one of them names no item.
      """,
    options: [], run: { try await run($0, isComplete: true) })

  static let reopen = Command(
    name: "reopen", operands: "ID…", operandCount: 1...10_000, summary: "mark items as open again",
    details: """
      Marks items as open again, whether they are done, removed or archived. IDs may be shortened; '-'
      reads them from standard input. Nothing is changed if one of them names no item.
      """,
    options: [], run: { try await run($0, isComplete: false) })

  private static func run(
    _ invocation: Invocation, isComplete: Bool
  ) async throws -> ExitStatus {
    let store = try invocation.openStore()
    let ids = try IdentifierInput.ids(invocation.operands)
    try await invocation.requireShown(ids, in: store)
    let changed = try await invocation.changing(store) {
      try await store.setComplete(isComplete, idsBeginning: ids).map(\.item)
    }
    try invocation.print(changed, as: isComplete ? "done" : "open")
    if !changed.isEmpty { invocation.console.hint("'actionitems undo' takes it back") }
    let already = ids.count - changed.count
    if already > 0 {
      invocation.console.inform(
        "\(already) of \(ids.count) \(isComplete ? "were done already" : "were open already")")
    }
    return .done
  }
}
