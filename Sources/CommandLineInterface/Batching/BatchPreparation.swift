import ActionItemModel
import ActionItemRepository
import CivilTime
import ConversationLoading
import Extraction
import Glibc
import Journal
import LanguageModel
import Windowing

/// Writes the questions that a run would ask into files, and leaves their messages to whoever answers
/// those.
struct BatchPreparation {
  let invocation: Invocation
  let plan: RunPlan
  let client: EndpointClient
  let leavesOutDirect: Bool
  let store: ActionItemStore
  let paths: BatchPaths

  /// What came of it.
  struct Outcome {
    var report: ExtractionReport
    var log: LoadingLog
    /// The batch; nil where there was nothing to ask.
    var batch: BatchHeader?
    var parts: [RequestFiles.Part] = []
    /// Tokens of all questions, as estimated.
    var tokens = 0
  }

  func run() async throws -> Outcome {
    let ledger = BatchLedger(store: store.folder)
    let folder: DiskFolder
    do throws(StorageError) {
      folder = try paths.open()
    } catch {
      throw Self.unwritable(paths.folder, error)
    }
    try BatchRecovery(console: invocation.console).completeUnfinished(in: ledger)
    try refuseToReplace(ledger, folder)
    let settings = invocation.settings
    let header = try header(ledger)
    let files = RequestFiles(paths, in: folder, limits: limits)
    let terms = BatchTerms(
      store: store.id, batch: header.number, model: plan.model.name, grounding: plan.terms,
      trustsSilence: settings.isOn(EndpointOptionSet.trustSilence), people: plan.people)
    let windows: WindowFileWriter
    do throws(StorageError) {
      windows = try WindowFileWriter(terms, name: paths.windows, in: folder)
    } catch {
      throw Self.unwritable(paths.folder, error)
    }
    let record = try ledger.write(header)
    var tokens = 0
    let (prompts, client) = (plan.prompts, client)
    let feed = MessageFeed()
    let options = try LoadingOptionSet.loadingOptions(invocation)
    let filter = try LoadingOptionSet.filter(invocation, leavesOutDirect: leavesOutDirect)
    async let loading = LoaderThread.load(
      invocation.operands, options, into: feed, filter, invocation.console)
    // What is skipped is read by a run, which can be taken back like others.
    let skipping = plan.sieve == nil ? nil : SkippingRun(invocation, plan.model.name)
    let run = try await skipping?.begin(store) ?? 0
    let report: ExtractionReport
    do {
      report = try await WindowPreparation.run(
        feed, settings: pipelineSettings(run), model: plan.model.name,
        memory: PreparationMemory(store: store, record: record)
      ) { prepared in
        let window = prepared.window
        let request = EndpointModel.request(for: window, prompts)
        let body = client.body(of: request)
        let place = record.count + 1
        let digests = window.newMessages.map(\.digest)
        let name = BatchQuestionName(
          batch: header.number, place: place, body: body,
          subject: Self.subject(window.conversation.id, digests))
        let check = try windows.add(prepared, id: name.description, place: place)
        try record.add(
          WaitingWindow(
            id: name.description, place: place, conversation: window.conversation.id,
            digests: digests, check: check))
        try files.add(BatchQuestion.line(name: name, body: body, path: client.questionPath))
        tokens +=
          TokenEstimate.tokens(in: request.system) + TokenEstimate.tokens(in: request.user)
      }
    } catch {
      feed.cancel()
      _ = await loading
      throw error
    }
    let log = await loading
    try skipping?.end(run, report, log, store)
    var outcome = Outcome(report: report, log: log, parts: files.parts, tokens: tokens)
    guard record.count > 0 else { return outcome }
    try files.close()
    try windows.put()
    try BatchState(
      store: store.id, batch: header.number, model: plan.model.name,
      parts: files.parts.map {
        BatchState.Part(name: $0.name, requests: $0.lines, bytes: $0.bytes)
      }
    ).write(paths.state, in: folder)
    // From here on the messages wait; what is cut off now is completed by the next preparation.
    try record.finish()
    try files.put()
    outcome.batch = header
    return outcome
  }

  private static func unwritable(_ folder: String, _ error: StorageError) -> CommandFailure {
    CommandFailure(
      .usage,
      "--output: cannot write to \(folder): \(String(cString: strerror(error.number)))")
  }

  /// What a question is about, for its name.
  private static func subject(_ conversation: String, _ digests: [UInt64]) -> [UInt8] {
    var bytes = Array(conversation.utf8) + [0]
    for digest in digests { withUnsafeBytes(of: digest.littleEndian) { bytes += $0 } }
    return bytes
  }

  private var limits: RequestFiles.Limits {
    var limits = RequestFiles.Limits()
    if let lines = invocation.settings.value(of: BatchOptionSet.fileRequests) {
      limits.lines = lines
    }
    if let bytes = invocation.settings.value(of: BatchOptionSet.fileBytes) { limits.bytes = bytes }
    return limits
  }

  private func header(_ ledger: BatchLedger) throws -> BatchHeader {
    let now = invocation.now()
    let wait = invocation.settings.value(of: BatchOptionSet.waitFor) ?? BatchOptionSet.usualWait
    return BatchHeader(
      number: try ledger.nextNumber(), preparedAt: now,
      until: Timestamp(seconds: now.seconds + Int(wait.components.seconds)) ?? now,
      requests: paths.absolute(paths.requests(1)), model: plan.model.name,
      isAgain: invocation.settings.isOn(RunOptionSet.again))
  }

  private func pipelineSettings(_ run: Int) -> ExtractionPipeline.Settings {
    let settings = invocation.settings
    var pipeline = ExtractionPipeline.Settings(
      run: run, concurrency: 1, windows: plan.windows,
      ignoresMarks: settings.isOn(RunOptionSet.again),
      setAsideAfter: settings.isOn(RunOptionSet.retryFailed) ? nil : RunOptionSet.setAsideAfter,
      people: plan.people)
    pipeline.sieve = plan.sieve
    return pipeline
  }

  /// Questions that were written may be under way, and what is kept for their answers is needed.
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
}

/// Knows what a store knows, and lets messages wait that have just been written down; what is skipped is
/// marked.
private struct PreparationMemory: ExtractionMemory {
  let store: ActionItemStore
  /// One task prepares: it writes windows down and asks for marks by turns.
  nonisolated(unsafe) let record: BatchFileWriter

  func recall(_ ids: [String]) async throws -> [Recollection] {
    var found = try await store.recall(ids)
    for (place, id) in zip(found.indices, ids) {
      found[place].marks = found[place].marks.waiting(for: try record.digests(ofConversation: id))
    }
    return found
  }

  func conversation(holding digests: [UInt64], platform: String) async throws -> String? {
    try await store.conversation(holding: digests, platform: platform)
  }

  func openItems(forConversation id: String) async throws -> [ActionItem] {
    try await store.openItems(forConversation: id)
  }

  func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]] {
    try await store.commit(outcomes)
  }

  func note(_ failures: [FailedWindow], run: Int) async throws {}
}
