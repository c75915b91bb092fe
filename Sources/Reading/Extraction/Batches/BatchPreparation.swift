package import CivilTime
import ItemRecords
package import LanguageModel
package import Store
package import System

/// Prepares a batch: writes the questions that a run would ask to request files, and marks their messages as waiting.
///
/// It first completes interrupted preparations. `BatchClient` submits the files, and `BatchCollection` collects the
/// answers.
package struct BatchPreparation {
  let plan: RunPlan
  let client: EndpointClient
  let store: ActionItemStore
  let paths: BatchPaths
  private let loader: FeedLoader
  private let console: Console
  private let now: @Sendable () -> Timestamp
  /// The absolute paths of the chats, and the options for collecting the answers.
  private let chats: (paths: [String], options: [String: [String]])
  /// The time for which the messages wait. OpenAI answers within a day or not at all.
  package var wait = Duration.seconds(7 * 86_400)
  package var limits = RequestFiles.Limits()

  package init(
    _ plan: RunPlan, _ client: EndpointClient, _ loader: FeedLoader, for store: ActionItemStore,
    of chats: (paths: [String], options: [String: [String]]), _ paths: BatchPaths,
    _ console: Console, now: @escaping @Sendable () -> Timestamp
  ) {
    (self.plan, self.client, self.loader) = (plan, client, loader)
    (self.store, self.chats, self.paths) = (store, chats, paths)
    (self.console, self.now) = (console, now)
  }

  package struct Outcome {
    package let run: ExtractionRun.Outcome
    /// The batch; nil if there was nothing to ask.
    package var batch: BatchHeader?
    package let questions: Int
    package let parts: [BatchState.Part]
    /// The estimated tokens of all questions.
    package let tokens: Int
  }

  package func run() async throws -> Outcome {
    let ledger = BatchLedger(store: store.folder)
    let folder = try openFolder()
    try completeUnfinished(in: ledger)
    try refuseToReplace(ledger, folder)
    let header = try header(ledger)
    let memory = WaitingMemory(store: store, record: try ledger.write(header))
    let questions = BatchQuestionModel(self, header.number, memory, in: folder)
    let next = try await store.nextRun()
    // Windows skipped by the prefilter belong to a run, so that skipping them can be undone.
    let run = plan.settings.prefilter == nil ? 0 : next
    let (start, startedAt) = (ContinuousClock.now, now())
    let watch = try await RunWatch(store, run: next, retriesFatal: plan.runOptions.retryFailed)
    let done = try await watch.watching(console) {
      var extraction = ExtractionRun(
        plan.writing(to: questions), run: run, loader, memory: memory, console: console,
        now: startedAt)
      extraction.watch = watch
      let outcome = try await extraction.start()
      try questions.check()
      try Task.checkCancellation()
      return (outcome, isWhole: true)
    }
    if done.report.windowsSkipped > 0 {
      try keepSkipping(run, startedAt, done, (ContinuousClock.now - start) / .seconds(1))
    }
    var outcome = Outcome(
      run: done, questions: questions.count, parts: questions.parts, tokens: questions.tokens)
    if questions.count > 0 {
      try questions.put { parts in
        let state = BatchState(
          store: store.id, batch: header.number, model: plan.model.name, parts: parts)
        try state.write(paths.state, in: folder)
      }
      outcome.batch = header
    }
    return outcome
  }

  /// Returns the failure for request files that cannot be written.
  func unwritable(_ error: StorageError) -> CommandFailure {
    CommandFailure(
      .usage, "--output: cannot write to \(paths.folder): \(SystemError(error.number))")
  }

  private func openFolder() throws(CommandFailure) -> DiskFolder {
    do { return try paths.open() } catch { throw unwritable(error) }
  }

  private func header(_ ledger: BatchLedger) throws -> BatchHeader {
    let now = now()
    return BatchHeader(
      number: try ledger.nextNumber(), preparedAt: now,
      until: Timestamp(seconds: now.seconds + Int(wait.components.seconds)) ?? now,
      requests: paths.absolute(paths.requests(1)), model: plan.model.name,
      paths: chats.paths, options: chats.options)
  }

  /// Records the skipped windows in the history. Questions without answers are not recorded yet.
  private func keepSkipping(
    _ run: Int, _ startedAt: Timestamp, _ outcome: ExtractionRun.Outcome, _ seconds: Double
  ) throws {
    var summary = RunSummary(run: run, startedAt: startedAt, model: plan.model.name)
    summary.take(outcome)
    (summary.status, summary.seconds) = (.done, seconds)
    summary.report.newMessages = outcome.report.messagesSkipped
    summary.report.windows = outcome.report.windowsSkipped
    try RunHistory(folder: store.folder).append(summary.record)
  }

  /// Refuses to overwrite questions, because an endpoint may be answering them.
  private func refuseToReplace(_ ledger: BatchLedger, _ folder: DiskFolder) throws {
    let name = paths.requests(1)
    let path = paths.path(name)
    if try folder.identity(of: name) != nil {
      throw CommandFailure(
        .usage,
        "--output: \(path) is there already; give another name, or remove it if it was "
          + "collected or is not wanted ('actionitems batch cancel \(path)')")
    }
    let absolute = paths.absolute(name)
    for batch in try ledger.read().batches
    where batch.waiting > 0 && batch.header.requests == absolute {
      throw CommandFailure(
        .usage,
        "--output: batch \(batch.header.number) was written to \(path) and waits for its "
          + "answers; give another name, or give it up ('actionitems batch cancel "
          + "\(batch.header.number)')")
    }
  }

  /// Completes preparations that were interrupted after their batch was saved, by putting the files into their places.
  private func completeUnfinished(in ledger: BatchLedger) throws {
    for batch in try ledger.read().batches where batch.waiting > 0 {
      let paths = BatchPaths(requests: batch.header.requests)
      let name = paths.requests(1)
      guard let folder = try? paths.open(), try folder.identity(of: name) == nil,
        try folder.identity(of: NewFile.temporary(name)) != nil,
        let state = try? BatchState.read(paths.state, in: folder),
        state.batch == batch.header.number, try state.isWhole(in: folder)
      else { continue }
      try RequestFiles.put(state.parts.map(\.name), in: folder)
      console.inform(
        "\(batch.header.requests): its preparation was interrupted at the very end; it is complete now"
      )
    }
  }
}
