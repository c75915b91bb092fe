import Glibc
import Synchronization

/// The terminal of standard input handing over each key as it is typed, and its screen with it. It is put back
/// whatever becomes of the process, as far as that can be told.
enum RawMode {
  private struct State {
    /// How the terminal was before; nil where nothing is to be put back.
    var before: termios?
    /// What puts the screen back.
    var ending: [UInt8] = []
  }

  private static let state = Mutex(State())

  /// Has the terminal hand over keys; its signals and the ends of lines stay as they are. Done once more, it still
  /// puts back what was there first.
  static func enter(screen begin: String, end: String) throws(OutputError) {
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
    state.withLock { [now] in $0 = State(before: $0.before ?? now, ending: Array(end.utf8)) }
    try set(raw)
    write(Array(begin.utf8))
  }

  /// Puts all back; nothing where nothing is to be. May be called by anybody at any time.
  static func leave() {
    state.withLock { state in
      guard let before = state.before else { return }
      state.before = nil
      // Who is in the background has nothing to do with how the terminal is.
      guard tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
      write(state.ending)
      var terminal = before
      _ = tcsetattr(STDIN_FILENO, TCSANOW, &terminal)
    }
  }

  private static func set(_ mode: termios) throws(OutputError) {
    var mode = mode
    while tcsetattr(STDIN_FILENO, TCSANOW, &mode) != 0 {
      guard errno == EINTR else { throw OutputError(number: errno) }
    }
  }

  private static func write(_ bytes: [UInt8]) {
    if !bytes.isEmpty { _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count) }
  }
}
