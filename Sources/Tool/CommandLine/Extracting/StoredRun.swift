import ActionItems
import CivilTime
import Encoding
import Extraction
import ItemRecords
import LanguageModel
import Store
import Synchronization
import System

/// A run of `extract` or `batch collect` that stores its findings: performs an `ExtractionRun`, and writes the run's
/// history, summary and output. `UnstoredRun` is an `extract` without a store.
struct StoredRun {
  let invocation: Invocation
  let plan: RunPlan
  let store: ActionItemStore
  /// The memory of the run: the store, or a `BatchCollection` that writes into it.
  let memory: any ExtractionMemory
  /// Warnings about the store that were already printed.
  let storeWarnings: [String]
  /// Completes the outcome of the extraction. `batch collect` sets it.
  var settle: (inout ExtractionRun.Outcome) async throws -> Void = { _ in }

  func run() async throws -> ExitStatus {
    let console = invocation.console
    let start = ContinuousClock.now
    var summary = RunSummary(
      run: try await store.nextRun(), startedAt: invocation.now(), model: plan.model.name)
    try summary.note(invocation.settings)
    summary.storeWarnings = storeWarnings
    let history = RunHistory(folder: store.folder)
    let latest = LatestReport()
    var isNoted = false
    do {
      try history.append(
        RunRecord(run: summary.run, startedAt: summary.startedAt, model: summary.model))
      isNoted = true
      let outcome = try await watched(summary.run, latest)
      latest.take(outcome.report)
      summary.take(outcome)
      if outcome.report.waiting > 0 { summary.batches = try waitingBatches() }
      summary.seconds = (ContinuousClock.now - start) / .seconds(1)
      if await store.isDamaged {
        // The losses were reported, and the messages are read again in the next run.
        summary.status = .mostImportant(of: [summary.status, .partial])
      }
      summary.storeWarnings += await invocation.warn(of: store)
      try history.append(summary.record)
      do {
        try await print(outcome.report)
      } catch let error as OutputError where error.isClosedPipe {
        // The reader has closed the pipe. The result of the run is not affected.
      }
      summary.storeWarnings += await invocation.warn(of: store)
      outcome.reportStop(console)
      console.inform(summary.sentence)
      hintAtAgain(outcome.report)
      do {
        try await writeSummary(summary)
      } catch {
        console.fail(Tool.failure(error).message)
        return .mostImportant(of: [summary.status, .partial])
      }
      return summary.status
    } catch {
      if summary.seconds == 0 {
        summary.seconds = (ContinuousClock.now - start) / .seconds(1)
        let failure = Tool.failure(error)
        summary.storeWarnings += await invocation.warn(of: store)
        // The findings up to then are kept.
        summary.report = latest.report
        (summary.problem, summary.status) = (failure.message, failure.status)
        // Report the error that ended the run, even if this write fails too.
        if isNoted {
          do { try history.append(summary.record) } catch {
            console.fail(Tool.failure(error).message)
          }
        }
        do { try await writeSummary(summary) } catch { console.fail(Tool.failure(error).message) }
      }
      throw error
    }
  }

  /// Performs the extraction. Records which windows and files are in progress, for the next run in case of a crash.
  private func watched(
    _ run: Int, _ latest: LatestReport
  ) async throws -> ExtractionRun.Outcome {
    let watch = try await RunWatch(
      store, run: run, retriesFatal: invocation.settings.isOn(RunOptionSet.retryFailed))
    return try await watch.watching(invocation.console) {
      var extraction = try ExtractionRun(invocation, plan, run: run, memory: memory)
      (extraction.latest, extraction.watch) = (latest, watch)
      extraction.outputs = try await ResultFiles(invocation: invocation).outputs()
      var outcome = try await extraction.start()
      try await settle(&outcome)
      return (outcome, isWhole: outcome.report.stopped == nil && !Task.isCancelled)
    }
  }

  /// Returns the names of the batches that messages wait for.
  private func waitingBatches() throws -> [String] {
    let now = invocation.now().microseconds
    return try BatchLedger(store: store.folder).read().batches
      .filter { $0.waiting > 0 && $0.header.until.microseconds > now }.map { $0.header.name }
  }

  private func print(_ report: ExtractionReport) async throws {
    // With --quiet nothing is printed; other commands list the items.
    if invocation.console.isQuiet, !invocation.isJSON { return }
    let known = try await store.records(withIds: report.created.union(report.updated))
    try await ItemOutput(invocation, store).print(known)
    let clock = try invocation.itemClock()
    let created = known.map(\.item).filter { report.created.contains($0.id) }
    let stale = created.count { clock.isStale($0) }
    if stale * 2 > created.count {
      invocation.console.hint(
        "\(stale) of \(created.count.counted("new item")) \(stale == 1 ? "is" : "are") stale: not mentioned for 30 days. "
          + "'list --stale' shows them, 'actionitems archive --stale' archives them, "
          + "and 'actionitems review' goes through the others")
    }
  }

  /// Prints a hint about --again if another --sensitivity was requested but all messages were read before.
  private func hintAtAgain(_ report: ExtractionReport) {
    let settings = invocation.settings
    guard settings.source(of: RunOptionSet.sensitivity) == .commandLine,
      !settings.isOn(RunOptionSet.again), report.messages > 0, report.newMessages == 0
    else { return }
    invocation.console.inform(
      "all messages were read before, so --sensitivity has no effect; --again reads them again"
    )
  }

  private func writeSummary(_ summary: RunSummary) async throws {
    let files = ResultFiles(invocation: invocation)
    try await files.write(summary)
    try await files.writeMetrics(of: summary.record, openItems)
  }

  private func openItems() async throws -> (open: Int, overdue: Int) {
    let clock = try invocation.itemClock()
    let counts = Mutex((open: 0, overdue: 0))
    try await store.forEachItem { known in
      // Completed items come last.
      if known.item.isComplete { return false }
      counts.withLock { counts in
        counts.open += 1
        if clock.isOverdue(known.item) { counts.overdue += 1 }
      }
      return true
    }
    return counts.withLock { $0 }
  }
}
