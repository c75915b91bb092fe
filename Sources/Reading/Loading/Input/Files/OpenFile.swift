import Encoding
import System

/// Bytes with random access: of an `OpenFile`, below, or of `ConcatenatedFiles`.
protocol PositionedBytes: AnyObject {
  /// Reads bytes at an offset and returns how many; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int
}

/// An open file, closed with its last reference.
final class OpenFile: PositionedBytes, Sendable {
  let descriptor: Descriptor
  let path: String
  /// The watched file, or nil if reading is not watched.
  let watched: WatchedFile?

  init(_ descriptor: Descriptor, path: String, watched: WatchedFile?) {
    (self.descriptor, self.path, self.watched) = (descriptor, path, watched)
  }

  /// Opens a regular file, or a pipe if `isPipe` is set.
  ///
  /// Checks the kind again after opening, because the path may have been replaced. Throws `LoadingError`.
  init(_ path: DiskPath, isPipe: Bool = false) throws(LoadingError) {
    let name = path.description
    // Without this option, opening a pipe could wait forever for a writer.
    let descriptor = try LoadingError.naming(name) { () throws(SystemError) in
      try Descriptor(path.bytes, .withoutWaiting)
    }
    let status = try LoadingError.naming(name) { () throws(SystemError) in try descriptor.status() }
    (self.path, self.descriptor, watched) = (name, descriptor, path.watched(status))
    guard status.kind == (isPipe ? .pipe : .file) else {
      throw .unreadable(path: name, reason: .notAFile)
    }
    try watched?.check()
  }

  func size() throws(LoadingError) -> Int {
    try LoadingError.naming(path) { () throws(SystemError) in try descriptor.status().size }
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
    try LoadingError.naming(path) { () throws(SystemError) in
      try descriptor.read(into: buffer, at: offset)
    }
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
