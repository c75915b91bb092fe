import ActionItemRepository
import CivilTime
import Extraction

/// The run that marks what a batch's triage leaves out of its questions, as the history keeps it.
struct SkippingRun {
  private let startedAt: Timestamp
  private let clock = ContinuousClock.now
  private let model: String

  init(_ invocation: Invocation, _ model: String) {
    startedAt = invocation.now()
    self.model = model
  }

  /// The run's number.
  func begin(_ store: ActionItemStore) async throws -> Int { try await store.nextRun() }

  /// Keeps what the run did, where it skipped anything: it is not to be told of questions, which nobody has
  /// answered yet.
  func end(
    _ run: Int, _ report: ExtractionReport, _ log: LoadingLog, _ store: ActionItemStore
  ) throws {
    guard report.windowsSkipped > 0 else { return }
    var done = report
    done.newMessages = report.messagesSkipped
    done.windows = report.windowsSkipped
    let summary = RunSummary(
      run: run, startedAt: startedAt, model: model, report: done, log: log,
      seconds: StoredRun.seconds(.now - clock), status: .done)
    try RunHistory(folder: store.folder).append(summary.record)
  }
}
