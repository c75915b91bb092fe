import Synchronization
import System

/// Stops `DiscoveryThread` while it waits for sockets. Unlike `WakeUp`, the signal stays set.
final class StopSignal: Sendable {
  /// Nil if the process has run out of descriptors.
  private let wakeUp = try? WakeUp()
  private let called = Atomic(false)

  var isCalled: Bool { called.load(ordering: .acquiring) }

  /// Readable after the call; nil without a descriptor.
  var wait: Poll.Entry? { wakeUp?.wait }

  func call() {
    called.store(true, ordering: .releasing)
    wakeUp?.wake()
  }
}
