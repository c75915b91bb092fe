import Glibc

/// A pipe to which signal handlers write the signal numbers until they are read.
package struct SignalPipe: Sendable {
  /// The end to read from; -1 if the pipe could not be created.
  package let start: Int32
  private let end: Int32

  package init() {
    var ends: [Int32] = [-1, -1]
    (start, end) = Glibc.pipe(&ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // If the pipe is full, further signals add nothing to the earlier ones.
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
  }

  /// Writes a signal number. Signal handlers may call it: it makes only async-signal-safe system calls.
  package func write(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = Glibc.write(end, &byte, 1)
    errno = before
  }
}
