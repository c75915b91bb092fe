package import Store

package struct SyncReport: Hashable, Sendable {
  package var ending: Ending
  package var delivered = 0
  /// Changes of the engine's that were taken over.
  package var takenOver = 0
  package var setAside = 0
  /// Changes that it would not take before, and was not asked to again.
  package var setAsideBefore = 0
  /// Items of which persons set something differently without knowing of each other, and that was new.
  package var conflicts = 0
  package var waiting = 0
  package var metrics: SessionMetrics

  package enum Ending: Hashable, Sendable {
    case delivered
    case failed(SessionFailure)
    /// The engine has changes of this store that are none of its: it was put back, or is a copy.
    case contradicted(String)
    case timeUp
  }
}

/// Why a sync cannot begin.
package enum SyncError: Error, Hashable, Sendable, CustomStringConvertible {
  case busy(name: String)
  /// The checkpoint is none of this store's.
  case checkpoint(name: String, problem: String)
  /// The checkpoint is of what the store was before it was put back to an earlier state.
  case restored(name: String, problem: String)
  case state(name: String, path: String, problem: String)

  /// Tells what is wrong with a checkpoint that the store does not have.
  package init(_ mismatch: ChangeReader.Mismatch, name: String) {
    switch mismatch {
    case .otherStore: self = .checkpoint(name: name, problem: "\(mismatch)")
    case .behindEnd, .otherLine: self = .restored(name: name, problem: "\(mismatch)")
    }
  }

  /// What is to be done where a store was put back to an earlier state, or copied.
  static func renewal(name: String) -> String {
    "if the store was restored from a backup or is a copy, 'actionitems store renew' gives it an id of its "
      + "own; 'actionitems sync --name \(name) --reset' then delivers everything again"
  }

  package var description: String {
    switch self {
    case .busy(let name): "another process syncs with '\(name)' right now"
    case .checkpoint(let name, let problem):
      "\(problem); 'actionitems sync --name \(name) --reset' starts over and delivers everything again"
    case .restored(let name, let problem): "\(problem); \(SyncError.renewal(name: name))"
    case .state(let name, let path, let problem):
      "\(path) is damaged: \(problem); 'actionitems sync --name \(name) --reset' forgets what it says, "
        + "and with --to URL a sync then begins anew"
    }
  }
}

/// What was done, as it is told at the end.
extension DestinationSync {
  /// What was done since a state, with an engine or a peer at an address.
  func report(
    _ ending: SyncReport.Ending, since before: DestinationState, at address: String
  ) -> SyncReport {
    var report = SyncReport(ending: ending, metrics: metrics)
    if ending == .timeUp, report.metrics.lastError == nil {
      switch sessionState {
      case .connecting: report.metrics.lastError = "still connecting to \(address)"
      case .tunnelling:
        report.metrics.lastError = "the tunnel through \(address) is not connected yet"
      case .authenticating:
        report.metrics.lastError = "\(address) has not said yet whom it takes this for"
      case .connected where unavailableSince != nil: report.metrics.lastError = state.lastError
      case .disconnected, .connected, .reconnecting, .failed: break
      }
    }
    report.delivered = deliveredCount
    report.takenOver = state.takenOver - before.takenOver
    report.setAside = setAsideCount
    report.setAsideBefore = max(0, state.setAside.count - setAsideCount)
    return report
  }
}

package struct SessionMetrics: Hashable, Sendable {
  package var sent = 0
  package var received = 0
  package var refused = 0
  package var reconnects = 0
  /// How long the last ping took; nil before there was an answer.
  package var latency: Duration?
  /// How long the present session has stood, or the last one did.
  package var uptime: Duration = .zero
  package var failures = 0
  package var lastError: String?
}
