package import CivilTime
import Encoding
package import ItemRecords
import LanguageModel
import Loading
import Synchronization
package import System

/// One run over the user's paths: loads them, extracts items, and reports how the run ended.
///
/// `RunPlan` has its settings. `ExtractionPipeline` extracts. `LatestReport`, below, keeps the report so far.
package struct ExtractionRun {
  private let plan: RunPlan
  private let run: Int
  private var loader: FeedLoader
  private let memory: any ExtractionMemory
  private let console: Console
  private let now: Timestamp
  package var outputs = ReadingOutputs()
  package var prices: RunPrices?
  /// Gets the report so far if an error ends the run.
  package var latest = LatestReport()
  /// Notes which files and windows are being read.
  package var watch: RunWatch? { didSet { loader.watch = watch } }

  package init(
    _ plan: RunPlan, run: Int, _ loader: FeedLoader, memory: any ExtractionMemory,
    console: Console, now: Timestamp
  ) {
    (self.plan, self.run, self.loader) = (plan, run, loader)
    (self.memory, self.console, self.now) = (memory, console, now)
  }

  package struct Outcome {
    package var report: ExtractionReport
    package var log: LoadingLog
    package var status: ExitStatus
    /// Whether the next run knows what this one has read.
    package var isStored = true

    package func reportStop(_ console: Console) {
      switch report.stopped {
      case .endpoint(let why)?:
        let isVain = isStored && !report.hasReadAny
        console.fail(why + (isVain ? "; nothing was read, and the next run starts again" : ""))
      case .limit(let why)?: console.warn(why + (isStored ? "; the next run continues" : ""))
      case .cancelled?, nil: break
      }
    }
  }

  package func start() async throws -> Outcome {
    let progress = ProgressLine(plan: plan, console: console, prices: prices)
    var settings = plan.settings
    settings.run = run
    // Nobody notices a wait this short, and a sync costs as much as reading thousands of messages. A cancelled run
    // commits at once.
    settings.gathering = { try? await Task.sleep(for: .milliseconds(20)) }
    settings.watch = watch
    settings.fatal = try await watch?.settle(in: memory, readLevel: plan.model.readLevel) ?? []
    settings.keepsAnswers = outputs.answers != nil
    var pipeline = ExtractionPipeline(
      settings: settings, model: plan.model, memory: memory, grounder: plan.grounder,
      progress: { progress.show($0) }, broken: { [latest] in latest.take($0) })
    pipeline.read = { [outputs] in outputs.write($0, of: $1) }
    let report: ExtractionReport
    var log: LoadingLog
    do {
      (report, log) = try await loader.load(for: plan) {
        try await pipeline.run($0)
      }
      try await watch?.settleHealed(in: memory)
    } catch {
      // The error that ended the run is reported. The outputs up to then are still written.
      for problem in await outputs.finish() { console.fail(problem) }
      throw error
    }
    // A shard may have no conversation.
    if loader.filter.shard == nil { log.warnOfLeavingAllOut(console) }
    log.warnOfLanguages(console)
    log.warnOfStale(after: plan.runOptions.staleAfter, now: now, console)
    log.warnOfSetAside(report.setAside, console)
    noteWindowTokens(report, &log)
    console.endProgress()
    return try await Self.outcome(report, log, outputs, console, isStored: memory.isStored)
  }

  /// Reports that windows had to be smaller than planned, and stores the size for later runs.
  private func noteWindowTokens(_ report: ExtractionReport, _ log: inout LoadingLog) {
    guard let tokens = report.windowTokens, let client = plan.client else { return }
    client.note(mostWindowTokens: tokens)
    let what =
      report.refusesLongWindows
      ? "the endpoint accepts fewer tokens than long prompts have"
      : "the endpoint ignored parts of long prompts"
    log.add(
      "\(what), so these were sent again in parts; windows are limited to \(tokens) tokens from now on "
        + "(--window-tokens sets it; 'actionitems doctor' resets it)", console.warn)
  }

  /// Reports the failures and determines the exit status.
  package static func outcome(
    _ report: ExtractionReport, _ log: LoadingLog, _ outputs: ReadingOutputs, _ console: Console,
    isStored: Bool
  ) async throws -> Outcome {
    var log = log
    var statuses = [Self.status(report, log)]
    for problem in await outputs.finish() {
      // A failed output does not change the report of the run.
      log.add(problem, console.fail)
      statuses.append(.partial)
    }
    let (away, own) = report.failuresByCause
    for failure in own.prefix(20) {
      console.fail("\(failure.what): \(failure.why)")
    }
    if own.count > 20 {
      console.fail("and \((own.count - 20).counted("more window")) failed (--summary lists them)")
    }
    if let one = away.first {
      console.fail(
        "\(away.count.counted("window")) failed, because the endpoint gave no answer: \(one.why)"
          + (isStored ? "; the next run reads \(away.count == 1 ? "it" : "them")" : ""))
    }
    let further = report.furtherFailures
    if further.count > 0 {
      log.add(
        "\(further.count.counted("further question")) about windows failed, so less may be found (\(further.first))",
        console.warn)
    }
    if report.windowsRefused > 0, !statuses.contains(.endpoint) {
      let what = report.windowsRefused.counted("window was", "windows were")
      log.add(
        "\(what) refused by a filter, so no items of them can be found"
          + (isStored
            ? "; they are skipped until another model or endpoint is used, or with --retry-failed"
            : ""),
        console.alert)
    }
    return Outcome(
      report: report, log: log, status: .mostImportant(of: statuses), isStored: isStored)
  }

  private static func status(_ report: ExtractionReport, _ log: LoadingLog) -> ExitStatus {
    var statuses = [log.status]
    switch report.stopped {
    case .endpoint?: statuses.append(.endpoint)
    case .limit?: statuses.append(.limit)
    case .cancelled?, nil: break
    }
    if !report.failures.isEmpty {
      statuses.append(.partial)
      // If no window got an answer, the endpoint is to blame.
      let asked = report.windowsEnded - report.windowsSkipped
      if report.endpointFailures == asked, asked > 0 {
        statuses.append(.endpoint)
      }
    }
    return .mostImportant(of: statuses)
  }
}

/// Keeps the report so far, for a run that an error ends.
package final class LatestReport: Sendable {
  private let latest = Mutex(ExtractionReport())

  package init() {}

  package var report: ExtractionReport { latest.withLock { $0 } }

  package func take(_ report: ExtractionReport) { latest.withLock { $0 = report } }
}
