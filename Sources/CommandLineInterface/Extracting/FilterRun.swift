import ActionItemModel
import Extraction

/// An `extract` that keeps nothing: messages in, items out.
struct FilterRun {
  let invocation: Invocation
  let plan: RunPlan
  let choice: ModelChoice

  func run() async throws -> ExitStatus {
    let prices = try LimitOptionSet.prices(invocation.settings)
    let memory = TransientMemory(now: invocation.now)
    let console = invocation.console
    let clock = ContinuousClock()
    let start = clock.now
    let startedAt = invocation.now()
    console.inform("model: \(plan.title)")
    let outcome = try await ExtractionRun(
      invocation: invocation, plan: plan, leavesOutDirect: choice.isRemote, run: 1, memory: memory
    ).start()
    var summary = RunSummary(
      run: 1, startedAt: startedAt, model: plan.model.name, report: outcome.report,
      log: outcome.log,
      seconds: StoredRun.seconds(clock.now - start), status: outcome.status)
    summary.prices = prices
    if let path = invocation.settings.value(of: RunOptionSet.summary) {
      try await ReplacedFile.write(
        summary.bytes, to: path, for: RunOptionSet.summary.name, invocation.pipePatience)
    }
    let days = try invocation.itemClock()
    if let path = invocation.settings.value(of: RunOptionSet.metrics) {
      let open = await memory.current.filter { !$0.isComplete }
      try await MetricsFile(
        record: summary.record, endedAt: invocation.now(), open: open.count,
        overdue: open.count { days.isOverdue($0) }
      ).write(to: path, invocation.pipePatience)
    }
    if !console.isQuiet || invocation.settings.isOn(CommonOptions.json) {
      try await ItemOutput(invocation, nil).print(await memory.current)
    }
    ExtractionRun.tellStop(outcome.report, console)
    console.inform(summary.sentence)
    return outcome.status
  }
}
