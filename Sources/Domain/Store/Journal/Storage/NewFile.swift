/// Collects bytes to be appended to a file, so that many small pieces take few writes.
package struct AppendBuffer {
  private let file: any StorageFile
  private var pending: [UInt8] = []
  private var written = 0

  private static let room = 1 << 18

  /// Creates a buffer for an empty file.
  package init(_ file: any StorageFile) {
    self.file = file
  }

  /// Appends what `write` adds. Returns its range in the file.
  @discardableResult
  package mutating func append(
    _ write: (inout [UInt8]) -> Void
  ) throws(StorageError) -> Range<Int> {
    let start = written + pending.count
    write(&pending)
    let end = written + pending.count
    if pending.count >= Self.room { try flush() }
    return start..<end
  }

  package mutating func flush() throws(StorageError) {
    if pending.isEmpty { return }
    try file.append(pending)
    written += pending.count
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes and syncs everything.
  package mutating func finish() throws(StorageError) {
    try flush()
    try file.sync()
  }
}

/// A file that takes its name, or replaces another file, only when complete. An unfinished one is removed with this
/// object.
package final class NewFile {
  package let file: any StorageFile
  package var buffer: AppendBuffer
  private let folder: any StorageFolder
  private let name: String
  private var isPut = false

  /// The temporary name of a file that is not complete yet.
  package static func temporary(_ name: String) -> String { name + ".new" }

  package init(_ name: String, in folder: any StorageFolder) throws(StorageError) {
    self.name = name
    self.folder = folder
    file = try folder.open(Self.temporary(name), .replacing)
    buffer = AppendBuffer(file)
  }

  deinit {
    // A remaining file only takes space; the next writer overwrites it.
    if !isPut { try? folder.remove(Self.temporary(name)) }
  }

  /// Gives the file its name. It is on disk when the call returns.
  package func put() throws(StorageError) {
    try buffer.finish()
    try folder.rename(Self.temporary(name), to: name)
    isPut = true
    try folder.sync()
  }
}
