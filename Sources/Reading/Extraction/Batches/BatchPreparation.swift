package import CivilTime
import ItemRecords
package import LanguageModel
package import Store
package import System

/// Writes the questions that a run would ask into files, and leaves their messages to whoever answers
/// those.
package struct BatchPreparation {
  let plan: RunPlan
  let client: EndpointClient
  let store: ActionItemStore
  let paths: BatchPaths
  private let loader: FeedLoader
  private let console: Console
  private let now: @Sendable () -> Timestamp
  /// Messages are left to the batch for so long: OpenAI answers within a day or not at all.
  package var wait = Duration.seconds(7 * 86_400)
  package var limits = RequestFiles.Limits()

  package init(
    _ plan: RunPlan, _ client: EndpointClient, _ loader: FeedLoader, for store: ActionItemStore,
    _ paths: BatchPaths, _ console: Console, now: @escaping @Sendable () -> Timestamp
  ) {
    (self.plan, self.client, self.loader) = (plan, client, loader)
    (self.store, self.paths) = (store, paths)
    (self.console, self.now) = (console, now)
  }

  package struct Outcome {
    package let report: ExtractionReport
    package let log: LoadingLog
    /// The batch; nil where there was nothing to ask.
    package var batch: BatchHeader?
    package let parts: [BatchState.Part]
    /// Tokens of all questions, as estimated.
    package let tokens: Int
  }

  package func run() async throws -> Outcome {
    let ledger = BatchLedger(store: store.folder)
    let folder = try writing { () throws(StorageError) in try paths.open() }
    try completeUnfinished(in: ledger)
    try refuseToReplace(ledger, folder)
    let header = try header(ledger)
    let questions = try BatchQuestions(self, header, in: folder, ledger)
    let next = try await store.nextRun()
    // What is skipped is read by a run, which can be taken back like others.
    let run = plan.prefilter == nil ? 0 : next
    let (start, startedAt) = (ContinuousClock.now, now())
    let watch = try await RunWatch(store, run: next, retriesFatal: plan.runOptions.retriesFailed)
    let (report, log) = try await watch.watching(console) {
      let fatal = try await watch.settle(in: store, readLevel: plan.model.readLevel)
      var loader = loader
      loader.watch = watch
      var (report, log) = try await loader.load(for: plan) { feed in
        var settings = plan.pipelineSettings(run)
        settings.watch = watch
        return try await WindowPreparation.run(
          feed, settings: settings, model: plan.model.name, memory: questions.memory,
          take: questions.add)
      }
      try await watch.settleHealed(in: store)
      for window in fatal {
        console.fail("\(window.what): \(window.why)")
        log.failures.append((window.what, window.why))
      }
      return ((report, log), isWhole: true)
    }
    if report.windowsSkipped > 0 {
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      try keepSkipping(run, startedAt, report, log, seconds)
    }
    var outcome = Outcome(
      report: report, log: log, parts: questions.files.parts, tokens: questions.tokens)
    if questions.count > 0 {
      try questions.put(in: folder)
      outcome.batch = header
    }
    return outcome
  }

  /// Does what makes files beside the questions.
  func writing<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(CommandFailure) -> Result {
    do {
      return try body()
    } catch {
      let why = SystemError(error.number)
      throw CommandFailure(.usage, "--output: cannot write to \(paths.folder): \(why)")
    }
  }

  private func header(_ ledger: BatchLedger) throws -> BatchHeader {
    let now = now()
    return BatchHeader(
      number: try ledger.nextNumber(), preparedAt: now,
      until: Timestamp(seconds: now.seconds + Int(wait.components.seconds)) ?? now,
      requests: paths.absolute(paths.requests(1)), model: plan.model.name,
      isAgain: plan.runOptions.readsAgain, retriesFailed: plan.runOptions.retriesFailed)
  }

  /// Records the skipped windows in the history. Questions without answers are not recorded yet.
  private func keepSkipping(
    _ run: Int, _ startedAt: Timestamp, _ report: ExtractionReport, _ log: LoadingLog,
    _ seconds: Double
  ) throws {
    var done = report
    done.newMessages = report.messagesSkipped
    done.windows = report.windowsSkipped
    var summary = RunSummary(
      run: run, startedAt: startedAt, model: plan.model.name, status: .done)
    (summary.report, summary.log, summary.seconds) = (done, log, seconds)
    try RunHistory(folder: store.folder).append(summary.record)
  }

  /// Questions that were written may be under way, and what is kept for their answers is needed.
  private func refuseToReplace(_ ledger: BatchLedger, _ folder: DiskFolder) throws {
    let name = paths.requests(1)
    let path = paths.path(name)
    if try folder.identity(of: name) != nil {
      throw CommandFailure(
        .usage,
        "--output: \(path) is there already; give another name, or remove it if it was "
          + "collected or is not wanted ('actionitems batch cancel \(path)')")
    }
    let absolute = paths.absolute(name)
    for batch in try ledger.read().batches
    where batch.waiting > 0 && batch.header.requests == absolute {
      throw CommandFailure(
        .usage,
        "--output: batch \(batch.header.number) was written to \(path) and waits for its "
          + "answers; give another name, or give it up ('actionitems batch cancel "
          + "\(batch.header.number)')")
    }
  }

  /// Puts files of questions into their places whose batch is in the store already: their preparation was cut off.
  private func completeUnfinished(in ledger: BatchLedger) throws {
    for batch in try ledger.read().batches where batch.waiting > 0 {
      let paths = BatchPaths(requests: batch.header.requests)
      let name = paths.requests(1)
      guard let folder = try? paths.open(), try folder.identity(of: name) == nil,
        try folder.identity(of: NewFile.temporary(name)) != nil,
        let state = try? BatchState.read(paths.state, in: folder),
        state.batch == batch.header.number, try state.isWhole(in: folder)
      else { continue }
      try RequestFiles.put(state.parts.map(\.name), in: folder)
      console.inform(
        "\(batch.header.requests): its preparation was cut off at the very end; it is whole now")
    }
  }
}
