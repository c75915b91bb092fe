package import Glibc

/// What wakes a thread that waits for descriptors.
package final class WakeUp: Sendable {
  private let reading: Socket
  private let writing: Socket

  package init() throws(SocketFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SocketFailure(errno: errno) }
    (reading, writing) = (Socket(owning: ends[0]), Socket(owning: ends[1]))
  }

  /// Wakes the thread, now or when it waits next.
  package func ring() {
    var byte: UInt8 = 0
    _ = write(writing.descriptor, &byte, 1)
  }

  /// Takes notice; called by the thread before it looks what there is to do.
  package func hush() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(reading.descriptor, &bytes, 16) == 16 {}
  }

  /// What the thread waits for to be woken.
  package var wait: pollfd { pollfd(fd: reading.descriptor, events: Int16(POLLIN), revents: 0) }
}

/// Waiting for descriptors.
package enum Poll {
  /// Waits until something has happened, or the time has come; nil for no such time.
  package static func wait(_ waits: inout [pollfd], until end: ContinuousClock.Instant?) {
    // Rounded up: a little late is better than again and again.
    let milliseconds = end.map { max(0, ($0 - .now) / .milliseconds(1)).rounded(.up) }
    // Interrupted or not: whoever waits looks at everything again.
    _ = poll(&waits, UInt(waits.count), milliseconds.map { Int32(min($0, 1e9)) } ?? -1)
  }
}
