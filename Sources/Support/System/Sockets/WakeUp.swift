package import Glibc

/// A pipe that wakes a thread waiting for descriptors.
package final class WakeUp: Sendable {
  private let reading: Socket
  private let writing: Socket

  package init() throws(SocketFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SocketFailure(errno: errno) }
    (reading, writing) = (Socket(owning: ends[0]), Socket(owning: ends[1]))
  }

  /// Wakes the thread now, or at its next wait.
  package func ring() {
    var byte: UInt8 = 0
    _ = write(writing.descriptor, &byte, 1)
  }

  /// Clears pending wake-ups. The thread calls this before it looks for work.
  package func hush() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(reading.descriptor, &bytes, 16) == 16 {}
  }

  /// The descriptor for the thread to wait for.
  package var wait: pollfd { pollfd(fd: reading.descriptor, events: Int16(POLLIN), revents: 0) }
}

/// A wrapper for `poll`.
package enum Poll {
  /// Waits for an event on the descriptors, or until `end`; nil to wait without limit.
  package static func wait(_ waits: inout [pollfd], until end: ContinuousClock.Instant?) {
    // Rounded up: waking late is better than waking several times too early.
    let milliseconds = end.map { max(0, ($0 - .now) / .milliseconds(1)).rounded(.up) }
    // The result does not matter: callers check all descriptors again.
    _ = poll(&waits, UInt(waits.count), milliseconds.map { Int32(min($0, 1e9)) } ?? -1)
  }
}
