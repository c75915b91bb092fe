import Dispatch
import Synchronization
import System

/// The terminal of a review: draws a `ReviewScreen`, returns the typed keys, and handles suspension and resizing.
final class ReviewTerminal: Sendable {
  /// An event of the terminal.
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
    output.isTerminal && InputStream.isTerminal
  }

  init(_ output: OutputStream, _ paint: Paint) {
    (self.output, self.paint) = (output, paint)
  }

  func open() throws {
    TerminalInput.begin()
    let escapes = output.takesEscapes
    drawn.withLock { $0 = nil }
    reader.withLock { $0 = KeyReader() }
    try RawMode.enter(
      screen: escapes ? "\u{1B}[?1049h\u{1B}[?2004h" : "",
      end: escapes ? "\u{1B}[0m\u{1B}[?25h\u{1B}[?2004l\u{1B}[?1049l" : "\n")
  }

  func close() {
    RawMode.leave()
    TerminalInput.end()
  }

  /// Suspends the process and returns when it continues.
  func stop() async throws {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try self.pause() }) }
    }
  }

  private func pause() throws {
    RawMode.leave()
    TerminalInput.suspend()
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
    TerminalInput.discard()
  }

  func next() async -> Event {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.wait()) }
      }
    } onCancel: {
      TerminalInput.wake()
    }
  }

  /// Milliseconds to wait for the rest of a multi-byte key.
  private static let patience: Int32 = 50

  private func wait() -> Event {
    while true {
      switch TerminalInput.next(within: reader.withLock(\.isWaiting) ? Self.patience : nil) {
      case .typed(let bytes):
        let keys = reader.withLock { $0.keys(bytes[...]) }
        if !keys.isEmpty { return .keys(keys) }
      case .silence: return .keys(reader.withLock { $0.finish() })
      case .resized: return .redraw
      case .suspended: return .stop
      case .continued: return .resume
      case .woken: return .cancelled
      case .gone: return .gone
      }
    }
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
