import Glibc
import Synchronization

/// Wakes a thread that waits for sockets, once and for all.
final class WakeUpCall: Sendable {
  /// Readable from the call on; -1 where the process could have no more descriptors.
  let reading: Int32
  private let writing: Int32
  private let called = Atomic(false)

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    for end in [reading, writing] where end >= 0 { close(end) }
  }

  var isCalled: Bool { called.load(ordering: .acquiring) }

  func call() {
    called.store(true, ordering: .releasing)
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }
}
