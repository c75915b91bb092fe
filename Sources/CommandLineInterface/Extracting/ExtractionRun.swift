import ActionItemModel
import ConversationLoading
import Extraction
import FoundationEssentials

/// Loads the paths of a command and extracts from what they hold.
struct ExtractionRun {
  let invocation: Invocation
  let plan: RunPlan
  let leavesOutDirect: Bool
  let run: Int
  let memory: any ExtractionMemory

  /// What came of it.
  struct Outcome {
    var report: ExtractionReport
    var log: LoadingLog
    var status: ExitStatus
  }

  func start() async throws -> Outcome {
    let settings = invocation.settings
    let console = invocation.console
    let rejections = try settings.value(of: RunOptionSet.rejected).map {
      try RejectionFile(path: $0)
    }
    let pipeline = ExtractionPipeline(
      settings: ExtractionPipeline.Settings(
        run: run, concurrency: plan.concurrency, windows: plan.windows,
        ignoresMarks: settings.isOn(RunOptionSet.again),
        setAsideAfter: settings.isOn(RunOptionSet.retryFailed) ? .max : RunOptionSet.setAsideAfter,
        people: plan.people),
      model: plan.model, memory: memory, grounder: plan.grounder,
      progress: { report in
        console.progress(
          "\(report.windowsEnded) of \(report.windows) windows, \(report.created.count) items")
      },
      rejection: { rejections?.write($0) })
    let feed = MessageFeed()
    let options = try LoadingOptionSet.loadingOptions(invocation)
    let filter = try LoadingOptionSet.filter(invocation, leavesOutDirect: leavesOutDirect)
    async let loading = LoaderThread.load(invocation.operands, options, into: feed, filter, console)
    let report: ExtractionReport
    do {
      report = try await pipeline.run(feed)
    } catch {
      feed.cancel()
      _ = await loading
      throw error
    }
    var log = await loading
    log.warnOfStale(
      after: settings.value(of: RunOptionSet.staleAfter), now: invocation.now(), console)
    console.endProgress()
    try rejections?.close()
    for failure in report.failures.prefix(20) {
      console.fail("\(failure.what): \(failure.why)")
    }
    if report.failures.count > 20 {
      console.fail("and \(report.failures.count - 20) more windows failed (--summary lists them)")
    }
    return Outcome(report: report, log: log, status: Self.status(report, log))
  }

  private static func status(_ report: ExtractionReport, _ log: LoadingLog) -> ExitStatus {
    var statuses: [ExitStatus] = [.done]
    if case .endpoint = report.stopped { statuses.append(.endpoint) }
    if !report.failures.isEmpty {
      statuses.append(.partial)
      // Not one answer: that is not bad luck with some windows.
      if report.endpointFailures == report.windowsEnded { statuses.append(.endpoint) }
    }
    if !log.failures.isEmpty { statuses.append(log.messages == 0 ? .noInput : .partial) }
    return .telling(statuses)
  }
}
