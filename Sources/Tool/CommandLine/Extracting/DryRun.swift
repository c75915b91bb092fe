import Encoding
import Extraction
import ItemRecords
import LanguageModel
import Store
import Synchronization
import System
import Windowing

/// A dry run (`--dry-run`, `--show-prompts`): shows what would be sent, without sending or storing anything.
struct DryRun {
  let invocation: Invocation
  let choice: ModelChoice

  func run() async throws -> ExitStatus {
    let plan = try await RunPlan(choice, invocation, isDryRun: true)
    let showsPrompts = invocation.settings.isOn(RunOptionSet.showPrompts)
    let output = invocation.console.output
    let tally = Tally()
    let dryRun = DryRunModel(readLevel: plan.model.readLevel, name: plan.model.name) { window in
      let request = EndpointModel.request(for: window, plan.prompts)
      tally.add(window, request)
      guard showsPrompts, let client = plan.client else { return }
      // The same JSON, with invisible characters escaped for terminals.
      let body = try JSONValue(parsing: client.body(of: request))
      try output.write(body.line(escaping: .invisibles))
    }
    let outcome = try await ExtractionRun(
      invocation, plan.asking(dryRun), run: 0, memory: try memory()
    ).start()
    if showsPrompts {
      if plan.client == nil {
        invocation.console.warn("the offline model has no prompt; set --base-url")
      }
    } else {
      try print(tally.counts, outcome.report, plan)
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
    _ counts: Tally.Counts, _ report: ExtractionReport, _ plan: RunPlan
  ) throws {
    // The counts include every pass, and the offline model reads once.
    let saved = report.tokensSkipped * (plan.client == nil ? 1 : plan.runOptions.passes)
    let share = plan.prompts.template.instructionShare(of: plan.windows)
    let output = invocation.console.output
    let prices = try LimitOptionSet.prices(invocation.settings)
    // The cost of answers is not known in advance; a tenth of the chat is typical.
    let answers = (counts.promptTokens - counts.instructionTokens) / 10
    let cost = prices?.cost(of: Usage(promptTokens: counts.promptTokens, completionTokens: answers))
    if invocation.isJSON {
      let figures: JSONValue = [
        "schema": 1, "conversations": .int(report.conversations), "messages": .int(report.messages),
        "newMessages": .int(report.newMessages), "messagesWaiting": .int(report.waiting),
        "windows": .int(counts.windows), "promptTokens": .int(counts.promptTokens),
        "instructionTokens": .int(counts.instructionTokens),
        "instructionShare": .number("\((share * 1000).rounded() / 1000)"),
        "windowsSkipped": .int(report.windowsSkipped),
        "messagesSkipped": .int(report.messagesSkipped),
        "promptTokensSaved": .int(saved), "completionTokens": .int(answers),
        "cost": cost.map { .number("\($0)") } ?? .null,
      ]
      return try output.write(figures.line())
    }
    try output.write(
      """
      \(report.newMessages) new of \(report.messages.counted("message")) \
      in \(report.conversations.counted("conversation"))
      \(counts.windows.counted("window")), about \(counts.promptTokens.counted("token")), \
      \(counts.instructionTokens) of them instructions
      instructions take up \(Int((share * 100).rounded())) % of a full window

      """)
    if report.windowsSkipped > 0 {
      let price = prices.map {
        " (cost \(RunSummary.money($0.cost(of: Usage(promptTokens: saved)))))"
      }
      try output.write(
        "\(report.windowsSkipped.counted("window")) with \(report.messagesSkipped.counted("message")) skipped by the "
          + "prefilter: about \(saved.counted("token"))\(price ?? "") saved\n")
    }
    if report.waiting > 0 {
      try output.write("\(report.waiting.counted("message")) pending in a batch\n")
    }
    if plan.second != nil { try output.write("without questions to the second model\n") }
    if let cost { try output.write("about \(RunSummary.money(cost)) in cost\n") }
  }
}

private final class Tally: Sendable {
  struct Counts {
    var windows = 0
    var promptTokens = 0
    var instructionTokens = 0
  }

  private let state = Mutex(Counts())
  var counts: Counts { state.withLock { $0 } }

  func add(_ window: Window, _ request: ChatRequest) {
    let system = TokenEstimate.tokens(in: request.system)
    let user = TokenEstimate.tokens(in: request.user)
    state.withLock { counts in
      counts.windows += 1
      counts.promptTokens += system + user
      counts.instructionTokens += system
    }
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
    return WindowReply(items: [])
  }
}
