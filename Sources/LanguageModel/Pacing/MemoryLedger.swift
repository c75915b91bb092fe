import Synchronization

/// A ledger that lasts as long as the process.
public final class MemoryLedger: LimitLedgerStore {
  private let ledger = Mutex(LimitLedger())

  /// Starts with nothing.
  public init() {}

  /// Changes the ledger.
  public func update<Result: Sendable>(_ body: (inout LimitLedger) -> Result) -> Result {
    ledger.withLock { ledger in body(&ledger) }
  }
}
