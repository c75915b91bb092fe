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
