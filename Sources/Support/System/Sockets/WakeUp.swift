import Glibc

/// A pipe that wakes a thread waiting for sockets.
package final class WakeUp: Sendable {
  private let reading: Socket
  private let writing: Socket

  package init() throws(SocketFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SocketFailure(.last) }
    (reading, writing) = (Socket(owning: ends[0]), Socket(owning: ends[1]))
  }

  /// Wakes the thread now, or at its next wait.
  package func wake() {
    var byte: UInt8 = 0
    _ = write(writing.descriptor, &byte, 1)
  }

  /// Clears pending wake-ups. The thread calls this before it looks for work.
  package func clear() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(reading.descriptor, &bytes, 16) == 16 {}
  }

  /// The entry for the thread's `Poll.wait`.
  package var wait: Poll.Entry { Poll.Entry(reading, for: .input) }
}
