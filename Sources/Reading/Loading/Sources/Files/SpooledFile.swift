import Glibc
import Encoding

/// Copies of what can be read only once, in files that have no name and are gone when closed.
enum SpooledFile {
  /// How many bytes a copy leaves free in its folder.
  private static let leftFree = 128 << 20

  /// Copies a source of at most `limit` bytes to the end, behind a beginning that was read of it.
  static func copy(
    _ source: any ByteSource, behind beginning: [UInt8] = [], path: String, limit: Int = .max,
    watched: WatchedFile?
  ) throws -> OpenFile {
    let file = try create(path: path, watched: watched)
    try beginning.withUnsafeBytes { try write($0, to: file) }
    _ = try append(source, to: file, after: beginning.count, limit: limit)
    return file
  }

  /// Adds a source to what was copied before, `after` bytes of which are its beginning, and returns its
  /// length in bytes; it may have at most `limit`.
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

  /// Takes away what stands behind so many bytes; what is added next begins there.
  static func cut(_ file: OpenFile, to size: Int) {
    _ = lseek(file.descriptor, size, SEEK_SET)
    _ = ftruncate(file.descriptor, size)
  }

  /// Stops before others find no room in the folder of the copy.
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

/// A descriptor that is read from front to back, such as standard input.
struct DescriptorSource: ByteSource {
  let descriptor: Int32
  let path: String
  /// Is asked, while nothing comes, whether to wait on; it throws where not.
  let waiting: () throws -> Void

  /// Milliseconds until it is asked, and asked again.
  private static let pause: Int32 = 100

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      try wait()
      let count = retryingInterrupts { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
      if count >= 0 { return count }
      // Somebody else who reads the pipe was quicker.
      if errno != EAGAIN { throw LoadingError.unreadable(path: path, reason: .system(errno)) }
    }
  }

  /// Waits until something comes, or nothing can come any more.
  private func wait() throws {
    var status = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while retryingInterrupts({ poll(&status, 1, Self.pause) }) == 0 { try waiting() }
  }
}
