import Glibc
import Synchronization

/// Writes to standard output, standard error, a file, a pager or memory. `OutputError` (below) is a failed write.
///
/// Standard output is buffered and must be flushed. That reports a closed pipe or a full disk as an error.
package final class OutputStream: Sendable {
  private let descriptor: Descriptor
  /// The path for error messages; nil for a standard stream.
  private let path: String?
  private let isBuffered: Bool
  /// The limit of a stream that keeps its output in memory; nil for a descriptor.
  private let memoryLimit: Int?
  private let state = Mutex(State())

  private struct State {
    var buffer: [UInt8] = []
    var paging = Paging.off
    /// The first error. The output of that moment is lost, so later output fails with the same error.
    var failure: OutputError?
  }

  /// The state of paging.
  private enum Paging {
    case off
    /// The pager starts once the output exceeds the screen.
    case waiting(Pager)
    case running(Pager.Running)
  }

  private static let limit = 1 << 16

  private let columns: Int?
  private let isDumb: Bool

  /// Creates a stream for a descriptor.
  ///
  /// The environment's `TERM` decides whether the terminal supports escape sequences. `COLUMNS` overrides its width.
  package init(
    _ descriptor: Descriptor, isBuffered: Bool, path: String? = nil,
    environment: [String: String] = [:]
  ) {
    (self.descriptor, self.isBuffered, self.path) = (descriptor, isBuffered, path)
    memoryLimit = nil
    isTerminal = isatty(descriptor.number) == 1
    columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    isDumb = environment["TERM"] == "dumb"
  }

  /// Creates a stream that keeps its output in memory. Writing more than `limit` bytes fails.
  package init(inMemory limit: Int) {
    (descriptor, path, isBuffered, memoryLimit) = (Descriptor(borrowing: -1), nil, true, limit)
    (isTerminal, columns, isDumb) = (false, nil, true)
  }

  /// The output so far of a stream in memory.
  package var contents: [UInt8] { state.withLock { $0.buffer } }

  package let isTerminal: Bool

  /// Whether the stream is a terminal that supports escape sequences.
  package var takesEscapes: Bool { isTerminal && !isDumb }

  /// The width of the terminal in columns; nil if unknown, or not a terminal.
  package var width: Int? {
    guard isTerminal else { return nil }
    return columns ?? ownWidth
  }

  /// The width that the terminal reports now, regardless of `COLUMNS`.
  package var ownWidth: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

  /// The height of the terminal in rows; nil if unknown, or not a terminal.
  package var height: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

  private var size: winsize? {
    guard isTerminal else { return nil }
    var size = winsize()
    return ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// Sends further output to a pager if it exceeds the screen.
  package func beginPaging(_ pager: Pager) {
    guard takesEscapes, height != nil else { return }
    state.withLock { $0.paging = .waiting(pager) }
  }

  /// Whether a pager shows the output, or may do so later.
  var isPaged: Bool {
    state.withLock { state in if case .off = state.paging { false } else { true } }
  }

  /// Waits until the user has left the pager, if it runs. Call it after the last flush.
  package func endPaging() {
    let pager = state.withLock { state -> Pager.Running? in
      defer { state.paging = .off }
      if case .running(let pager) = state.paging { return pager } else { return nil }
    }
    pager?.end()
  }

  /// Starts the waiting pager if the output and the next shell prompt do not fit on the screen.
  private func startPager(_ state: inout State) {
    guard case .waiting(let pager) = state.paging,
      Self.rows(of: state.buffer, width: width ?? 80) >= height ?? .max
    else { return }
    state.paging = pager.start().map(Paging.running) ?? .off
  }

  /// Returns the number of rows of a text. Escape sequences are counted as visible; an exact count is not worth the
  /// effort.
  private static func rows(of text: [UInt8], width: Int) -> Int {
    text.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().reduce(0) {
      $0 + max(1, (String(decoding: $1, as: UTF8.self).count + width - 1) / width)
    }
  }

  package func write(_ text: String) throws(OutputError) { try write(Array(text.utf8)) }

  package func writeLines(_ lines: [String]) throws(OutputError) {
    for line in lines { try write(line + "\n") }
  }

  /// Writes bytes. Concurrent calls do not interleave.
  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try change { state throws(OutputError) in
      if let memoryLimit {
        guard state.buffer.count + bytes.count <= memoryLimit else {
          throw OutputError(.fileTooLarge)
        }
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

  /// Writes the buffer. Throws an earlier error again.
  package func flush() throws(OutputError) {
    try change { state throws(OutputError) in
      if memoryLimit != nil { return }
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
        if memoryLimit == nil { state.buffer = [] }
        throw error
      }
    }
  }

  private func send(_ state: State) throws(OutputError) {
    var receiver = descriptor
    if case .running(let pager) = state.paging { receiver = pager.input }
    do throws(SystemError) { try receiver.write(state.buffer) } catch {
      throw OutputError(error, path: path)
    }
  }
}

/// A failed write to an output stream, or a failed setting of its terminal.
package struct OutputError: Error, Hashable, CustomStringConvertible {
  package let reason: SystemError
  /// The file; nil for a standard stream.
  let path: String?

  package init(_ reason: SystemError, path: String? = nil) {
    (self.reason, self.path) = (reason, path)
  }

  /// Whether the reader has closed the pipe, like `head`. That is not a failure.
  package var isClosedPipe: Bool { reason == .closedPipe }

  package var description: String { "cannot write \(path ?? "the output"): \(reason)" }
}
