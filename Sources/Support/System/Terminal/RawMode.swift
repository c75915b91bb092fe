import Glibc
import Synchronization

/// Switches the terminal on standard input to raw mode for `review`, and back. `Interruption` switches it back when it
/// ends the process.
package enum RawMode {
  private struct State {
    /// The settings to restore; nil if nothing needs to be restored.
    var before: termios?
    /// The output that restores the screen.
    var ending: [UInt8] = []
  }

  private static let state = Mutex(State())

  /// Switches to single keys. Signals and line endings keep their meaning.
  ///
  /// A repeated call keeps the settings to restore. If another job has the terminal, the process stops until it is in
  /// the foreground.
  package static func enter(screen begin: String, end: String) throws {
    try waitForForeground()
    try state.withLock { state in
      var now = termios()
      guard tcgetattr(STDIN_FILENO, &now) == 0 else { throw OutputError(.last) }
      var raw = now
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
      withUnsafeMutableBytes(of: &raw.c_cc) { keys in
        keys[Int(VMIN)] = 1
        keys[Int(VTIME)] = 0
        // A process that is ended with a core dump (SIGQUIT) could not restore the terminal.
        keys[Int(VQUIT)] = 0
      }
      state = State(before: state.before ?? now, ending: Array(end.utf8))
      do throws(SystemError) {
        try system { tcsetattr(STDIN_FILENO, TCSANOW, &raw) }
      } catch {
        throw OutputError(error)
      }
      write(Array(begin.utf8))
    }
  }

  /// Restores the terminal, if needed. May be called from any thread at any time.
  package static func leave() {
    state.withLock { state in
      // A background job must not change the terminal.
      guard var before = state.before, !isInBackground else { return }
      state.before = nil
      _ = tcsetattr(STDIN_FILENO, TCSANOW, &before)
      write(state.ending)
    }
  }

  /// Whether another job has the terminal. False if the terminal does not report it.
  private static var isInBackground: Bool {
    let front = tcgetpgrp(STDIN_FILENO)
    return front > 0 && front != getpgrp()
  }

  /// Stops the process while it is in the background. The system does this only for threads that do not block the
  /// signal, but the threads of dispatch queues do.
  private static func waitForForeground() throws {
    for _ in 0..<100 {
      guard isInBackground else { return }
      kill(getpid(), SIGTTOU)
      // Another thread handles the signal, some time later.
      usleep(10_000)
    }
    throw CommandFailure(
      .partial, "another job has the terminal: 'fg' brings the review to the front")
  }

  /// Writes bytes while the terminal accepts each within 100 ms. A stopped terminal may never accept one.
  private static func write(_ bytes: [UInt8]) {
    for var byte in bytes {
      var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      guard poll(&ready, 1, 100) > 0, ready.revents & Int16(POLLOUT) != 0,
        Glibc.write(STDOUT_FILENO, &byte, 1) == 1
      else { return }
    }
  }
}
