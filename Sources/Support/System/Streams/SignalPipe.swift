import Glibc

/// A pipe to which signals' handlers write their numbers: they wait there until somebody reads.
package struct SignalPipe: Sendable {
  /// The end to read from; -1 where no pipe could be made.
  package let start: Int32
  private let end: Int32

  package init() {
    var ends: [Int32] = [-1, -1]
    (start, end) = Glibc.pipe(&ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // More signals than it holds say no more than the first ones.
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
  }

  /// Writes a number. It may be called by a handler, which may make nothing but system calls.
  package func tell(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(end, &byte, 1)
    errno = before
  }
}
