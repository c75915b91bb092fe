import Glibc

/// What the zone database asks of a file system.
public protocol ZoneFiles: Sendable {
  /// What a file holds, at most `limit` bytes of it; nil where there is no such file.
  func read(_ path: String, limit: Int) throws(TimeZoneError) -> [UInt8]?
  /// Where a symbolic link leads, as it is written; nil for anything else.
  func linkTarget(_ path: String) -> String?
}

/// The files of the machine.
public struct SystemZoneFiles: ZoneFiles {
  /// Has no state: any two are alike.
  public init() {}

  /// Nothing but a regular file is read.
  public func read(_ path: String, limit: Int) throws(TimeZoneError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadable(path: path, code: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: max(0, min(limit, Int(status.st_size))))
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        sysRead(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      }
      if got < 0 {
        if errno == EINTR { continue }
        throw .unreadable(path: path, code: errno)
      }
      if got == 0 { break }
      count += got
    }
    bytes.removeSubrange(count...)
    return bytes
  }

  /// Nil for a file that is no link, one that is missing, and a target of 4,096 bytes or more.
  public func linkTarget(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(decoding: buffer[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

private func sysRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
