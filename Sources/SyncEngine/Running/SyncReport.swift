/// What a sync did.
public struct SyncReport: Hashable, Sendable {
  /// How it ended.
  public var ending: Ending
  /// Changes that the engine took.
  public var delivered = 0
  /// Changes of the engine's that were taken over.
  public var takenOver = 0
  /// Changes that the engine would not take.
  public var setAside = 0
  /// Items that were changed on both sides.
  public var conflicts = 0
  /// Changes that are still to be delivered.
  public var waiting = 0
  /// What the sessions did.
  public var metrics: SessionMetrics

  /// How a sync can end.
  public enum Ending: Hashable, Sendable {
    /// Everything was delivered.
    case delivered
    /// There is no session to be had.
    case failed(SessionFailure)
    /// The time was up.
    case timeUp
  }
}

/// Why a sync cannot begin.
public enum SyncError: Error, Hashable, Sendable {
  /// Another process syncs with the destination.
  case busy(name: String)
  /// The checkpoint is none of this store's.
  case checkpoint(name: String, problem: String)
}

extension SyncError: CustomStringConvertible {
  /// The sentence that a person reads.
  public var description: String {
    switch self {
    case .busy(let name): "another process syncs with '\(name)' right now"
    case .checkpoint(let name, let problem):
      "\(problem); 'actionitems sync --name \(name) --reset' starts over and delivers everything again"
    }
  }
}
