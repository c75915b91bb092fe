import Encoding
import Glibc

/// Bytes with random access.
protocol PositionedBytes: AnyObject {
  /// Reads bytes at an offset and returns how many; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int
}

/// An open file, closed with its last reference.
final class OpenFile: PositionedBytes, Sendable {
  let descriptor: Int32
  let path: String
  /// The watched file, or nil if reading is not watched.
  let watched: WatchedFile?

  init(owning descriptor: Int32, path: String, watched: WatchedFile? = nil) {
    (self.descriptor, self.path, self.watched) = (descriptor, path, watched)
  }

  /// Opens a regular file, or a pipe if `isPipe` is set.
  ///
  /// Checks the kind again after opening, because the path may have been replaced. Throws `LoadingError`.
  init(_ path: DiskPath, isPipe: Bool = false) throws(LoadingError) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer without end.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    let descriptor = path.withCString { path in retryingInterrupts { open(path, flags) } }
    var status = stat()
    let isKnown = descriptor >= 0 && fstat(descriptor, &status) == 0
    let number = errno
    self.path = path.description
    self.descriptor = descriptor
    watched = isKnown ? path.watched(status) : nil
    guard isKnown else { throw .unreadable(path: self.path, reason: .system(number)) }
    guard status.st_mode & S_IFMT == (isPipe ? S_IFIFO : S_IFREG) else {
      throw .unreadable(path: self.path, reason: .notAFile)
    }
    try watched?.check()
  }

  deinit { close(descriptor) }

  func size() throws(LoadingError) -> Int {
    var status = stat()
    if fstat(descriptor, &status) != 0 { throw .unreadable(path: path, reason: .system(errno)) }
    return Int(status.st_size)
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(LoadingError) -> Int {
    watched?.note()
    return try readUnnoted(into: buffer, at: offset)
  }

  /// Reads bytes without a note to the watch, for a file whose members are noted themselves.
  func readUnnoted(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(LoadingError) -> Int {
    let count = retryingInterrupts { pread(descriptor, buffer.baseAddress, buffer.count, offset) }
    if count < 0 { throw .unreadable(path: path, reason: .system(errno)) }
    return count
  }
}

/// Repeats a system call that a signal interrupted (signal(7)).
func retryingInterrupts<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// A range of random-access bytes as a sequential source.
struct OpenFileSource: ByteSource {
  let file: any PositionedBytes
  var offset = 0
  var end = Int.max

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(end - offset))
    guard room.count > 0 else { return 0 }
    let count = try file.read(into: room, at: offset)
    offset += count
    return count
  }
}
