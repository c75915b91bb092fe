import Encoding
import Synchronization
import System

/// Follows which files are read, and can refuse files that may crash the program. `RunWatch` implements it.
/// Below: stamps that identify files, watched files and sources, and copies of pipes that are read twice.
package protocol FileWatch: AnyObject, Sendable {
  /// Called before a file is read; throws `LoadingError` if it must not be read now.
  func check(_ file: FileStamp) throws(LoadingError)

  /// Called when the calling thread starts to read a file.
  func note(_ file: FileStamp)

  /// Called when the calling thread has finished its part of the input.
  func noteDone()
}

/// Identifies a file in its current state; it changes when the file does.
package struct FileStamp: Hashable, Sendable {
  /// The path for messages.
  package let path: String
  /// The absolute path, where known.
  package let location: String
  /// A hash of location, size and modification time; for a pipe, of the location only.
  package let number: UInt64
}

extension FileStamp {
  /// Stamps a file on disk or a pipe.
  init(_ path: DiskPath, _ status: FileStatus) {
    var digest = StableHash()
    let location = path.location
    digest.add(location)
    // The contents of a pipe change all the time.
    if status.kind == .file {
      digest.add(
        "\(status.size) \(status.modified.seconds) \(status.modified.nanoseconds)")
    }
    self.init(path: path.description, location: location, number: digest.finish())
  }

  /// Stamps a file in an archive.
  fileprivate init(_ path: String, location: String, size: Int, in archive: FileStamp) {
    var digest = StableHash()
    digest.add(location)
    digest.add("\(size) \(archive.number)")
    self.init(path: path, location: location, number: digest.finish())
  }
}

extension DiskPath {
  /// The watched file at this path, or nil if reading is not watched.
  func watched(_ status: FileStatus) -> WatchedFile? {
    watch.map { WatchedFile(watch: $0, stamp: FileStamp(self, status)) }
  }
}

/// A file whose reading is watched.
struct WatchedFile: Sendable {
  let watch: any FileWatch
  let stamp: FileStamp

  /// A member of the archive that this file is.
  func member(_ path: String, location: String, size: Int) -> WatchedFile {
    WatchedFile(
      watch: watch, stamp: FileStamp(path, location: location, size: size, in: stamp))
  }

  func check() throws(LoadingError) { try watch.check(stamp) }

  func note() { watch.note(stamp) }
}

/// A source that reports each read to the watch.
struct WatchedSource: ByteSource {
  var source: any ByteSource
  let file: WatchedFile

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    file.note()
    return try source.read(into: buffer)
  }
}

/// Copies of pipes, for inputs that are read twice.
package final class PipeCopies: Sendable {
  private let copies = Mutex<[String: ExportFile]>([:])

  package init() {}

  /// Returns the copy of a pipe; `make` creates it the first time.
  func copy(of path: String, _ make: () throws -> ExportFile) throws -> ExportFile {
    if let copy = copies.withLock({ $0[path] }) { return copy }
    let copy = try make()
    copies.withLock { $0[path] = copy }
    return copy
  }
}
