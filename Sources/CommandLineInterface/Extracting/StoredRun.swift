import ActionItemRepository
import Extraction
import FoundationEssentials

/// An `extract` that keeps what it finds in the store.
struct StoredRun {
  let invocation: Invocation
  let plan: RunPlan
  let choice: ModelChoice
  let store: ActionItemStore

  func run() async throws -> ExitStatus {
    let console = invocation.console
    let clock = ContinuousClock()
    let start = clock.now
    let number = try await store.nextRun()
    announce()
    let summaryPath = invocation.settings.value(of: RunOptionSet.summary)
    do {
      let outcome = try await ExtractionRun(
        invocation: invocation, plan: plan, leavesOutDirect: choice.isRemote, run: number,
        memory: store
      ).start()
      let summary = RunSummary(
        run: number, model: plan.model.name, report: outcome.report, log: outcome.log,
        seconds: Self.seconds(clock.now - start), status: outcome.status)
      if let summaryPath { try Self.write(summary.bytes, to: summaryPath) }
      try await print(outcome.report)
      await invocation.warn(of: store)
      if case .endpoint(let why) = outcome.report.stopped { console.fail(why) }
      console.inform(summary.sentence)
      return outcome.status
    } catch {
      if let summaryPath {
        try Self.write(failed(number, clock.now - start).bytes, to: summaryPath)
      }
      throw error
    }
  }

  private func announce() {
    if case .offline(isAskedFor: false) = choice {
      invocation.console.inform(
        "model: \(plan.title); no endpoint is set (--base-url or $OPENAI_BASE_URL sets one)")
    } else {
      invocation.console.inform("model: \(plan.title)")
    }
  }

  private func print(_ report: ExtractionReport) async throws {
    let items = try await store.items(withIds: report.created.union(report.updated))
    let table = ItemTable(
      now: invocation.now(), zone: try invocation.teamZone(), zones: invocation.zones)
    try ItemOutput(invocation: invocation, table: table).print(items)
  }

  private func failed(_ run: Int, _ duration: Duration) -> RunSummary {
    RunSummary(
      run: run, model: plan.model.name, report: ExtractionReport(), log: LoadingLog(),
      seconds: Self.seconds(duration), status: .store)
  }

  static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw CommandFailure(.partial, "--summary: cannot write \(path): \(error)")
    }
  }
}
