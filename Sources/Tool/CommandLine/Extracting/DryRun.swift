import Encoding
import Extraction
import ItemRecords
import LanguageModel
import Store
import Synchronization
import System
import Windowing

/// A dry run of `extract` (`--dry-run`, `--show-prompts`): prints what would be sent, and sends and stores nothing.
struct DryRun {
  let invocation: Invocation
  let choice: ModelChoice

  /// The windows, the tokens of their prompts, and those of the instructions among them.
  private typealias Counts = (windows: Int, prompt: Int, instructions: Int)

  func run() async throws -> ExitStatus {
    let plan = try await RunPlan(choice, invocation, isDryRun: true)
    let showsPrompts = invocation.settings.isOn(RunOptionSet.showPrompts)
    let output = invocation.console.output
    let counts = Mutex<Counts>((0, 0, 0))
    let dryRun = DryRunModel(readLevel: plan.model.readLevel, name: plan.model.name) { window in
      let request = EndpointModel.request(for: window, plan.prompts)
      let system = TokenEstimate.tokens(in: request.system)
      let user = TokenEstimate.tokens(in: request.user)
      counts.withLock { $0 = ($0.windows + 1, $0.prompt + system + user, $0.instructions + system) }
      guard showsPrompts, let client = plan.client else { return }
      // The JSON is that of a real request, with invisible characters escaped for terminals.
      let body = try JSONValue(parsing: client.body(of: request))
      try output.write(body.line(escaping: .invisibles))
    }
    let outcome = try await ExtractionRun(
      invocation, plan.withModel(dryRun), run: 0, memory: try memory()
    ).start()
    if showsPrompts {
      if plan.client == nil {
        invocation.console.warn("the offline model has no prompt; set --base-url")
      }
    } else {
      try print(counts.withLock { $0 }, outcome.report, plan)
    }
    return outcome.status
  }

  /// The read markers of the store, if there is one. Nothing is written to it.
  private func memory() throws -> any ExtractionMemory {
    let path = try invocation.storePath()
    guard !invocation.settings.isOn(RunOptionSet.noStore),
      let folder = try? DiskFolder(existing: path),
      let store = try? ActionItemStore(folder: folder, creating: false, now: invocation.now)
    else { return TransientMemory(now: invocation.now) }
    return ReadOnlyMemory(store: store)
  }

  private func print(
    _ counts: Counts, _ report: ExtractionReport, _ plan: RunPlan
  ) throws {
    // Each pass would send the skipped windows. The offline model has one pass.
    let passes = plan.client == nil ? 1 : plan.runOptions.passes
    let share = plan.prompts.template.instructionShare(of: plan.settings.windows)
    let output = invocation.console.output
    let prices = try LimitOptionSet.prices(invocation.settings)
    // The cost of answers is not known in advance; a tenth of the chat is typical.
    let answers = (counts.prompt - counts.instructions) / 10
    let cost = prices?.cost(of: ModelUsage(promptTokens: counts.prompt, completionTokens: answers))
    if invocation.isJSON {
      let figures: JSONValue = [
        "schema": 1, "conversations": .int(report.conversations), "messages": .int(report.messages),
        "newMessages": .int(report.newMessages), "messagesWaiting": .int(report.waiting),
        "windows": .int(counts.windows), "promptTokens": .int(counts.prompt),
        "instructionTokens": .int(counts.instructions),
        "instructionShare": .double((share * 1000).rounded() / 1000),
        "windowsSkipped": .int(report.windowsSkipped),
        "messagesSkipped": .int(report.messagesSkipped),
        "promptTokensSaved": .int(report.tokensSkipped * passes), "completionTokens": .int(answers),
        "cost": .double(cost),
      ]
      return try output.write(figures.line())
    }
    try output.write(
      """
      \(report.newMessages) new of \(report.messages.counted("message")) \
      in \(report.conversations.counted("conversation"))
      \(counts.windows.counted("window")), about \(counts.prompt.counted("token")), \
      \(counts.instructions) of them instructions
      instructions take up \(Int((share * 100).rounded())) % of a full window

      """)
    if report.windowsSkipped > 0 {
      try output.write(RunSummary.saving(report, passes: passes, prices) + "\n")
    }
    if report.waiting > 0 {
      try output.write("\(report.waiting.counted("message")) pending in a batch\n")
    }
    if plan.settings.second != nil { try output.write("without questions to the second model\n") }
    if let cost { try output.write("about \(RunSummary.money(cost)) in cost\n") }
  }
}

/// A model that finds nothing and reports the windows it received.
private struct DryRunModel: WindowModel {
  let readLevel: ReadLevel
  let name: String
  let look: @Sendable (Window) throws -> Void

  func reply(to window: Window) async throws(ModelFailure) -> WindowReply {
    do {
      try look(window)
    } catch {
      throw ModelFailure(.run, "\(error)")
    }
    return WindowReply(text: "[]")
  }
}
