import Store
import Sync
import System

/// The option `--sync` of `extract` and `batch collect`: syncs the store with the named remotes after the run.
/// `SyncError.isOfStore`, at the end, helps to choose the exit status of any command.
struct SyncAfterRun {
  static let sync = Option<String>.value(
    "sync", "NAME", expected: "the name of a remote", isRepeatable: true,
    "sync with a remote after the run ('actionitems sync --to URL --name NAME' adds one)",
    read: { RemoteState.isName($0) ? $0 : nil })

  private let invocation: Invocation
  private let store: ActionItemStore
  private let remotes: [Remote]

  /// Opens the remotes before anything is read.
  /// - Throws: `CommandFailure` with status 2 if one is unknown.
  init(_ invocation: Invocation, _ store: ActionItemStore) throws {
    (self.invocation, self.store) = (invocation, store)
    remotes = try invocation.settings.values(of: Self.sync).map {
      try Remote($0, invocation, in: store.folder)
    }
  }

  /// Syncs with the remotes. Failed changes are sent next time, and the status is at least 1.
  func run(after status: ExitStatus) async throws -> ExitStatus {
    var statuses = [status]
    var metrics = SyncMetrics()
    for remote in remotes where !Task.isCancelled {
      do {
        let outcome = SyncOutcome(
          name: remote.name, report: try await remote.sync(store, .once))
        try metrics.add(remote.name, outcome.report, in: store.folder)
        if let problem = outcome.problem { invocation.console.fail(problem) }
        if let warning = outcome.warning { invocation.console.alert(warning) }
        invocation.console.inform(outcome.sentence)
        if outcome.status != .done { statuses.append(outcome.status == .store ? .store : .partial) }
      } catch let error as SyncError {
        invocation.console.fail("\(remote.name): \(error)")
        statuses.append(error.isOfStore ? .store : .partial)
      }
    }
    if let path = invocation.settings.value(of: RunOptionSet.metrics) {
      try await metrics.write(to: path, invocation.pipeWait)
    }
    return .mostImportant(of: statuses)
  }
}

extension SyncError {
  /// Whether the error concerns the store.
  var isOfStore: Bool {
    switch self {
    case .checkpoint, .restored, .state: true
    case .busy: false
    }
  }
}
