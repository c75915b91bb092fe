import Glibc

/// Wakes a thread that waits for sockets, once and for all.
final class WakeUpCall: Sendable {
  /// Readable from the call on; none where the process can have no more descriptors.
  let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    for end in [reading, writing] where end >= 0 { close(end) }
  }

  func call() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }
}
