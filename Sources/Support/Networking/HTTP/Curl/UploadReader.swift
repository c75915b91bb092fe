import System

/// Reads a request's `FileBody` piece by piece. `HTTPError.naming`, below, adds the path to a system error, also for
/// `DownloadWriter`.
final class UploadReader {
  private let body: FileBody
  private let file: Descriptor
  private var position = 0

  init(_ body: FileBody) throws(HTTPError) {
    self.body = body
    file = try HTTPError.naming(body.path) { () throws(SystemError) in try Descriptor(body.path) }
  }

  /// Fills `buffer` and returns the number of bytes, which is zero only at the end.
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
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(body.length - offset))
    let count = try HTTPError.naming(body.path) { () throws(SystemError) in
      try file.read(into: room, at: offset)
    }
    // The file has become shorter since its length was read.
    if count == 0 { throw .file(path: body.path, errno: 0) }
    return count
  }
}

extension HTTPError {
  /// Makes a system call, and throws its error as `HTTPError.file`.
  static func naming<Result>(
    _ path: String, _ call: () throws(SystemError) -> Result
  ) throws(HTTPError) -> Result {
    do throws(SystemError) { return try call() } catch {
      throw .file(path: path, errno: error.number)
    }
  }
}
