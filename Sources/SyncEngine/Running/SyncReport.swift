public import ActionItemRepository

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
  /// Changes that it would not take before, and was not asked to again.
  public var setAsideBefore = 0
  /// Items of which persons set something differently without knowing of each other, and that was new.
  public var conflicts = 0
  /// Changes that are still to be delivered.
  public var waiting = 0
  /// What the sessions did.
  public var metrics: SessionMetrics

  /// States the outcome of a sync that has done nothing.
  public init(ending: Ending, metrics: SessionMetrics) {
    self.ending = ending
    self.metrics = metrics
  }

  /// How a sync can end.
  public enum Ending: Hashable, Sendable {
    /// Everything was delivered.
    case delivered
    /// There is no session to be had.
    case failed(SessionFailure)
    /// The engine has changes of this store that are none of its: it was put back, or is a copy.
    case contradicted(String)
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
  /// The checkpoint is of what the store was before it was put back to an earlier state.
  case restored(name: String, problem: String)
  /// What is kept of the destination cannot be read.
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
}

extension SyncError: CustomStringConvertible {
  /// The sentence that a person reads.
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
