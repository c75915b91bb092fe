import Glibc

/// How long a command waits for a reader of a named pipe that it writes to.
///
/// Opening such a pipe would otherwise block, and neither a signal nor a time limit could end that.
package struct PipePatience: Sendable {
  private let console: Console
  /// The end of the wait; nil for no limit.
  private let end: ContinuousClock.Instant?

  package init(console: Console, end: ContinuousClock.Instant?) {
    (self.console, self.end) = (console, end)
  }

  /// The time between two attempts, and the number of attempts before the user is informed.
  private static let (pause, quietLooks): (Duration, Int) = (.milliseconds(20), 25)

  /// Opens a path for writing, as open(2) does, and waits if it is a pipe without a reader.
  ///
  /// Returns a descriptor, or a negative `errno`. Throws if no reader appeared in time.
  package func open(_ path: String, _ flags: Int32, mode: UInt32 = 0o666)
    async throws(CommandFailure) -> Int32
  {
    var looks = 0
    while true {
      let descriptor = Glibc.open(path, flags | O_NONBLOCK | O_CLOEXEC, mode)
      if descriptor >= 0 {
        // The reader may be slow, so writes block.
        _ = fcntl(descriptor, F_SETFL, 0)
        return descriptor
      }
      let number = errno
      guard number == ENXIO, Self.isPipe(path) else { return -number }
      let isOver = Interruption.received != nil || end.map { .now >= $0 } == true
      if isOver || Task.isCancelled {
        throw CommandFailure(.limit, "cannot write \(path): no process reads this pipe")
      }
      if looks == Self.quietLooks { console.inform("waiting for a reader of \(path)") }
      try? await Task.sleep(for: Self.pause)
      looks += 1
    }
  }

  private static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }
}
