import Encoding
import System

/// Makes unnamed temporary copies of pipes and packed files, for random access. Below: a pipe as a source.
enum SpooledFile {
  /// The number of bytes that a copy leaves free on its file system.
  private static let leftFree = 128 << 20

  /// Copies a source to its end, after the `beginning` already read from it.
  ///
  /// Throws `LoadingError` if there are more than `limit` bytes.
  static func copy(
    _ source: any ByteSource, after beginning: [UInt8] = [], path: String, limit: Int = .max,
    watched: WatchedFile?
  ) throws -> OpenFile {
    let file = try create(path: path, watched: watched)
    try spooling(file.path) { () throws(SystemError) in try file.descriptor.write(beginning) }
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
      try spooling(file.path) { () throws(SystemError) in
        try file.descriptor.write(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      }
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
  static func cut(_ file: OpenFile, to size: Int) { try? file.descriptor.truncate(to: size) }

  /// Throws before the copy fills its file system.
  private static func leaveRoom(beside file: OpenFile) throws(LoadingError) {
    let folder = Environment.temporaryFolder
    if let free = try? FileSystem.freeBytes(at: folder), free < leftFree {
      throw .unreadable(path: file.path, reason: .spoolFull(folder: folder))
    }
  }

  static func create(
    path: String, watched: WatchedFile? = nil
  ) throws(LoadingError) -> OpenFile {
    let descriptor = try spooling(path) { () throws(SystemError) in
      try Descriptor(unnamedIn: Environment.temporaryFolder)
    }
    return OpenFile(descriptor, path: path, watched: watched)
  }

  private static func spooling<Result>(
    _ path: String, _ call: () throws(SystemError) -> Result
  ) throws(LoadingError) -> Result {
    do throws(SystemError) { return try call() } catch {
      throw .unreadable(
        path: path, reason: .spool(folder: Environment.temporaryFolder, error))
    }
  }
}

/// A descriptor that is read sequentially, such as standard input.
struct DescriptorSource: ByteSource {
  let descriptor: Descriptor
  let path: String
  /// Called while no data arrives; throws to stop waiting.
  let waiting: () throws -> Void

  /// The interval between calls of `waiting`, in milliseconds.
  private static let pause: Int32 = 100

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      while !descriptor.hasInput(within: Self.pause) { try waiting() }
      let count = try LoadingError.naming(path) { () throws(SystemError) in
        try descriptor.readNow(into: buffer)
      }
      if let count { return count }
      // Another reader of the pipe took the bytes.
    }
  }
}
