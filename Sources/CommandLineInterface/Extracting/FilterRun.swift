import ActionItemModel
import Extraction
import Running
import Streams

/// An `extract` that keeps nothing: messages in, items out.
struct FilterRun {
  let invocation: Invocation
  let plan: RunPlan

  func run() async throws -> ExitStatus {
    // All items are found at one time, so that their order says nothing of which window was read first.
    let startedAt = invocation.now()
    let memory = TransientMemory(now: { startedAt })
    let console = invocation.console
    var summary = RunSummary(run: 1, startedAt: startedAt, model: plan.model.name)
    summary.prices = try LimitOptionSet.prices(invocation.settings)
    summary.listsRefused = invocation.settings.value(of: RunOptionSet.rejected) != nil
    summary.option = Remedy.option
    let start = ContinuousClock.now
    console.inform("model: \(plan.title)")
    let files = ResultFiles(invocation: invocation)
    var extraction = try ExtractionRun(invocation, plan, run: 1, memory: memory)
    extraction.rejections = try await files.rejections()
    let outcome = try await extraction.start()
    summary.take(outcome)
    summary.seconds = (ContinuousClock.now - start) / .seconds(1)
    try await files.write(summary)
    let days = try invocation.itemClock()
    try await files.writeMetrics(of: summary.record) {
      let open = await memory.current.filter { !$0.isComplete }
      return (open.count, open.count { days.isOverdue($0) })
    }
    if !console.isQuiet || invocation.settings.isOn(CommonOptions.json) {
      try await ItemOutput(invocation, nil).print(await memory.current)
    }
    ExtractionRun.tellStop(outcome.report, console)
    console.inform(summary.sentence)
    return outcome.status
  }
}
