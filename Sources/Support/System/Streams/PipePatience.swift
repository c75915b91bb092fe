import Glibc

/// How long is waited for somebody to read a named pipe that a command writes to.
/// Opening such a pipe would otherwise block where neither a signal nor a limit could end it.
package struct PipePatience: Sendable {
  private let console: Console
  /// When it ends; nil where it does not.
  private let end: ContinuousClock.Instant?

  package init(console: Console, end: ContinuousClock.Instant?) {
    (self.console, self.end) = (console, end)
  }

  /// The time between two looks, and the looks after which the user is told.
  private static let (pause, quietLooks): (Duration, Int) = (.milliseconds(20), 25)

  /// Opens what is written to, as open(2) does, and waits where it is a pipe; throws where nobody came to read it.
  /// What cannot be opened is told by a negative error number.
  package func open(_ path: String, _ flags: Int32, mode: UInt32 = 0o666)
    async throws(CommandFailure) -> Int32
  {
    var looks = 0
    while true {
      let descriptor = Glibc.open(path, flags | O_NONBLOCK | O_CLOEXEC, mode)
      if descriptor >= 0 {
        // Whoever reads may be slow.
        _ = fcntl(descriptor, F_SETFL, 0)
        return descriptor
      }
      let number = errno
      guard number == ENXIO, Self.isPipe(path) else { return -number }
      let isOver = Interruption.received != nil || end.map { .now >= $0 } == true
      if isOver || Task.isCancelled {
        throw CommandFailure(.limit, "cannot write \(path): it is a pipe, and nobody reads it")
      }
      if looks == Self.quietLooks { console.inform("waiting for somebody to read \(path)") }
      try? await Task.sleep(for: Self.pause)
      looks += 1
    }
  }

  private static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }
}
