import Glibc
import JSONText

/// What comes in by standard input, or by a file or pipe that was named, from front to back.
final class InputStream: ByteSource {
  private let descriptor: Int32
  /// What it is called in messages.
  let name: String

  /// Whether somebody types on standard input.
  static var isTyped: Bool { isatty(STDIN_FILENO) == 1 }

  /// Input that cannot be read.
  struct Failure: Error, CustomStringConvertible {
    let name: String
    let number: Int32
    var description: String { "\(name) cannot be read: \(String(cString: strerror(number)))" }
  }

  /// What a path is called in messages.
  static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// Standard input.
  init() {
    descriptor = STDIN_FILENO
    name = Self.name(of: "-")
  }

  /// What a path names; `-` is standard input.
  init(_ path: String) throws(Failure) {
    name = Self.name(of: path)
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw Failure(name: name, number: errno) }
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno == EAGAIN {
        // A terminal or pipe that somebody else made non-blocking.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw Failure(name: name, number: errno)
      }
    }
  }
}
