import Glibc

/// A file that is read completely, such as settings or a key. It may be a pipe, as in `<(pass show key)`.
package enum SmallFile {
  package struct Failure: Error, CustomStringConvertible {
    package let path: String
    package let reason: String
    package let isMissing: Bool

    package var description: String { "\(path) cannot be read: \(reason)" }
  }

  /// Reads a file. Throws if it has more than `limit` bytes.
  package static func read(_ path: String, limit: Int = 1 << 20) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path) }
      if count == 0 { return bytes }
      bytes += piece[..<count]
      if bytes.count > limit {
        throw Failure(path: path, reason: "it has more than \(limit) bytes", isMissing: false)
      }
    }
  }

  /// Reads the file named by an option.
  package static func read(
    _ path: String, for option: String, limit: Int = 1 << 20
  ) throws(CommandFailure) -> [UInt8] {
    do throws(Failure) {
      return try read(path, limit: limit)
    } catch {
      throw CommandFailure(.usage, "--\(option): \(error)")
    }
  }

  private static func failure(_ path: String) -> Failure {
    let number = errno
    return Failure(
      path: path, reason: String(cString: strerror(number)), isMissing: number == ENOENT)
  }
}
