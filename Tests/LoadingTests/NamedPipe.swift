import Dispatch
import Glibc
import TestSupport
import Testing

/// A named pipe that holds bytes and stays open until it is released.
final class NamedPipe {
  let path: String
  private let folder: TemporaryDirectory
  let reader: Int32
  private let writer: Int32
  // F_SETPIPE_SZ (fcntl(2)), which Swift does not import.
  private static let setSize: Int32 = 1031

  init(_ bytes: [UInt8]) throws {
    folder = try TemporaryDirectory()
    path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    writer = open(path, O_WRONLY | O_CLOEXEC)
    _ = fcntl(writer, Self.setSize, 1 << 20)
    try #require(write(writer, bytes, bytes.count) == bytes.count)
  }

  /// Ends the pipe, at once or after the longest acceptable wait.
  func end(after seconds: Int = 0) {
    let writer = writer
    guard seconds > 0 else {
      close(writer)
      return
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { close(writer) }
  }

  deinit { close(reader) }
}
