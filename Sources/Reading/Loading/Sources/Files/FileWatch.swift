import Glibc
import Encoding
import Synchronization

/// Follows which files are read, and says which are not to be read now.
package protocol FileWatch: AnyObject, Sendable {
  /// Is told of a file before it is read; throws `LoadingError` where it is not to be read now.
  func check(_ file: FileStamp) throws(LoadingError)

  /// The calling thread reads a file from now on.
  func note(_ file: FileStamp)

  /// The calling thread is done with its part of the input.
  func noteDone()
}

/// What tells a file from others, and from itself once it has changed.
package struct FileStamp: Hashable, Sendable {
  /// What the file is called in messages.
  package let path: String
  /// Its path from the root on, as far as that is known.
  package let location: String
  /// Made of its location, how long it is and when it was changed; of a pipe, of its location alone.
  package let number: UInt64
}

extension FileStamp {
  /// A file on disk, or a pipe.
  init(_ path: DiskPath, _ status: stat) {
    var digest = MessageDigest()
    let location = path.location
    digest.add(location)
    // What stands in a pipe changes all the time.
    if status.st_mode & S_IFMT == S_IFREG {
      digest.add(
        "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)")
    }
    self.init(path: path.description, location: location, number: digest.finish())
  }

  /// A file in an archive.
  fileprivate init(_ path: String, location: String, size: Int, in archive: FileStamp) {
    var digest = MessageDigest()
    digest.add(location)
    digest.add("\(size) \(archive.number)")
    self.init(path: path, location: location, number: digest.finish())
  }
}

extension DiskPath {
  /// What is there, if somebody follows the reading of it.
  func watched(_ status: stat) -> WatchedFile? {
    watch.map { WatchedFile(watch: $0, stamp: FileStamp(self, status)) }
  }
}

/// A file that somebody follows the reading of.
struct WatchedFile: Sendable {
  let watch: any FileWatch
  let stamp: FileStamp

  /// A file in the archive that this file is.
  func member(_ path: String, location: String, size: Int) -> WatchedFile {
    WatchedFile(
      watch: watch, stamp: FileStamp(path, location: location, size: size, in: stamp))
  }

  func check() throws(LoadingError) { try watch.check(stamp) }

  /// Notes that the calling thread reads the file.
  func note() { watch.note(stamp) }
}

/// The bytes of a file that somebody follows the reading of.
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

  /// The copy of a pipe, which `make` makes the first time.
  func copy(of path: String, _ make: () throws -> ExportFile) throws -> ExportFile {
    if let copy = copies.withLock({ $0[path] }) { return copy }
    let copy = try make()
    copies.withLock { $0[path] = copy }
    return copy
  }
}
