import CivilTime
import Encoding
import Extraction
import Store
import System

/// `batch cancel` and `batch list`.
enum BatchCommands {
  static let all: [Command] = [
    PrepareCommand.command, SubmitCommand.command, BatchStatusCommands.status,
    BatchStatusCommands.fetch, CollectCommand.command, list, cancel,
  ]

  static let list = Command(
    name: "batch list", summary: "list the batches there were, and what still waits",
    details: """
      Lists the batches of the store: when they were prepared, how many questions they have and how many
      still wait for their answers, until when 'extract' leaves the messages to them, and where the
      questions were written to.
      """,
    options: [ZoneOption.timeZone], run: list)

  @Sendable private static func list(_ invocation: Invocation) async throws -> ExitStatus {
    let store = try invocation.openStore()
    let (batches, damages) = try BatchLedger(store: store.folder).read()
    for damage in damages { invocation.console.fail(damage) }
    let zone = try invocation.teamZone()
    try invocation.print(
      batches, titles: ["BATCH", "PREPARED", "QUESTIONS", "WAITING", "UNTIL", "MODEL", "FILE"],
      cells: { batch in
        let header = batch.header
        let isOver = header.until.microseconds <= invocation.now().microseconds
        return [
          "\(header.number)", header.preparedAt.minute(in: zone), "\(batch.windows)",
          "\(batch.waiting)",
          batch.waiting == 0 ? "-" : header.until.minute(in: zone) + (isOver ? " (over)" : ""),
          header.model, header.requests,
        ]
      },
      object: { batch in
        let header = batch.header
        return [
          "batch": .int(header.number), "preparedAt": .string("\(header.preparedAt)"),
          "until": .string("\(header.until)"), "questions": .int(batch.windows),
          "waiting": .int(batch.waiting), "messagesWaiting": .int(batch.messages),
          "model": .string(header.model), "file": .string(header.requests),
        ]
      })
    return damages.isEmpty ? .done : .store
  }

  static let cancel = Command(
    name: "batch cancel", operands: "BATCH…", operandCount: 1...10_000,
    summary: "give a batch up: its messages wait for it no more",
    details: """
      Lets go of batches, named by their numbers ('actionitems batch list') or their files of questions:
      the next 'extract' or 'batch prepare' takes the messages that still wait. Answers that come all the
      same are not taken any more. Nothing is said to the endpoint: what was handed in there goes on, and
      is paid for.
      """,
    options: [LockWait.wait], run: cancel)

  @Sendable private static func cancel(_ invocation: Invocation) async throws -> ExitStatus {
    let store = try invocation.openStore()
    let lock = try await LockWait.take(store.folder, invocation)
    defer { withExtendedLifetime(lock) {} }
    let ledger = BatchLedger(store: store.folder)
    let batches = try ledger.read().batches
    var wanted: [BatchFile] = []
    for name in invocation.operands {
      let paths = BatchPaths(requests: name)
      let path = paths.absolute(paths.requests(1))
      // Of several that were written to one place, the last one is meant.
      guard
        let batch = batches.last(where: { "\($0.header.number)" == name })
          ?? batches.last(where: { $0.header.requests == path })
      else {
        throw CommandFailure(
          .usage, "the store has no batch '\(name)' ('actionitems batch list' names them)")
      }
      wanted.append(batch)
    }
    for batch in wanted {
      try ledger.keep({ _ in false }, of: batch)
      invocation.console.inform(
        "batch \(batch.header.number): \(batch.messages) messages in \(batch.waiting) questions wait no more; "
          + "the next run takes them")
    }
    return .done
  }
}
