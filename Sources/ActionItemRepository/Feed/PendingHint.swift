import Synchronization

/// Whether somebody was asked to look at the store and has not begun to.
final class PendingHint: Sendable {
  private let isPending = Mutex(false)

  /// Asks; false where that was done already.
  func raise() -> Bool {
    isPending.withLock { pending in
      defer { pending = true }
      return !pending
    }
  }

  /// To be called before looking, so that what changes from here on asks anew.
  func lower() { isPending.withLock { $0 = false } }
}
