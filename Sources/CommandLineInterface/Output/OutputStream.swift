import Glibc
import Synchronization

/// Standard output or standard error.
///
/// Standard output is buffered and has to be flushed; a reader that has gone away, or a full disk, is
/// an error then.
final class OutputStream: Sendable {
  private let descriptor: Int32
  private let isBuffered: Bool
  private let buffer = Mutex<[UInt8]>([])

  private static let limit = 1 << 16

  /// Makes a stream over a descriptor that stays open.
  init(descriptor: Int32, isBuffered: Bool) {
    self.descriptor = descriptor
    self.isBuffered = isBuffered
  }

  /// Whether somebody looks at it.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The columns of the terminal; nil where it is none.
  var width: Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes text.
  func write(_ text: String) throws(OutputError) {
    try write(Array(text.utf8))
  }

  /// Writes bytes.
  func write(_ bytes: [UInt8]) throws(OutputError) {
    let due = buffer.withLock { buffer in
      buffer += bytes
      guard !isBuffered || buffer.count >= Self.limit else { return [UInt8]() }
      defer { buffer = [] }
      return buffer
    }
    try send(due)
  }

  /// Writes what is buffered.
  func flush() throws(OutputError) {
    let due = buffer.withLock { buffer in
      defer { buffer = [] }
      return buffer
    }
    try send(due)
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
