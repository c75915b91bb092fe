import ActionItems
import CivilTime
import Extraction
import ItemRecords
import LanguageModel
import Store
import Synchronization
import System

/// A run that keeps what it finds in the store.
struct StoredRun {
  let invocation: Invocation
  /// The model, as items carry it.
  let model: String
  let store: ActionItemStore
  let prices: TokenPrices?
  /// What was found amiss in the store already, and told.
  let storeWarnings: [String]
  /// Does what the run is for; it gets the run's number, and tells how far it is and what it reads.
  let work: (Int, LatestReport, RunWatch) async throws -> ExtractionRun.Outcome

  func run() async throws -> ExitStatus {
    let console = invocation.console
    let start = ContinuousClock.now
    var summary = RunSummary(
      run: try await store.nextRun(), startedAt: invocation.now(), model: model)
    (summary.prices, summary.storeWarnings) = (prices, storeWarnings)
    summary.listsRefused = invocation.settings.value(of: RunOptionSet.rejected) != nil
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
      // A signal ended it; what was found until then is kept.
      if Task.isCancelled { summary.status = Interruption.received ?? .interrupted }
      summary.seconds = (ContinuousClock.now - start) / .seconds(1)
      if await store.isDamaged {
        // What is lost was told, and its messages are taken again.
        summary.status = .telling([summary.status, .partial])
      }
      summary.storeWarnings += await invocation.warn(of: store)
      try history.append(summary.record)
      do {
        try await print(outcome.report)
      } catch let error as OutputError where error.isClosedPipe {
        // Whoever read has seen enough; how the run went stands.
      }
      summary.storeWarnings += await invocation.warn(of: store)
      ExtractionRun.tellStop(outcome.report, console)
      console.inform(summary.sentence)
      hintAtAgain(outcome.report)
      do {
        try await tell(summary)
      } catch {
        console.fail(Tool.failure(error).message)
        return .telling([summary.status, .partial])
      }
      return summary.status
    } catch {
      if summary.seconds == 0 {
        summary.seconds = (ContinuousClock.now - start) / .seconds(1)
        let failure = Tool.failure(error)
        summary.storeWarnings += await invocation.warn(of: store)
        // What was kept until then is kept.
        summary.report = latest.report
        (summary.problem, summary.status) = (failure.message, failure.status)
        // The error that ended the run is the one to tell, also where this cannot be written.
        if isNoted {
          do { try history.append(summary.record) } catch {
            console.fail(Tool.failure(error).message)
          }
        }
        do { try await tell(summary) } catch { console.fail(Tool.failure(error).message) }
      }
      throw error
    }
  }

  /// Does the work, with what is read noted for the next run.
  private func watched(
    _ run: Int, _ latest: LatestReport
  ) async throws -> ExtractionRun.Outcome {
    let watch = try await RunWatch(
      store, run: run, retriesFatal: invocation.settings.isOn(RunOptionSet.retryFailed))
    return try await watch.watching(invocation.console) {
      let outcome = try await work(run, latest, watch)
      return (outcome, isWhole: outcome.report.stopped == nil && !Task.isCancelled)
    }
  }

  /// The files of questions that messages wait for, as a person knows them.
  private func waitingBatches() throws -> [String] {
    let now = invocation.now().microseconds
    return try BatchLedger(store: store.folder).read().batches
      .filter { $0.waiting > 0 && $0.header.until.microseconds > now }.map { $0.header.name }
  }

  private func print(_ report: ExtractionReport) async throws {
    // What a run found is news; who asks for items by other commands wants them.
    if invocation.console.isQuiet, !invocation.isJSON { return }
    let items = try await store.items(withIds: report.created.union(report.updated))
    try await ItemOutput(invocation, store).print(items)
    let clock = try invocation.itemClock()
    let created = items.filter { report.created.contains($0.id) }
    let stale = created.count { clock.isStale($0) }
    if stale * 2 > created.count {
      invocation.console.hint(
        "\(stale) of \(created.count) new items are past: nobody has spoken of them for 30 days. "
          + "'actionitems archive --stale' puts them away, 'list --stale' shows them")
    }
  }

  /// Says how to have read again what another sensitivity was asked for, where all of it was read before.
  private func hintAtAgain(_ report: ExtractionReport) {
    let settings = invocation.settings
    guard settings.source(of: RunOptionSet.sensitivity) == .commandLine,
      !settings.isOn(RunOptionSet.again), report.messages > 0, report.newMessages == 0
    else { return }
    invocation.console.inform(
      "all messages were read before, and --sensitivity changes nothing of that: with --again they are read again"
    )
  }

  private func tell(_ summary: RunSummary) async throws {
    let files = ResultFiles(invocation: invocation)
    try await files.write(summary)
    try await files.writeMetrics(of: summary.record, openItems)
  }

  private func openItems() async throws -> (open: Int, overdue: Int) {
    let clock = try invocation.itemClock()
    let counts = Mutex((open: 0, overdue: 0))
    try await store.forEachItem { known in
      // Done ones come last.
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
