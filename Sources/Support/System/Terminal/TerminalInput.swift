import Glibc

/// Waits for keys on standard input, and for events of its terminal: resizing, suspending, closing.
package enum TerminalInput {
  package enum Event {
    case typed([UInt8])
    /// Nothing happened within the time limit.
    case silence
    case resized
    /// The user suspends the process.
    case suspended
    /// The process was suspended from outside and continues.
    case continued
    /// `wake` was called.
    case woken
    /// The terminal was closed.
    case gone
  }

  private static let pipe = SignalPipe()

  /// Resized terminal, suspend and continue.
  private static let signals = [SIGWINCH, SIGTSTP, SIGCONT]

  /// Handles the terminal's signals as events.
  package static func begin() {
    _ = pipe
    for number in signals { signal(number) { TerminalInput.pipe.write($0) } }
  }

  /// Restores the default handling of the signals.
  package static func end() { for number in signals { signal(number, SIG_DFL) } }

  /// Suspends the process and returns when it continues.
  package static func suspend() {
    signal(SIGTSTP, SIG_DFL)
    // Not `raise`, because the threads of queues block signals.
    kill(getpid(), SIGTSTP)
    // Another thread receives the signal, with some delay. Without job control the process is not suspended.
    let end = ContinuousClock.now + .milliseconds(500)
    while ContinuousClock.now < end {
      var told = pollfd(fd: pipe.start, events: Int16(POLLIN), revents: 0)
      var number: UInt8 = 0
      guard poll(&told, 1, 100) > 0, read(pipe.start, &number, 1) == 1 else { continue }
      if Int32(number) == SIGCONT { break }
    }
  }

  /// Drops what was typed and not read yet.
  package static func discard() { tcflush(STDIN_FILENO, TCIFLUSH) }

  /// Lets `next` return `woken`. May be called from any thread.
  package static func wake() { pipe.write(0) }

  /// Waits for the next event, or for a number of milliseconds; nil for no limit.
  package static func next(within milliseconds: Int32?) -> Event {
    while true {
      var sources = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: pipe.start, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&sources, nfds_t(sources.count), milliseconds ?? -1)
      if count < 0, errno != EINTR { return .gone }
      if count == 0 { return .silence }
      if count > 0, sources[1].revents != 0 {
        var number: UInt8 = 0
        guard read(pipe.start, &number, 1) == 1 else { continue }
        switch Int32(number) {
        case 0: return .woken
        case SIGTSTP: return .suspended
        case SIGCONT: return .continued
        default: return .resized
        }
      }
      if count > 0, sources[0].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 256)
        let read = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if read < 0, errno == EINTR || errno == EAGAIN { continue }
        // The other end was closed.
        if read <= 0 { return .gone }
        return .typed(Array(bytes[..<read]))
      }
    }
  }
}
