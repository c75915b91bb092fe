internal import Glibc

/// Hands out the bytes of a body that lies in a file.
final class UploadReader {
  private let body: FileBody
  private let descriptor: Int32
  private var position = 0

  /// Opens the file.
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
