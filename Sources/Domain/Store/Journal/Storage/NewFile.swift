/// Gathers what is appended to a file, so that many small pieces are few writes.
package struct AppendBuffer {
  private let file: any StorageFile
  private var pending: [UInt8] = []
  private var written = 0

  private static let room = 1 << 18

  /// Writes to a file that holds nothing yet.
  package init(_ file: any StorageFile) {
    self.file = file
  }

  /// Appends what `write` adds; returns where in the file that stands.
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

  /// Makes all of it outlast a power cut.
  package mutating func finish() throws(StorageError) {
    try flush()
    try file.sync()
  }
}

/// A file that takes its name, or the place of another one, only when it is whole. What was not finished is
/// removed with this object.
package final class NewFile {
  package let file: any StorageFile
  package var buffer: AppendBuffer
  private let folder: any StorageFolder
  private let name: String
  private var isPut = false

  /// The name of a file that is not in its place yet.
  package static func temporary(_ name: String) -> String { name + ".new" }

  package init(_ name: String, in folder: any StorageFolder) throws(StorageError) {
    self.name = name
    self.folder = folder
    file = try folder.open(Self.temporary(name), .replacing)
    buffer = AppendBuffer(file)
  }

  deinit {
    // What cannot be removed takes room, and nobody needs it; who comes next writes over it.
    if !isPut { try? folder.remove(Self.temporary(name)) }
  }

  /// Puts the file into its place; on disk when the call returns.
  package func put() throws(StorageError) {
    try buffer.finish()
    try folder.rename(Self.temporary(name), to: name)
    isPut = true
    try folder.sync()
  }
}
