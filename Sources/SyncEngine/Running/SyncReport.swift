public import ActionItemRepository

/// What a sync did.
public struct SyncReport: Hashable, Sendable {
  public var ending: Ending
  public var delivered = 0
  /// Changes of the engine's that were taken over.
  public var takenOver = 0
  public var setAside = 0
  /// Changes that it would not take before, and was not asked to again.
  public var setAsideBefore = 0
  /// Items of which persons set something differently without knowing of each other, and that was new.
  public var conflicts = 0
  public var waiting = 0
  public var metrics: SessionMetrics

  public enum Ending: Hashable, Sendable {
    case delivered
    case failed(SessionFailure)
    /// The engine has changes of this store that are none of its: it was put back, or is a copy.
    case contradicted(String)
    case timeUp
  }
}

/// Why a sync cannot begin.
public enum SyncError: Error, Hashable, Sendable, CustomStringConvertible {
  case busy(name: String)
  /// The checkpoint is none of this store's.
  case checkpoint(name: String, problem: String)
  /// The checkpoint is of what the store was before it was put back to an earlier state.
  case restored(name: String, problem: String)
  case state(name: String, path: String, problem: String)

  /// Tells what is wrong with a checkpoint that the store does not have.
  public init(_ mismatch: ChangeReader.Mismatch, name: String) {
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

  public var description: String {
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

/// What a session has done so far.
public struct SessionMetrics: Hashable, Sendable {
  public var sent = 0
  public var received = 0
  public var refused = 0
  public var reconnects = 0
  /// How long the last ping took; nil before there was an answer.
  public var latency: Duration?
  /// How long the present session has stood, or the last one did.
  public var uptime: Duration = .zero
  public var failures = 0
  public var lastError: String?
}
