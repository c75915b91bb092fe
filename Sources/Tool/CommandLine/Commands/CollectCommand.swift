import Encoding
import Extraction
import LanguageModel
import Store
import System

/// `batch collect RESULTS…`: stores the items in the answers of a batch.
enum CollectCommand {
  static let command = Command(
    name: "batch collect", operands: "RESULTS…", operandCount: 1...100_000,
    summary: "read the answers of a batch",
    details: """
      Reads files of results, in any order, and ignores duplicates. Then it reads the chats of the batch again,
      with the options of 'batch prepare', and stores the items in the answers as 'extract' would. Newer
      messages are left to the next run. If a new message of a question was edited or removed in the meantime,
      its answer is not used, and the next 'extract' or 'batch prepare' asks again. It also asks again after a
      line with an error, which counts as a failure, and about messages that an answer leaves open. If a chat is
      missing or incomplete, its answers wait, with the status 1, and can be collected later.

      Collecting a batch counts as a run ('actionitems runs'), with its tokens and, with --price-in and
      --price-out, its cost.
      """,
    options: [
      EndpointOptionSet.trustSilence, LimitOptionSet.priceIn, LimitOptionSet.priceOut,
      RunOptionSet.rejected, RunOptionSet.summary, RunOptionSet.metrics, LockWait.wait,
      ZoneOption.timeZone, SyncAfterRun.sync,
    ], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    _ = try LimitOptionSet.prices(invocation.settings)
    try ResultFiles(invocation: invocation).check()
    let store = try invocation.openStore()
    var warnings = await invocation.warn(of: store)
    let (results, failures) = index(invocation)
    let lock = try await LockWait.take(store.folder, invocation)
    defer { withExtendedLifetime(lock) {} }
    let outbox = try SyncAfterRun(invocation, store)
    let (batches, damages) = try BatchLedger(store: store.folder).read()
    for damage in damages { invocation.console.alert(damage) }
    let found = try found(results, batches)
    let strange = found.strange + results.foreign
    if strange > 0 {
      invocation.console.warn(
        "\(strange.counted("result belongs", "results belong")) to no question of this store (--store selects another)"
      )
    }
    if found.known > 0 {
      invocation.console.warn(
        "\(found.known.counted("result was", "results were")) collected before")
    }
    var statuses: [ExitStatus] =
      failures.isEmpty ? [.done] : results.lines == 0 ? [.noInput] : [.partial]
    if found.batches.isEmpty {
      // A run without any answer is not recorded.
      let waiting = batches.reduce(0) { $0 + $1.waiting }
      if waiting > 0 { invocation.console.warn(stillWaiting(waiting)) }
      invocation.console.inform("no new results in \(results.lines.counted("line"))")
      if strange > 0, found.known == 0 { statuses.append(.partial) }
      return .mostImportant(of: statuses)
    }
    for batch in found.batches {
      let header = batch.header
      if header.paths.isEmpty {
        invocation.console.fail(
          "batch \(header.number) was prepared by an earlier version, so its answers cannot be read; cancel it "
            + "('actionitems batch cancel \(header.number)') and prepare its messages again")
        statuses.append(.partial)
        continue
      }
      statuses.append(try await collect(batch, results, failures, store, warnings, invocation))
      warnings = []
    }
    return try await outbox.run(after: .mostImportant(of: statuses))
  }

  /// Indexes the results; also returns what could not be read.
  private static func index(
    _ invocation: Invocation
  ) -> (ResultIndex, failures: [RunRecord.Failure]) {
    var results = ResultIndex()
    var failures: [RunRecord.Failure] = []
    for path in invocation.operands {
      let paths = BatchPaths(file: path)
      do {
        try results.add(try paths.open().open(paths.stem, .reading), path: path)
      } catch {
        failures.append(.init(what: path, why: "\(error)"))
      }
    }
    for (path, count, first) in results.broken {
      failures.append(
        .init(
          what: path,
          why:
            "\(count.counted("line is not a result", "lines are not results")), the first is line \(first); "
            + "an endpoint or a local server must answer the "
            + "questions first ('actionitems batch submit', then fetch); if the file was cut short, collect it again "
            + "when it is complete"
        ))
    }
    for failure in failures { invocation.console.fail("\(failure.what): \(failure.why)") }
    return (results, failures)
  }

  /// Returns the batches that wait for some of the answers, and how many answers were collected before or belong to
  /// another store.
  private static func found(
    _ results: ResultIndex, _ batches: [BatchFile]
  ) throws -> (batches: [BatchFile], known: Int, strange: Int) {
    var rest = Set(results.names)
    var wanted: [BatchFile] = []
    var taken: [Int: (questions: Int, waiting: Set<Int>)] = [:]
    for batch in batches {
      let count = rest.count
      var waiting: Set<Int> = []
      try batch.forEachWindow { window in
        guard let name = window.name else { return }
        waiting.insert(name.place)
        rest.remove(name)
      }
      if rest.count < count { wanted.append(batch) }
      taken[batch.header.number] = (batch.windows, waiting)
    }
    let known = rest.count { name in
      taken[name.batch].map { name.place <= $0.questions && !$0.waiting.contains(name.place) }
        ?? false
    }
    return (wanted, known, rest.count - known)
  }

  private static func collect(
    _ batch: BatchFile, _ results: ResultIndex, _ failures: [RunRecord.Failure],
    _ store: ActionItemStore, _ warnings: [String], _ invocation: Invocation
  ) async throws -> ExitStatus {
    let header = batch.header
    let recalled = invocation.recalling(header)
    let console = invocation.console
    let plan = try await RunPlan(
      try BatchOptionSet.model(recalled), recalled, store: store.folder, isDryRun: true)
    let collection = try BatchCollection(of: batch, from: results, plan, into: store)
    return try await StoredRun(
      invocation: recalled, plan: plan.forBatchAnswers(collection.answers), store: store,
      memory: collection, storeWarnings: warnings
    ) { outcome in
      let tally = try await collection.settle(&outcome)
      if !failures.isEmpty {
        outcome.log.failures += failures
        outcome.status = .mostImportant(of: [outcome.status, .partial])
      }
      if tally.unread > 0 { outcome.status = .mostImportant(of: [outcome.status, .partial]) }
      report(tally, collection.answers.short, &outcome.log, console)
      if tally.unread > 0, outcome.report.stopped == nil {
        outcome.log.add(
          "\(tally.unread.counted("answer waits", "answers wait")) for chats that are missing or incomplete; "
            + "collect again when the chats "
            + "are there, or drop them ('actionitems batch cancel \(header.number)') so that the next run asks again",
          console.alert)
      }
      if tally.waiting + tally.unread == 0 {
        console.inform(
          "batch \(header.number) is complete; the files of \(header.requests) contain chat and are no longer needed"
        )
      }
    }.run()
  }

  private static func report(
    _ tally: BatchCollection.Tally, _ short: Int, _ log: inout LoadingLog, _ console: Console
  ) {
    if short > 0 {
      log.add(
        "\(short.counted("answer reports", "answers report")) fewer tokens than "
          + "\(short == 1 ? "its question has" : "their questions have"); if the server's context is too small, items "
          + "are missed (smaller --window-tokens of 'batch prepare' make smaller windows)",
        console.warn)
    }
    if tally.late > 0 {
      log.add(
        "\(tally.late.counted("answer")) came too late: \(tally.late == 1 ? "its" : "their") messages "
          + "were read in the meantime",
        console.warn)
    }
    if tally.changed > 0 {
      log.add(
        "\(tally.changed.counted("answer is", "answers are")) not used: "
          + "\(tally.changed == 1 ? "its" : "their") messages have changed since the batch was prepared; the next "
          + "run asks again", console.alert)
    }
    if tally.waiting > 0 { log.add(stillWaiting(tally.waiting), console.warn) }
  }

  private static func stillWaiting(_ count: Int) -> String {
    "\(count.counted("question is", "questions are")) still unanswered"
  }
}
