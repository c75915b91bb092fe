import Glibc

/// Reads standard input, a file or a pipe in sequence.
package final class InputStream: Sendable {
  private let descriptor: Descriptor
  package let name: String

  package static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  package struct Failure: Error, CustomStringConvertible {
    let name: String
    let reason: SystemError

    package init(name: String, reason: SystemError) { (self.name, self.reason) = (name, reason) }

    package var description: String { "\(name) cannot be read: \(reason)" }
  }

  package static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// Opens a path. `-` is standard input.
  package init(_ path: String = "-") throws(Failure) {
    let name = Self.name(of: path)
    self.name = name
    descriptor = try Self.reading(name) { () throws(SystemError) in
      try path == "-" ? .standardInput : Descriptor(path)
    }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try Self.reading(name) { () throws(SystemError) in try descriptor.read(into: buffer) }
  }

  private static func reading<Result>(
    _ name: String, _ body: () throws(SystemError) -> Result
  ) throws(Failure) -> Result {
    do throws(SystemError) { return try body() } catch {
      throw Failure(name: name, reason: error)
    }
  }
}
