import Glibc
import Synchronization

/// The terminal of standard input handing over each key as it is typed, and its screen with it. It is put back
/// whatever becomes of the process, as far as that can be told.
package enum RawMode {
  private struct State {
    /// How the terminal was before; nil where nothing is to be put back.
    var before: termios?
    /// What puts the screen back.
    var ending: [UInt8] = []
  }

  private static let state = Mutex(State())

  /// Has the terminal hand over keys; its signals and the ends of lines stay as they are. Done once more, it still
  /// puts back what was there first. Where another job has the terminal, the process stops until it is in front.
  package static func enter(screen begin: String, end: String) throws {
    try waitForForeground()
    try state.withLock { state in
      var now = termios()
      guard tcgetattr(STDIN_FILENO, &now) == 0 else { throw OutputError(number: errno) }
      var raw = now
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
      withUnsafeMutableBytes(of: &raw.c_cc) { keys in
        keys[Int(VMIN)] = 1
        keys[Int(VTIME)] = 0
        // A process that quits with a core puts nothing back.
        keys[Int(VQUIT)] = 0
      }
      state = State(before: state.before ?? now, ending: Array(end.utf8))
      while tcsetattr(STDIN_FILENO, TCSANOW, &raw) != 0 {
        guard errno == EINTR else { throw OutputError(number: errno) }
      }
      write(Array(begin.utf8))
    }
  }

  /// Puts all back; nothing where nothing is to be. May be called by anybody at any time.
  package static func leave() {
    state.withLock { state in
      // Who is in the background has nothing to do with how the terminal is.
      guard var before = state.before, !isInBackground else { return }
      state.before = nil
      _ = tcsetattr(STDIN_FILENO, TCSANOW, &before)
      write(state.ending)
    }
  }

  /// Whether another job has the terminal; a terminal that does not tell is nobody else's.
  private static var isInBackground: Bool {
    let front = tcgetpgrp(STDIN_FILENO)
    return front > 0 && front != getpgrp()
  }

  /// The system would stop who changes the terminal from the background, but not a thread that blocks signals, as
  /// those of queues do.
  private static func waitForForeground() throws {
    for _ in 0..<100 {
      guard isInBackground else { return }
      kill(getpid(), SIGTTOU)
      // Another thread takes it, in its own time.
      usleep(10_000)
    }
    throw CommandFailure(
      .partial, "another job has the terminal: 'fg' brings the review to the front")
  }

  /// Writes as much as the terminal takes soon: one that was stopped may take nothing for ever.
  private static func write(_ bytes: [UInt8]) {
    for var byte in bytes {
      var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      guard poll(&ready, 1, 100) > 0, ready.revents & Int16(POLLOUT) != 0,
        Glibc.write(STDOUT_FILENO, &byte, 1) == 1
      else { return }
    }
  }
}
