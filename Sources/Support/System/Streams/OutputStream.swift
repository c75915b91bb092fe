import Glibc
import Synchronization

/// Standard output or standard error, or what stands in their place.
/// Standard output is buffered and has to be flushed; a reader that has gone away, or a full disk, is
/// an error then.
package final class OutputStream: Sendable {
  private let descriptor: Int32
  private let isBuffered: Bool
  /// How much is kept instead of being sent anywhere; nil where it is sent.
  private let kept: Int?
  private let state = Mutex(State())

  private struct State {
    var buffer: [UInt8] = []
    var paging = Paging.off
    /// What went wrong first. What was to be written then is lost, so nothing after it counts.
    var failure: OutputError?
  }

  /// Whether a pager shows what is written.
  private enum Paging {
    case off
    /// It will, if there is more than the screen holds.
    case waiting(Pager)
    case running(Pager.Running)
  }

  private static let limit = 1 << 16

  private let columns: Int?
  private let isDumb: Bool

  /// Makes a stream over a descriptor that stays open.
  /// Of the environment, `TERM` says whether a terminal knows escape sequences, and `COLUMNS` goes before its
  /// own width.
  package init(descriptor: Int32, isBuffered: Bool, environment: [String: String] = [:]) {
    (self.descriptor, self.isBuffered) = (descriptor, isBuffered)
    kept = nil
    isTerminal = isatty(descriptor) == 1
    columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    isDumb = environment["TERM"] == "dumb"
  }

  /// Makes a stream that keeps what is written, and refuses more than so many bytes.
  package init(keeping limit: Int) {
    (descriptor, isBuffered, kept) = (-1, true, limit)
    (isTerminal, columns, isDumb) = (false, nil, true)
  }

  package func taken() -> [UInt8] { state.withLock { $0.buffer } }

  package let isTerminal: Bool

  /// Whether it is a terminal that knows escape sequences.
  package var takesEscapes: Bool { isTerminal && !isDumb }

  /// The columns of the terminal; nil where it is none, or does not tell.
  package var width: Int? {
    guard isTerminal else { return nil }
    return columns ?? ownWidth
  }

  /// The same as the terminal tells it now, whatever `COLUMNS` says.
  package var ownWidth: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

  /// The rows of the terminal; nil where it is none, or does not tell.
  package var height: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

  private var size: winsize? {
    guard isTerminal else { return nil }
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// Hands what comes to a pager if it is more than the terminal can show.
  package func beginPaging(_ pager: Pager) {
    guard takesEscapes, height != nil else { return }
    state.withLock { $0.paging = .waiting(pager) }
  }

  /// Whether a pager shows what is written, or may do so.
  var isPaged: Bool {
    state.withLock { state in if case .off = state.paging { false } else { true } }
  }

  /// Waits until the pager has been left, if there is one. To be called behind the last flush.
  package func endPaging() {
    let pager = state.withLock { state -> Pager.Running? in
      defer { state.paging = .off }
      if case .running(let pager) = state.paging { return pager } else { return nil }
    }
    pager?.end()
  }

  /// Starts the pager that waits, if there is more than fits on the screen with the shell's next line.
  private func startPager(_ state: inout State) {
    guard case .waiting(let pager) = state.paging,
      Self.rows(of: state.buffer, width: width ?? 80) >= height ?? .max
    else { return }
    state.paging = pager.start().map(Paging.running) ?? .off
  }

  /// The rows that a text takes. Escapes count as if they took room: it is not worth telling exactly.
  private static func rows(of text: [UInt8], width: Int) -> Int {
    text.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().reduce(0) {
      $0 + max(1, (String(decoding: $1, as: UTF8.self).count + width - 1) / width)
    }
  }

  package func write(_ text: String) throws(OutputError) { try write(Array(text.utf8)) }

  package func writeLines(_ lines: [String]) throws(OutputError) {
    for line in lines { try write(line + "\n") }
  }

  /// Writes bytes; those of two callers do not mix.
  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try change { state throws(OutputError) in
      if let kept {
        guard state.buffer.count + bytes.count <= kept else { throw OutputError(number: EFBIG) }
        state.buffer += bytes
        return
      }
      state.buffer += bytes
      startPager(&state)
      if case .waiting = state.paging { return }
      guard !isBuffered || state.buffer.count >= Self.limit else { return }
      try send(state)
      state.buffer.removeAll(keepingCapacity: true)
    }
  }

  /// Writes what is buffered; throws again what went wrong before.
  package func flush() throws(OutputError) {
    try change { state throws(OutputError) in
      if kept != nil { return }
      if case .waiting = state.paging { state.paging = .off }
      try send(state)
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
        if kept == nil { state.buffer = [] }
        throw error
      }
    }
  }

  private func send(_ state: State) throws(OutputError) {
    if case .running(let pager) = state.paging {
      try Self.send(state.buffer, to: pager.input)
    } else {
      try Self.send(state.buffer, to: descriptor)
    }
  }

  /// Writes all of some bytes to a descriptor.
  package static func send(_ bytes: [UInt8], to descriptor: Int32) throws(OutputError) {
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

package struct OutputError: Error, Hashable, CustomStringConvertible {
  let number: Int32

  package init(number: Int32) { self.number = number }

  /// Whether the reader has gone away, as `head` does: nobody wants more, and nothing is wrong.
  package var isClosedPipe: Bool { number == EPIPE }

  package var reason: String { String(cString: strerror(number)) }

  package var description: String { "cannot write the output: \(reason)" }
}
