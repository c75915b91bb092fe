import ActionItemModel
import ConversationLoading
import Extraction
import LanguageModel
import Streams

/// Loads the paths of a command and extracts from what they hold.
struct ExtractionRun {
  let invocation: Invocation
  let plan: RunPlan
  let run: Int
  let memory: any ExtractionMemory
  /// Whether nothing is really asked, so that no file is written either.
  var isRehearsal = false
  /// Whether messages are read again that were read before, whatever is set.
  var readsAgain = false
  /// Is told how far the run was where an error ends it.
  var latest = LatestReport()

  struct Outcome {
    let report: ExtractionReport
    let log: LoadingLog
    let status: ExitStatus
  }

  func start() async throws -> Outcome {
    let settings = invocation.settings
    let console = invocation.console
    let rejections = isRehearsal ? nil : try await RejectionFile.wanted(by: invocation)
    let progress = ProgressLine(
      plan: plan, console: console, prices: try LimitOptionSet.prices(settings))
    let pipeline = ExtractionPipeline(
      settings: pipelineSettings(), model: plan.model, memory: memory, grounder: plan.grounder,
      progress: { progress.show($0) }, remark: { rejections?.write($0) },
      broken: { [latest] in latest.take($0) })
    let loader = try FeedLoader(invocation, plan, watchesLanguages: plan.client == nil)
    let report: ExtractionReport
    var log: LoadingLog
    do {
      (report, log) = try await loader.load { try await pipeline.run($0) }
    } catch {
      // What ended the run is the error to tell; what was refused until then is kept all the same.
      if let problem = await rejections?.finish() { console.fail(problem) }
      throw error
    }
    // A share may have no conversation.
    if loader.filter.shard == nil { log.warnOfLeavingAllOut(console) }
    log.warnOfLanguages(console)
    log.warnOfStale(
      after: settings.value(of: RunOptionSet.staleAfter), now: invocation.now(), console)
    log.warnOfSetAside(report.setAside, console)
    noteWindowTokens(report, &log)
    console.endProgress()
    return try await Self.outcome(report, log, rejections, console)
  }

  /// Keeps in mind, and tells, that windows had to be cut smaller than was meant.
  private func noteWindowTokens(_ report: ExtractionReport, _ log: inout LoadingLog) {
    guard let tokens = report.windowTokens, let client = plan.client else { return }
    client.note(mostWindowTokens: tokens)
    let what =
      report.refusesLongWindows
      ? "the endpoint allows fewer tokens at once than long prompts have"
      : "the endpoint left out parts of long prompts"
    log.add(
      "\(what), so that these were asked again in pieces: windows are cut to \(tokens) tokens from now on "
        + "(--window-tokens sets it; 'actionitems doctor' forgets it)", invocation.console.warn)
  }

  /// Tells what failed and works out how the run ended.
  static func outcome(
    _ report: ExtractionReport, _ log: LoadingLog, _ rejections: RejectionFile?,
    _ console: Console
  ) async throws -> Outcome {
    var log = log
    var statuses = [Self.status(report, log)]
    if let problem = await rejections?.finish() {
      // The run went as it went.
      log.add(problem, console.fail)
      statuses.append(.partial)
    }
    for failure in report.failures.prefix(20) {
      console.fail("\(failure.what): \(failure.why)")
    }
    if report.failures.count > 20 {
      console.fail("and \(report.failures.count - 20) more windows failed (--summary lists them)")
    }
    if report.refusals > 0, !statuses.contains(.endpoint) {
      let what = report.refusals == 1 ? "1 window was" : "\(report.refusals) windows were"
      log.add(
        "\(what) refused by a filter, and no item can be found there: not asked about again until another model or "
          + "endpoint is named, or with --retry-failed", console.alert)
    }
    return Outcome(report: report, log: log, status: .telling(statuses))
  }

  private func pipelineSettings() -> ExtractionPipeline.Settings {
    var pipeline = plan.pipelineSettings(run, invocation.settings)
    if readsAgain { pipeline.ignoresMarks = true }
    // Nobody notices, and a sync costs as much as reading thousands of messages; cancelled, it commits at once.
    pipeline.gathering = { try? await Task.sleep(for: .milliseconds(20)) }
    if let length = invocation.settings.value(of: LimitOptionSet.maxTime) {
      // What is under way was paid for; a little longer may see it through.
      pipeline.timeLimit = .init(length: length, grace: min(.seconds(10), length / 4)) {
        try await Task.sleep(for: $0)
      }
    }
    return pipeline
  }

  static func tellStop(_ report: ExtractionReport, _ console: Console) {
    switch report.stopped {
    case .endpoint(let why)?: console.fail(why)
    case .limit(let why)?: console.warn("\(why); the rest is taken next time")
    case .cancelled?, nil: break
    }
  }

  private static func status(_ report: ExtractionReport, _ log: LoadingLog) -> ExitStatus {
    var statuses: [ExitStatus] = [.done]
    switch report.stopped {
    case .endpoint?: statuses.append(.endpoint)
    case .limit?: statuses.append(.limit)
    case .cancelled?, nil: break
    }
    if !report.failures.isEmpty {
      statuses.append(.partial)
      // Not one answer: that is not bad luck with some windows.
      let asked = report.windowsEnded - report.windowsSkipped
      if report.endpointFailures == asked, asked > 0 {
        statuses.append(.endpoint)
      }
    }
    if !log.failures.isEmpty { statuses.append(log.messages == 0 ? .noInput : .partial) }
    return .telling(statuses)
  }
}
