import Encoding
import Extraction
import LanguageModel
import Loading
import Store
import System

/// `batch prepare PATH…`: writes the questions that `extract` would ask to files, and reserves their messages.
enum PrepareCommand {
  static let command = Command(
    name: "batch prepare", operands: "PATH…", operandCount: 1...100_000,
    summary: "write the questions of an extract to files for a batch",
    details: """
      Reads every PATH as 'extract' does and writes the questions about new messages to the file of --output,
      one per line, in the format of OpenAI's batches and 'vllm run-batch'. A file that grows too large continues
      as FILE-2, FILE-3 and so on. 'batch collect' reads every PATH again with the same options, so it must stay
      in place. Standard input cannot be read again: save it to a file first.

      From then on the messages are reserved for the batch: 'extract' and 'batch prepare' skip them until
      the answers are collected, the batch is cancelled ('batch cancel'), or a week has passed
      (--wait-for-answers). 'extract --again' reads them anyway.

      With --triage, the windows that 'extract --triage' would skip are left out and marked as skipped at
      once; 'runs' lists that as a run.

        actionitems batch prepare archive/ --output requests.jsonl --model gpt-4o-mini
        actionitems batch submit requests.jsonl            or
        vllm run-batch -i requests.jsonl -o results.jsonl --model MODEL
        actionitems batch collect results.jsonl
      """,
    options: [
      BatchOptionSet.output, BatchOptionSet.fileRequests, BatchOptionSet.fileBytes,
      BatchOptionSet.waitFor,
    ] + BatchOptionSet.stored + [
      RunOptionSet.triage, LockWait.wait, RunOptionSet.staleAfter,
    ], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    guard let output = settings.value(of: BatchOptionSet.output) else {
      throw CommandFailure(.usage, "'batch prepare' needs --output FILE, as in requests.jsonl")
    }
    try refuse(
      if: output == "-" || output.hasSuffix("/"),
      "--output must be a file, as in requests.jsonl; others are written next to it")
    try refuse(
      if: invocation.operands.contains("-"),
      "standard input cannot be prepared, because 'batch collect' reads the chats again; save it to a file first"
    )
    let choice = try BatchOptionSet.model(invocation)
    let path = try invocation.storePath()
    if DiskFolder.isMissing(at: path), try await !InputProbe.findsAnything(invocation) {
      // No store is created if there is nothing to add. Reading the paths again reports their problems.
      return try await InspectCommand.read(invocation) { InspectSink(invocation, $0) }
    }
    let store = try invocation.makeStore()
    await invocation.warn(of: store)
    let plan = try await RunPlan(choice, invocation, store: store.folder, isDryRun: true)
    guard let client = plan.client else { throw BatchOptionSet.noModel }
    let lock = try await LockWait.take(store.folder, invocation)
    defer { withExtendedLifetime(lock) {} }
    let paths = BatchPaths(requests: output)
    var preparation = BatchPreparation(
      plan, client, try FeedLoader(invocation), for: store,
      of: (
        try invocation.operands.map(LoadingOptionSet.loadingOptions(invocation).location),
        try BatchOptionSet.valuesToStore(invocation, plan)
      ), paths, invocation.console, now: invocation.now)
    preparation.wait = settings.value(of: BatchOptionSet.waitFor) ?? preparation.wait
    let limits = preparation.limits
    preparation.limits = .init(
      lines: settings.value(of: BatchOptionSet.fileRequests) ?? limits.lines,
      bytes: settings.value(of: BatchOptionSet.fileBytes) ?? limits.bytes)
    let outcome = try await preparation.run()
    await invocation.warn(of: store)
    try report(outcome, paths, invocation)
    return outcome.run.status
  }

  private static func report(
    _ outcome: BatchPreparation.Outcome, _ paths: BatchPaths, _ invocation: Invocation
  ) throws {
    let report = outcome.run.report
    try invocation.printOutcome([
      "batch": .int(outcome.batch?.number), "conversations": .int(report.conversations),
      "messages": .int(report.messages), "newMessages": .int(report.newMessages),
      "messagesWaiting": .int(report.waiting), "windows": .int(outcome.questions),
      "promptTokens": .int(outcome.tokens), "windowsSkipped": .int(report.windowsSkipped),
      "messagesSkipped": .int(report.messagesSkipped),
      "promptTokensSaved": .int(report.tokensSkipped),
      "files": .array(
        outcome.parts.map {
          [
            "file": .string(paths.path($0.name)), "requests": .int($0.requests),
            "bytes": .int($0.bytes),
          ]
        }),
    ])
    var waiting = report.waiting > 0 ? "; \(report.waiting) pending in another batch" : ""
    if report.windowsSkipped > 0 { waiting += "; \(RunSummary.saving(report, nil))" }
    if outcome.run.log.leftOut > 0 {
      waiting += "; \(outcome.run.log.leftOut.counted("conversation")) left out"
    }
    guard let batch = outcome.batch else {
      return invocation.console.inform(
        "no new messages in \(report.messages.counted("message"))\(waiting); no file was written")
    }
    let names = outcome.parts.map { paths.path($0.name) }
    let asked = report.newMessages - report.messagesSkipped
    let files =
      names.count > 2
      ? "\(names[0]) to \(names[names.count - 1])" : names.joined(separator: " and ")
    invocation.console.inform(
      "batch \(batch.number): \(outcome.questions.counted("question")) about \(asked) new of "
        + "\(report.messages.counted("message")), about \(outcome.tokens.counted("token")), in \(files)\(waiting)\n"
        + "next: actionitems batch submit \(names[0]), or vllm run-batch -i \(names[0]) -o "
        + "\(paths.path(paths.results(1))), then actionitems batch collect")
  }
}
