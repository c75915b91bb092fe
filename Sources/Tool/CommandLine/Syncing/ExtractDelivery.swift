import Store
import Sync
import System

/// What `extract --sync` does after the run: hands what is new to the destinations that were named.
struct ExtractDelivery {
  static let sync = Option<String>.value(
    "sync", "NAME", expected: "the name of a destination", isRepeatable: true,
    "deliver to a destination after the run ('actionitems sync --to URL --name NAME' makes one)",
    read: { DestinationState.isName($0) ? $0 : nil })

  private let invocation: Invocation
  private let store: ActionItemStore
  private let destinations: [Destination]

  /// Finds the destinations, before anything is read: one that is not known is status 2.
  init(_ invocation: Invocation, _ store: ActionItemStore) throws {
    (self.invocation, self.store) = (invocation, store)
    destinations = try invocation.settings.values(of: Self.sync).map {
      try Destination($0, invocation, in: store.folder)
    }
  }

  /// Delivers; what fails is delivered next time, and makes the run's status 1 at least.
  func run(after status: ExitStatus) async throws -> ExitStatus {
    var statuses = [status]
    var metrics = SyncMetrics()
    for destination in destinations where !Task.isCancelled {
      do {
        let outcome = SyncOutcome(
          name: destination.name, report: try await destination.sync(store, .once))
        try metrics.add(destination.name, outcome.report, in: store.folder)
        if let problem = outcome.problem { invocation.console.fail(problem) }
        if let warning = outcome.warning { invocation.console.alert(warning) }
        invocation.console.inform(outcome.sentence)
        if outcome.status != .done { statuses.append(outcome.status == .store ? .store : .partial) }
      } catch let error as SyncError {
        invocation.console.fail("\(destination.name): \(error)")
        statuses.append(error.isOfStore ? .store : .partial)
      }
    }
    if let path = invocation.settings.value(of: RunOptionSet.metrics) {
      try await metrics.write(to: path, invocation.pipePatience)
    }
    return .telling(statuses)
  }
}

extension SyncError {
  /// Whether it is the store that is not as it should be.
  var isOfStore: Bool {
    switch self {
    case .checkpoint, .restored, .state: true
    case .busy: false
    }
  }
}
