internal import Glibc

/// Writes the body of an answer into a file, for its owner alone.
final class DownloadWriter {
  private let path: String
  private let descriptor: Int32
  /// Bytes that were written.
  private(set) var count = 0

  /// Makes the file, or empties it.
  init(path: String) throws(HTTPError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .file(path: path, errno: errno) }
  }

  deinit { close(descriptor) }

  func write(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let written = Glibc.write(descriptor, piece.baseAddress, piece.count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw .file(path: path, errno: errno) }
      rest = rest.dropFirst(written)
    }
    count += bytes.count
  }
}
