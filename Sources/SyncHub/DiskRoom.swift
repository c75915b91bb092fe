import Journal
import Synchronization

/// Whether there was room on the disk for what came in last.
final class DiskRoom: Sendable {
  private let full = Mutex(false)
  /// Is told of each change, once.
  private let tell: @Sendable (String) -> Void

  init(_ tell: @escaping @Sendable (String) -> Void) {
    self.tell = tell
  }

  var isFull: Bool { full.withLock { $0 } }

  func noteFull(_ error: StorageError) {
    guard set(true) else { return }
    tell(
      "\(error.path): \(error.reason): what comes in is refused until there is room; what is here is told as before"
    )
  }

  func noteRoom() {
    if set(false) { tell("there is room on the disk again: what comes in is taken over") }
  }

  private func set(_ isFull: Bool) -> Bool {
    full.withLock { full in
      defer { full = isFull }
      return full != isFull
    }
  }
}
