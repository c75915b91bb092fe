/// Writes an index file: records in the order of their keys, in pages that are checked when read.
public final class SortedFileWriter {
  private let file: any StorageFile
  private let layout: RecordLayout
  private var page: [UInt8] = []
  private var pending: [UInt8] = []
  private var count = 0
  private let expected: Int

  /// Pages that are written together.
  private static let batch = 64 * RecordPage.size

  /// Begins a file for exactly `count` records.
  public init(
    _ file: any StorageFile, _ layout: RecordLayout, count: Int
  ) throws(StorageError) {
    self.file = file
    self.layout = layout
    expected = count
    pending = layout.header(count: count)
  }

  /// Appends a record; its key is not below that of the one before.
  public func append(_ record: UnsafeRawBufferPointer) throws(StorageError) {
    precondition(record.count == layout.size, "a record of another layout")
    page.append(contentsOf: record)
    count += 1
    if page.count + layout.size > RecordPage.payload { try endPage() }
  }

  private func endPage() throws(StorageError) {
    page += Array(repeating: 0, count: RecordPage.size - page.count)
    RecordPage.seal(&page)
    pending += page
    page.removeAll(keepingCapacity: true)
    if pending.count >= Self.batch { try flush() }
  }

  private func flush() throws(StorageError) {
    try file.append(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Ends the file and makes it durable.
  public func finish() throws(StorageError) {
    precondition(count == expected, "the file was begun for another number of records")
    if !page.isEmpty { try endPage() }
    try flush()
    try file.sync()
  }
}
