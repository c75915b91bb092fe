package import Store

/// The result of a sync with one remote: how it ended, and counts. Below: `SyncError`, the reason why a sync is
/// impossible, and `SessionMetrics`, the counts of connections and frames.
package struct SyncReport: Hashable, Sendable {
  package var ending: Ending
  package var delivered = 0
  /// The number of changes from the remote that were applied.
  package var applied = 0
  package var setAside = 0
  /// The number of changes set aside in earlier syncs and not sent again.
  package var setAsideBefore = 0
  /// The number of items with a new conflict: people changed them independently of each other.
  package var conflicts = 0
  package var waiting = 0
  package var metrics: SessionMetrics

  /// How a sync ended.
  package enum Ending: Hashable, Sendable {
    case delivered
    case failed(SessionFailure)
    /// The server has changes of this store that the store lacks: the store was restored from a backup, or is a copy.
    case contradicted(String)
    case timeUp
  }
}

/// The reason why a sync cannot begin or go on, or why a remote's stored state cannot be used.
package enum SyncError: Error, Hashable, Sendable, CustomStringConvertible {
  case busy(name: String)
  /// The stored cursor belongs to another store.
  case checkpoint(name: String, problem: String)
  /// The store lacks the stored cursor, because the store was restored from a backup.
  case restored(name: String, problem: String)
  case state(name: String, path: String, problem: String)

  /// Describes a cursor that the store does not have.
  package init(_ mismatch: ChangeReader.Mismatch, name: String) {
    switch mismatch {
    case .otherStore: self = .checkpoint(name: name, problem: "\(mismatch)")
    case .afterEnd, .otherLine: self = .restored(name: name, problem: "\(mismatch)")
    }
  }

  /// Returns the advice for a store that was restored from a backup, or copied.
  static func renewal(name: String) -> String {
    "if the store was restored from a backup or is a copy, 'actionitems store renew' gives it a new id; "
      + "'actionitems sync --name \(name) --reset' then sends everything again"
  }

  package var description: String {
    switch self {
    case .busy(let name): "another process is syncing with '\(name)'"
    case .checkpoint(let name, let problem):
      "\(problem); 'actionitems sync --name \(name) --reset' starts over and sends everything again"
    case .restored(let name, let problem): "\(problem); \(SyncError.renewal(name: name))"
    case .state(let name, let path, let problem):
      "\(path) is damaged: \(problem); 'actionitems sync --name \(name) --reset' discards it, "
        + "and a sync with --to URL then starts over"
    }
  }
}

extension RemoteSync {
  /// Returns the report since the state `before`. `SyncRunner` adds conflicts and waiting changes.
  func report(since before: RemoteState, at address: String) -> SyncReport {
    let ending = ending ?? .timeUp
    var report = SyncReport(ending: ending, metrics: session.metrics)
    if ending == .timeUp, report.metrics.lastError == nil {
      switch session.state {
      case .connecting: report.metrics.lastError = "still connecting to \(address)"
      case .tunnelling:
        report.metrics.lastError = "the tunnel through \(address) is not connected yet"
      case .authenticating:
        report.metrics.lastError = "\(address) has not answered the authentication yet"
      case .connected where watch.unavailableSince != nil:
        report.metrics.lastError = state.lastError
      case .disconnected, .connected, .reconnecting, .failed: break
      }
    }
    report.delivered = outbox.acknowledged
    report.applied = state.applied - before.applied
    report.setAside = outbox.setAsideCount
    report.setAsideBefore = max(0, state.setAside.count - outbox.setAsideCount)
    return report
  }
}

/// Counts of connections and frames of a sync.
package struct SessionMetrics: Hashable, Sendable {
  package var sent = 0
  package var received = 0
  package var refused = 0
  package var reconnects = 0
  /// The round trip of the last answered ping; nil before the first pong.
  package var latency: Duration?
  /// How long the current session, or the last one, has lasted.
  package var uptime: Duration = .zero
  package var failures = 0
  package var lastError: String?
}
