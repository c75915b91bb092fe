import Glibc
import JSONText

/// Copies of what can be read only once, in files that have no name and are gone when closed.
enum SpooledFile {
  /// Copies a source to the end.
  static func copy(_ source: any ByteSource, path: String) throws -> OpenFile {
    let file = try create(path: path)
    _ = try append(source, to: file)
    return file
  }

  /// Adds a source to what was copied before and returns its length in bytes.
  static func append(_ source: any ByteSource, to file: OpenFile) throws -> Int {
    var total = 0
    var source = source
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    while case let count = try source.read(into: chunk), count > 0 {
      try write(UnsafeRawBufferPointer(rebasing: chunk[..<count]), to: file)
      total += count
    }
    return total
  }

  /// Makes an empty file.
  static func create(path: String) throws(LoadingError) -> OpenFile {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/actionitems-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    if descriptor >= 0 {
      unlink(name)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    if descriptor < 0 { throw .unreadable(path: path, reason: .spool(folder: folder, errno)) }
    return OpenFile(owning: descriptor, path: path)
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

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = retryingInterrupts {
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    }
    if count < 0 { throw LoadingError.unreadable(path: path, reason: .system(errno)) }
    return count
  }
}
