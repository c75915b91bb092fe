import Encoding
import Extraction
import LanguageModel
import Store
import System

/// `batch prepare PATH…`: writes the questions of an `extract` to files.
enum PrepareCommand {
  static let command = Command(
    name: "batch prepare", operands: "PATH…", operandCount: 1...100_000,
    summary: "write the questions of an extract to files for a batch",
    details: """
      Reads every PATH as 'extract' does and writes the questions about new messages to the file of --output,
      one per line, in the format of OpenAI's batches and 'vllm run-batch'. A file that grows too large continues
      as FILE-2, FILE-3 and so on. The data needed to read the answers is stored next to it in
      FILE.windows.jsonl, mode 0600: it contains the chat.

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
    ] + endpoint + LoadingOptionSet.all + [
      RunOptionSet.windowTokens, RunOptionSet.grounding, RunOptionSet.prompt, RunOptionSet.triage,
      RunOptionSet.again, RunOptionSet.retryFailed, RunOptionSet.keepContext, LockWait.wait,
      PeopleOption.people, RunOptionSet.staleAfter,
    ], run: run)

  /// The model options that matter without sending anything.
  private static let endpoint: [any OptionDescribing] = [
    ModelOptionSet.baseURL, ModelOptionSet.model, EndpointOptionSet.bodyOption,
    EndpointOptionSet.trustSilence, EndpointOptionSet.allowPlainText,
  ]

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    guard let output = settings.value(of: BatchOptionSet.output) else {
      throw CommandFailure(.usage, "'batch prepare' needs --output FILE, as in requests.jsonl")
    }
    try refuse(
      if: output == "-" || output.hasSuffix("/"),
      "--output must be a file, as in requests.jsonl; others are written next to it")
    let choice = try BatchOptionSet.model(invocation)
    let path = try invocation.storePath()
    if InputProbe.isMissing(store: path), try await !InputProbe.findsAnything(invocation) {
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
      plan, client, try FeedLoader(invocation), for: store, paths, invocation.console,
      now: invocation.now)
    preparation.wait = settings.value(of: BatchOptionSet.waitFor) ?? preparation.wait
    let limits = preparation.limits
    preparation.limits = .init(
      lines: settings.value(of: BatchOptionSet.fileRequests) ?? limits.lines,
      bytes: settings.value(of: BatchOptionSet.fileBytes) ?? limits.bytes)
    let outcome = try await preparation.run()
    await invocation.warn(of: store)
    try tell(outcome, paths, invocation)
    return outcome.log.status
  }

  private static func tell(
    _ outcome: BatchPreparation.Outcome, _ paths: BatchPaths, _ invocation: Invocation
  ) throws {
    let report = outcome.report
    try invocation.printOutcome([
      "batch": .int(outcome.batch?.number), "conversations": .int(report.conversations),
      "messages": .int(report.messages), "newMessages": .int(report.newMessages),
      "messagesWaiting": .int(report.waiting), "windows": .int(report.windows),
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
    if outcome.log.leftOut > 0 { waiting += "; \(outcome.log.leftOut) conversations left out" }
    var log = outcome.log
    log.warnOfSetAside(report.setAside, invocation.console)
    guard let batch = outcome.batch else {
      return invocation.console.inform(
        "no new messages in \(report.messages) messages\(waiting); no file was written")
    }
    let names = outcome.parts.map { paths.path($0.name) }
    let asked = report.newMessages - report.messagesSkipped
    let files =
      names.count > 2
      ? "\(names[0]) to \(names[names.count - 1])" : names.joined(separator: " and ")
    invocation.console.inform(
      "batch \(batch.number): \(report.windows) questions about \(asked) new of "
        + "\(report.messages) messages, about \(outcome.tokens) tokens, in \(files)\(waiting)\n"
        + "next: actionitems batch submit \(names[0]), or vllm run-batch -i \(names[0]) -o "
        + "\(paths.path(paths.results(1))), then actionitems batch collect")
  }
}

/// The options of the `batch` commands.
enum BatchOptionSet {
  static let output = Option.text(
    "output", letter: "o", "FILE", "write the questions to FILE, with the extension .jsonl"
  ).perCall
  static let fileRequests = Option<Int>.number(
    "file-requests", 1...50_000, "start a new file after N questions"
  ).defaulting(to: "50000, OpenAI's limit")
  static let fileBytes = Option<Int>.number(
    "file-bytes", 1000...200_000_000, "start a new file before it exceeds N bytes"
  ).defaulting(to: "200000000, OpenAI's limit")
  static let waitFor = Option<Duration>.duration(
    "wait-for-answers",
    "reserve the messages for the batch for TIME; after that 'extract' reads them"
  ).defaulting(to: "7d")

  static let noModel = CommandFailure(
    .usage, "no model is set for the questions: set --model or $OPENAI_MODEL")

  /// A placeholder for an unknown endpoint.
  private static let nowhere = ModelEndpoint(base: "https://batch.invalid/v1", key: nil)

  /// Returns the model of a batch. Its endpoint may still be unknown when the questions are written.
  static func model(_ invocation: Invocation) throws(CommandFailure) -> ModelChoice {
    let settings = invocation.settings
    guard let model = settings.value(of: ModelOptionSet.model) else { throw noModel }
    let address = settings.value(of: ModelOptionSet.baseURL)
    guard let endpoint = address.map({ ModelEndpoint(base: $0, key: nil) }) ?? nowhere else {
      throw CommandFailure(.usage, "--base-url must be an http or https address")
    }
    return .endpoint(endpoint, model: model)
  }
}
