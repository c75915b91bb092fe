internal import Glibc

/// Hands out the bytes of a body that lies in a file.
final class UploadReader {
  private let body: FileBody
  private let descriptor: Int32
  private var position = 0

  init(_ body: FileBody) throws(HTTPError) {
    self.body = body
    descriptor = open(body.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(path: body.path, errno: errno) }
  }

  deinit { close(descriptor) }

  /// Fills as much of `buffer` as is at hand; nothing at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPError) -> Int {
    let count: Int
    if position < body.head.count {
      count = Self.copy(body.head, from: position, into: buffer)
    } else if position < body.head.count + body.length {
      count = try readFile(at: position - body.head.count, into: buffer)
    } else {
      count = Self.copy(body.tail, from: position - body.head.count - body.length, into: buffer)
    }
    position += count
    return count
  }

  private static func copy(
    _ bytes: [UInt8], from start: Int, into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    let count = min(buffer.count, bytes.count - start)
    buffer.copyBytes(from: bytes[start..<start + count])
    return count
  }

  private func readFile(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(HTTPError) -> Int {
    while true {
      let count = pread(
        descriptor, buffer.baseAddress, min(buffer.count, body.length - offset), off_t(offset))
      if count > 0 { return count }
      // It has become shorter since it was measured.
      if count == 0 { throw .file(path: body.path, errno: 0) }
      if errno != EINTR { throw .file(path: body.path, errno: errno) }
    }
  }
}

/// Writes the body of an answer into a file, for its owner alone.
final class DownloadWriter {
  private let path: String
  private let descriptor: Int32
  private(set) var count = 0

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
