import Glibc

/// A regular file as a source, read by `pread` and never mapped, so that a file that is cut short
/// meanwhile only ends early.
public final class FileSource: RandomAccessSource {
  /// The size when the file was opened; nothing is read beyond it.
  public let size: Int
  private let descriptor: Int32
  private let path: String

  /// Opens a file, which is closed when the source is let go of.
  ///
  /// Throws `ArchiveError.unreadable` where the system refuses or the path is no regular file.
  public init(path: String) throws(ArchiveError) {
    // A FIFO would otherwise keep `open` waiting for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(file: path, reason: FileSource.lastError()) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let reason = FileSource.lastError()
      close(descriptor)
      throw .unreadable(file: path, reason: reason)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .unreadable(file: path, reason: "not a regular file")
    }
    self.descriptor = descriptor
    self.path = path
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads bytes from an offset on.
  ///
  /// Throws `ArchiveError.unreadable` where the system reports a fault.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    guard let address = buffer.baseAddress, !buffer.isEmpty, offset >= 0, offset < size
    else { return 0 }
    while true {
      let count = pread(descriptor, address, buffer.count, offset)
      if count >= 0 { return count }
      guard errno == EINTR else {
        throw ArchiveError.unreadable(file: path, reason: FileSource.lastError())
      }
    }
  }

  private static func lastError() -> String { String(cString: strerror(errno)) }
}
