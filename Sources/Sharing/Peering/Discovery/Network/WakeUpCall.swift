import Glibc
import System
import Synchronization

/// Wakes a thread that waits for sockets, once and for all.
final class WakeUpCall: Sendable {
  /// Nil where the process could have no more descriptors.
  private let wakeUp = try? WakeUp()
  private let called = Atomic(false)

  var isCalled: Bool { called.load(ordering: .acquiring) }

  /// Readable from the call on; nil where nothing can be.
  var wait: pollfd? { wakeUp?.wait }

  func call() {
    called.store(true, ordering: .releasing)
    wakeUp?.ring()
  }
}
