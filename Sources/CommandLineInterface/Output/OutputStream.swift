import Glibc
import Synchronization

/// Standard output or standard error.
///
/// Standard output is buffered and has to be flushed; a reader that has gone away, or a full disk, is
/// an error then.
final class OutputStream: Sendable {
  private let descriptor: Int32
  private let isBuffered: Bool
  private let state = Mutex(State())

  private struct State {
    var buffer: [UInt8] = []
    /// What went wrong first. What was to be written then is lost, so nothing after it counts.
    var failure: OutputError?
  }

  private static let limit = 1 << 16

  /// What the environment says of terminals.
  private let columns: Int?
  private let isDumb: Bool

  /// Makes a stream over a descriptor that stays open.
  ///
  /// Of the environment, `TERM` says whether a terminal knows escape sequences, and `COLUMNS` goes before its
  /// own width.
  init(descriptor: Int32, isBuffered: Bool, environment: [String: String] = [:]) {
    self.descriptor = descriptor
    self.isBuffered = isBuffered
    isTerminal = isatty(descriptor) == 1
    columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    isDumb = environment["TERM"] == "dumb"
  }

  /// Whether somebody looks at it.
  let isTerminal: Bool

  /// Whether it is a terminal that knows escape sequences.
  var takesEscapes: Bool { isTerminal && !isDumb }

  /// The columns of the terminal; nil where it is none, or does not tell.
  var width: Int? {
    guard isTerminal else { return nil }
    return columns ?? size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
  }

  /// The rows of the terminal; nil where it is none, or does not tell.
  var height: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

  private var size: winsize? {
    guard isTerminal else { return nil }
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// Writes text.
  func write(_ text: String) throws(OutputError) {
    try write(Array(text.utf8))
  }

  /// Writes lines.
  func writeLines(_ lines: [String]) throws(OutputError) {
    for line in lines { try write(line + "\n") }
  }

  /// Writes bytes; those of two callers do not mix.
  func write(_ bytes: [UInt8]) throws(OutputError) {
    try change { state throws(OutputError) in
      state.buffer += bytes
      guard !isBuffered || state.buffer.count >= Self.limit else { return }
      try send(state.buffer)
      state.buffer.removeAll(keepingCapacity: true)
    }
  }

  /// Writes what is buffered; throws again what went wrong before.
  func flush() throws(OutputError) {
    try change { state throws(OutputError) in
      try send(state.buffer)
      state.buffer.removeAll(keepingCapacity: true)
    }
  }

  private func change(_ body: (inout State) throws(OutputError) -> Void) throws(OutputError) {
    try state.withLock { state throws(OutputError) in
      if let failure = state.failure { throw failure }
      do throws(OutputError) {
        try body(&state)
      } catch {
        state.failure = error
        state.buffer = []
        throw error
      }
    }
  }

  private func send(_ bytes: [UInt8]) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // A terminal or pipe that somebody else made non-blocking.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw OutputError(number: errno)
      }
    }
  }
}

/// Output that could not be written.
struct OutputError: Error, Hashable, CustomStringConvertible {
  let number: Int32

  /// Whether the reader has gone away, as `head` does: nobody wants more, and nothing is wrong.
  var isClosedPipe: Bool { number == EPIPE }

  var description: String { "cannot write the output: \(String(cString: strerror(number)))" }
}
