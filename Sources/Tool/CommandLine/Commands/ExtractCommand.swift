import ActionItems
import Extraction
import OfflineModel
import Store
import System

/// `extract PATH…`: reads exports and stores action items, by a `StoredRun`, an `UnstoredRun` (no store, below) or a
/// `DryRun`.
enum ExtractCommand {
  static let command = Command(
    name: "extract", operands: "PATH…", operandCount: 1...100_000,
    summary: "read exports, find action items and store them",
    details: """
      Reads every PATH (file, folder, zip, tar, or '-' for standard input), sends new messages to a model
      to find action items, stores the items, and prints the new and changed ones. Messages are not sent
      twice, so it can run every night over the same archive.

      The offline model reads English and German. A warning names each conversation that is mostly in
      another language, and unreadLanguages of the summary counts them: use an endpoint for these.

      --base-url (or $OPENAI_BASE_URL) sets an OpenAI-compatible endpoint, whose key is in $OPENAI_API_KEY.
      Without an endpoint, the offline model is used, with a message that says so.

      --triage sends only those windows to the endpoint in which the offline model sees a sign of an item. Its
      threshold misses very few items ('eval --triage' measures it on your own chats). Windows that may
      refer to an open item, such as "done, sent it" or a reply right after it, are always sent, and so are
      windows that are clearly in a language other than English and German. The others are marked as
      skipped: later runs with --triage skip them as well, runs without it read them. Windows of one or two
      messages are too short to detect a language; most of those in other languages are skipped.
      ACTIONITEMS_TRIAGE=0 turns it off if the environment or the settings file turns it on.
      """,
    options: ModelOptionSet.all + SecondOpinionOptionSet.all + LoadingOptionSet.all
      + RunOptionSet.all
      + [SyncAfterRun.sync], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    try refuse(
      if: settings.isOn(RunOptionSet.noStore) && !settings.values(of: SyncAfterRun.sync).isEmpty,
      "--no-store and --sync cannot be used together: without a store there is nothing to send")
    try refuse(
      if: !settings.isOn(RunOptionSet.noStore) && settings.value(of: RunOptionSet.page) != nil,
      "--page needs --no-store: a page shows a chat that is read as a whole")
    let choice = try ModelChoice(invocation)
    let files = ResultFiles(invocation: invocation)
    try files.check()
    // Invalid settings are reported before any request or wait.
    _ = try LoadingOptionSet.filter(invocation)
    if settings.isOn(RunOptionSet.showPrompts) || settings.isOn(RunOptionSet.dryRun) {
      return try await DryRun(invocation: invocation, choice: choice).run()
    }
    let start = invocation.now()
    var hasBegun = false
    do {
      return try await run(invocation, choice, &hasBegun)
    } catch {
      if !hasBegun { await files.report(notBegun: Tool.failure(error), at: start) }
      throw error
    }
  }

  /// Extracts into a store, or without one. Once `hasBegun` is true, the run itself reports its result.
  private static func run(
    _ invocation: Invocation, _ choice: ModelChoice, _ hasBegun: inout Bool
  ) async throws -> ExitStatus {
    var isStored = !invocation.settings.isOn(RunOptionSet.noStore)
    if isStored, DiskFolder.isMissing(at: try invocation.storePath()) {
      // No store is created if there is nothing to add. Problems with the paths are still reported.
      isStored = try await InputProbe.findsAnything(invocation)
    }
    if !isStored {
      return try await UnstoredRun(invocation: invocation, choice: choice).run(&hasBegun)
    }
    let folder = try invocation.makeStoreFolder()
    invocation.warnOfOthers(folder)
    let store = try ActionItemStore(folder: folder, creating: true, now: invocation.now)
    let warnings = await invocation.warn(of: store)
    if case .offline(isAskedFor: false) = choice, try await store.hasEndpointMarks() {
      throw CommandFailure(
        .usage,
        "the store at \(folder.path) was filled by an endpoint, and none is set now: "
          + "set --base-url, or use --offline")
    }
    let plan = try await RunPlan(choice, invocation, store: folder)
    let delivery = try SyncAfterRun(invocation, store)
    let lock = try await LockWait.take(folder, invocation)
    defer { withExtendedLifetime(lock) {} }
    announce(plan, choice, invocation)
    hasBegun = true
    let status = try await StoredRun(
      invocation: invocation, plan: plan, store: store, memory: store, storeWarnings: warnings
    ).run()
    return try await delivery.run(after: status)
  }

  private static func announce(_ plan: RunPlan, _ choice: ModelChoice, _ invocation: Invocation) {
    if case .offline(isAskedFor: false) = choice {
      invocation.console.inform(
        "model: \(plan.title); no endpoint is set (see --base-url or $OPENAI_BASE_URL)")
    } else {
      invocation.console.inform("model: \(plan.title)")
    }
  }
}

/// An `extract` without a store (`--no-store`, or no input to store): prints the items. `StoredRun` uses a store.
struct UnstoredRun {
  let invocation: Invocation
  let choice: ModelChoice

  /// Extracts and prints items. Once `hasBegun` is true, the summary is or will be written.
  func run(_ hasBegun: inout Bool) async throws -> ExitStatus {
    let plan = try await RunPlan(choice, invocation)
    // All items get the same time, so that their order does not depend on the order of the windows.
    let startedAt = invocation.now()
    let memory = TransientMemory(now: { startedAt })
    let console = invocation.console
    var summary = RunSummary(run: 1, startedAt: startedAt, model: plan.model.name)
    try summary.note(invocation.settings)
    let start = ContinuousClock.now
    console.inform("model: \(plan.title)")
    let files = ResultFiles(invocation: invocation)
    var extraction = try ExtractionRun(invocation, plan, run: 1, memory: memory)
    extraction.watch = RunWatch()
    extraction.outputs = try await files.outputs()
    let page = try await ExtractPage(invocation)
    extraction.outputs.chat = page?.record
    let outcome = try await extraction.start()
    hasBegun = true
    summary.take(outcome)
    summary.seconds = (ContinuousClock.now - start) / .seconds(1)
    /// The items are printed even if a file cannot be written.
    func attempt(_ write: () async throws -> Void) async {
      do { try await write() } catch {
        // A closed pipe is not a failure.
        let failure = Tool.failure(error)
        if failure.status == .done { return }
        console.fail(failure.message)
        summary.status = .mostImportant(of: [summary.status, .partial])
      }
    }
    await attempt { try await page?.write(await memory.current) }
    await attempt { try await files.write(summary) }
    await attempt {
      let days = try invocation.itemClock()
      try await files.writeMetrics(of: summary.record) {
        let open = await memory.current.filter { !$0.isComplete }
        return (open.count, open.count { days.isOverdue($0) })
      }
    }
    if !console.isQuiet || invocation.isJSON {
      try await ItemOutput(invocation, nil).print(await memory.records)
    }
    outcome.reportStop(console)
    console.inform(summary.sentence)
    return summary.status
  }
}
