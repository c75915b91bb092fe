import Glibc

/// The file system access of the zone database.
public protocol ZoneFiles: Sendable {
  /// Returns the contents of a file, at most `limit` bytes; nil if there is no such file.
  func read(_ path: String, limit: Int) throws(TimeZoneError) -> [UInt8]?
  /// Returns the target of a symbolic link, unresolved; nil for anything else.
  func linkTarget(_ path: String) -> String?
}

/// The files of the machine.
public struct SystemZoneFiles: ZoneFiles {
  /// Creates an instance. It has no state.
  public init() {}

  /// Reads a regular file. Any other file counts as missing.
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

  /// Returns the target of a link; nil for other files, missing ones, and targets of 4,096 bytes or more.
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
