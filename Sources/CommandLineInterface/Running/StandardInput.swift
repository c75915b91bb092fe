import Glibc
import JSONText

/// What comes in by standard input.
struct StandardInput: ByteSource {
  /// Whether somebody types.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Standard input that cannot be read.
  struct Failure: Error, CustomStringConvertible {
    let number: Int32
    var description: String {
      "standard input cannot be read: \(String(cString: strerror(number)))"
    }
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw Failure(number: errno) }
    }
  }
}
