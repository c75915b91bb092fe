import Dispatch
import Glibc
import Synchronization
import System

/// A terminal that shows a review and returns the typed keys.
final class ReviewTerminal: Sendable {
  enum Event {
    case keys([ReviewKey])
    /// The screen must be redrawn.
    case redraw
    /// The user suspends the process.
    case stop
    /// The process was suspended from outside and continues. The shell may have changed the terminal.
    case resume
    case gone
    case cancelled
  }

  private let output: OutputStream
  private let paint: Paint
  private let reader = Mutex(KeyReader())
  /// The last screen, on a terminal without escape sequences.
  private let drawn = Mutex<ReviewScreen?>(nil)
  private let queue = DispatchQueue(label: "actionitems.keys")

  static func isThere(_ output: OutputStream) -> Bool {
    output.isTerminal && isatty(STDIN_FILENO) == 1
  }

  init(_ output: OutputStream, _ paint: Paint) {
    (self.output, self.paint) = (output, paint)
  }

  func open() throws {
    Self.watch()
    let escapes = output.takesEscapes
    drawn.withLock { $0 = nil }
    reader.withLock { $0 = KeyReader() }
    try RawMode.enter(
      screen: escapes ? "\u{1B}[?1049h\u{1B}[?2004h" : "",
      end: escapes ? "\u{1B}[0m\u{1B}[?25h\u{1B}[?2004l\u{1B}[?1049l" : "\n")
  }

  func close() {
    RawMode.leave()
    for number in Self.signals { signal(number, SIG_DFL) }
  }

  /// Suspends the process and returns when it continues.
  func stop() async throws {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try self.pause() }) }
    }
  }

  private func pause() throws {
    RawMode.leave()
    signal(SIGTSTP, SIG_DFL)
    // Not `raise`, because the threads of queues block signals.
    kill(getpid(), SIGTSTP)
    // Another thread receives the signal, with some delay. Without job control the process is not suspended.
    let end = ContinuousClock.now + .milliseconds(500)
    while ContinuousClock.now < end {
      var told = pollfd(fd: Self.pipe.start, events: Int16(POLLIN), revents: 0)
      var number: UInt8 = 0
      guard poll(&told, 1, 100) > 0, read(Self.pipe.start, &number, 1) == 1 else { continue }
      if Int32(number) == SIGCONT { break }
    }
    try open()
  }

  var size: (width: Int, height: Int) {
    (output.ownWidth ?? output.width ?? 80, output.height ?? 24)
  }

  func draw(_ screen: ReviewScreen) throws(OutputError) {
    var text = ""
    let lines = screen.lines.map { paint.line($0) }
    if output.takesEscapes {
      text += "\u{1B}[?25l\u{1B}[H" + lines.joined(separator: "\u{1B}[K\n")
      text += (screen.input.map { "\u{1B}[K\n\($0)" } ?? "") + "\u{1B}[J"
      if screen.input != nil { text += "\u{1B}[?25h" }
    } else {
      let before = drawn.withLock { drawn in
        defer { drawn = screen }
        return drawn
      }
      if let input = screen.input, let last = before?.input, before?.lines == screen.lines {
        // Overwrites the rest of a longer line.
        let rest = max(0, SafeText.columns(of: last) - SafeText.columns(of: input))
        text += "\r" + input + String(repeating: " ", count: rest)
      } else {
        text += "\n" + lines.joined(separator: "\n") + "\n" + (screen.input ?? "")
      }
    }
    try output.write(text)
    try output.flush()
  }

  /// Discards typed input that was not returned yet.
  func dropTyped() {
    reader.withLock { $0 = KeyReader() }
    tcflush(STDIN_FILENO, TCIFLUSH)
  }

  func next() async -> Event {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.wait()) }
      }
    } onCancel: {
      Self.pipe.tell(0)
    }
  }

  /// Milliseconds to wait for the rest of a multi-byte key.
  private static let patience: Int32 = 50

  private func wait() -> Event {
    while true {
      var sources = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: Self.pipe.start, events: Int16(POLLIN), revents: 0),
      ]
      let isWaiting = reader.withLock(\.isWaiting)
      let count = poll(&sources, nfds_t(sources.count), isWaiting ? Self.patience : -1)
      if count < 0, errno != EINTR { return .gone }
      if count == 0 { return .keys(reader.withLock { $0.finish() }) }
      if count > 0, sources[1].revents != 0 {
        var number: UInt8 = 0
        guard read(Self.pipe.start, &number, 1) == 1 else { continue }
        switch Int32(number) {
        case 0: return .cancelled
        case SIGTSTP: return .stop
        case SIGCONT: return .resume
        default: return .redraw
        }
      }
      if count > 0, sources[0].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 256)
        let read = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if read < 0, errno == EINTR || errno == EAGAIN { continue }
        // The other end was closed.
        if read <= 0 { return .gone }
        let keys = reader.withLock { $0.keys(bytes.prefix(read)) }
        if !keys.isEmpty { return .keys(keys) }
      }
    }
  }

  private static let pipe = SignalPipe()

  /// Resized terminal, suspend and continue.
  private static let signals = [SIGWINCH, SIGTSTP, SIGCONT]

  private static func watch() {
    _ = pipe
    for number in signals { signal(number) { ReviewTerminal.pipe.tell($0) } }
  }
}

extension Paint {
  fileprivate func line(_ line: ReviewScreen.Line) -> String {
    switch line.style {
    case .plain: line.text
    case .bold: head(line.text)
    case .faint: faint(line.text)
    }
  }
}
