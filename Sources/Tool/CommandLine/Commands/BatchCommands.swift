import CivilTime
import Encoding
import Extraction
import Store
import System

/// All `batch` commands, with the code of `batch list` and `batch cancel`. The others have files of their own.
enum BatchCommands {
  static let all: [Command] = [
    PrepareCommand.command, SubmitCommand.command, BatchStatusCommands.status,
    BatchStatusCommands.fetch, CollectCommand.command, list, cancel,
  ]

  static let list = Command(
    name: "batch list", summary: "list the batches and what is still pending",
    details: """
      Lists the batches of the store: when each was prepared, how many questions it has and how many are
      unanswered, until when 'extract' leaves its messages alone, and where its file of questions is.
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
          "\(header.number)", zone.timestamp(at: header.preparedAt).minute, "\(batch.windows)",
          "\(batch.waiting)",
          batch.waiting == 0
            ? "-" : zone.timestamp(at: header.until).minute + (isOver ? " (expired)" : ""),
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
    summary: "cancel a batch: the next run reads its messages",
    details: """
      Cancels batches, given by number ('actionitems batch list') or by file of questions. The next 'extract'
      or 'batch prepare' reads the messages that are still pending. Answers that arrive later are ignored. The
      endpoint is not notified: a submitted batch continues there, and is charged.
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
      // If several batches were written to one path, the last one is meant.
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
      try ledger.end(batch) { _ in true }
      invocation.console.inform(
        "batch \(batch.header.number): \(batch.waiting.counted("question")) cancelled; the next run reads their "
          + "\(batch.messages.counted("message"))")
    }
    return .done
  }
}
