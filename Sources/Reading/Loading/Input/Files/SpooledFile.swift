import Encoding
import Glibc

/// Temporary copies of sources that can be read only once. They are unnamed and vanish when closed.
enum SpooledFile {
  /// The number of bytes that a copy leaves free on its file system.
  private static let leftFree = 128 << 20

  /// Copies a source to its end, after the `beginning` already read from it.
  ///
  /// Throws `LoadingError` if there are more than `limit` bytes.
  static func copy(
    _ source: any ByteSource, behind beginning: [UInt8] = [], path: String, limit: Int = .max,
    watched: WatchedFile?
  ) throws -> OpenFile {
    let file = try create(path: path, watched: watched)
    try beginning.withUnsafeBytes { try write($0, to: file) }
    _ = try append(source, to: file, after: beginning.count, limit: limit)
    return file
  }

  /// Appends a source to a copy and returns the number of bytes added.
  ///
  /// `beginning` bytes of the source are already in the copy and count towards `limit`.
  static func append(
    _ source: any ByteSource, to file: OpenFile, after beginning: Int = 0, limit: Int = .max
  ) throws -> Int {
    var total = 0
    var nextLook = 64 << 20
    var source = source
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    while case let count = try source.read(into: chunk), count > 0 {
      try write(UnsafeRawBufferPointer(rebasing: chunk[..<count]), to: file)
      total += count
      if total > limit - beginning {
        throw LoadingError.unreadable(path: file.path, reason: .pipeTooLong(limit: limit))
      }
      if total >= nextLook {
        nextLook += 64 << 20
        try leaveRoom(beside: file)
      }
    }
    return total
  }

  /// Truncates the copy; the next bytes are added there.
  static func cut(_ file: OpenFile, to size: Int) {
    _ = lseek(file.descriptor, size, SEEK_SET)
    _ = ftruncate(file.descriptor, size)
  }

  /// Throws before the copy fills its file system.
  private static func leaveRoom(beside file: OpenFile) throws(LoadingError) {
    var status = statvfs()
    guard fstatvfs(file.descriptor, &status) == 0 else { return }
    if Int(status.f_bavail) * Int(status.f_frsize) < leftFree {
      throw .unreadable(path: file.path, reason: .spoolFull(folder: folder))
    }
  }

  private static var folder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  static func create(
    path: String, watched: WatchedFile? = nil
  ) throws(LoadingError) -> OpenFile {
    var name = Array("\(folder)/actionitems-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    if descriptor < 0 { throw .unreadable(path: path, reason: .spool(folder: folder, errno)) }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return OpenFile(owning: descriptor, path: path, watched: watched)
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, to file: OpenFile
  ) throws(LoadingError) {
    var rest = bytes
    while rest.count > 0 {
      let count = retryingInterrupts { Glibc.write(file.descriptor, rest.baseAddress, rest.count) }
      if count < 0 {
        throw .unreadable(path: file.path, reason: .spool(folder: "the temporary folder", errno))
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}

/// A descriptor that is read sequentially, such as standard input.
struct DescriptorSource: ByteSource {
  let descriptor: Int32
  let path: String
  /// Called while no data arrives; throws to stop waiting.
  let waiting: () throws -> Void

  /// The interval between those calls, in milliseconds.
  private static let pause: Int32 = 100

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      try wait()
      let count = retryingInterrupts { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
      if count >= 0 { return count }
      // Another reader of the pipe took the bytes.
      if errno != EAGAIN { throw LoadingError.unreadable(path: path, reason: .system(errno)) }
    }
  }

  /// Waits until data arrives or the pipe is closed.
  private func wait() throws {
    var status = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while retryingInterrupts({ poll(&status, 1, Self.pause) }) == 0 { try waiting() }
  }
}
