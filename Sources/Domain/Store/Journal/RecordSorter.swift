import System

/// Sorts any number of records by key with little memory, and writes them as an index file (`SortedFile`).
///
/// It is an external merge sort: records are collected up to a limit, sorted and written as a run, and the runs are
/// merged at the end. A million items have 80 MB of records.
package final class RecordSorter {
  /// The folder for runs; nil if everything is kept in memory.
  private let folder: (any StorageFolder)?
  private let layout: RecordLayout
  private let limit: Int
  private var buffer: [UInt8] = []
  private var runs: [String] = []
  private var count = 0

  /// Creates a sorter that keeps at most `memory` bytes of records in memory and the others in files in `folder`.
  /// Without a folder, it keeps all in memory.
  package init(_ folder: (any StorageFolder)?, _ layout: RecordLayout, memory: Int = 8 << 20) {
    self.folder = folder
    self.layout = layout
    limit = folder == nil ? .max : max(memory / layout.size, 16) * layout.size
  }

  package func add(_ record: some Collection<UInt8>) throws(StorageError) {
    precondition(record.count == layout.size, "a record of another layout")
    buffer.append(contentsOf: record)
    count += 1
    if buffer.count >= limit { try spill() }
  }

  private func spill() throws(StorageError) {
    guard let folder else { return }
    let name = "sort.\(layout.kind).\(runs.count)"
    try folder.open(name, .replacing).append(sorted())
    runs.append(name)
    buffer.removeAll(keepingCapacity: true)
  }

  /// The collected records in order.
  private func sorted() -> [UInt8] {
    let size = layout.size
    return buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [] }
      let order = (0..<bytes.count / size).sorted { a, b in
        let difference = (base + a * size).difference(
          from: base + b * size, count: layout.keySize)
        return difference < 0 || difference == 0 && a < b
      }
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      for index in order {
        result.append(contentsOf: UnsafeRawBufferPointer(start: base + index * size, count: size))
      }
      return result
    }
  }

  // MARK: - Writing

  /// Returns the index in memory.
  package func index() throws -> SortedFile {
    var pages: [[UInt8]] = []
    try write { pages.append($0) }
    return try SortedFile(path: layout.kind, layout) { [pages] number in pages[number] }
  }

  /// Writes the index to a file and syncs it.
  package func write(to file: any StorageFile) throws {
    var buffer = AppendBuffer(file)
    try write { page in try buffer.append { $0 += page } }
    try buffer.finish()
  }

  /// Passes the pages of an index file to `body` and removes the runs.
  private func write(_ body: ([UInt8]) throws -> Void) throws {
    try body(layout.header(count: count))
    var page: [UInt8] = []
    page.reserveCapacity(RecordPage.size)
    func endPage() throws {
      page += repeatElement(0, count: RecordPage.size - page.count)
      RecordPage.seal(&page)
      try body(page)
      page.removeAll(keepingCapacity: true)
    }
    try forEachInOrder { record in
      page.append(contentsOf: record)
      if page.count + layout.size > RecordPage.payload { try endPage() }
    }
    if !page.isEmpty { try endPage() }
  }

  /// Passes all records to `body` in key order and removes the runs. Callers can do this once.
  package func forEachInOrder(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
    var cursors: [RunCursor] = []
    for run in runs {
      if let file = try folder?.open(run, .reading) {
        cursors.append(try RunCursor(file, layout))
      }
    }
    cursors.append(try RunCursor(nil, layout, sorted()))
    buffer = []
    var rest = count
    // There are few runs, of eight megabytes each.
    while let least = cursors.indices.filter({ cursors[$0].record != nil }).min(by: { a, b in
      cursors[a].isBefore(cursors[b])
    }), let record = cursors[least].record {
      try body(record)
      try cursors[least].advance()
      rest -= 1
    }
    if rest != 0 { throw IndexError.incomplete(kind: layout.kind) }
    for run in runs { try folder?.remove(run) }
    runs = []
  }
}

/// Iterates over one sorted run: the bytes in memory, then the rest of the file.
private struct RunCursor {
  private let file: (any StorageFile)?
  private let layout: RecordLayout
  private var chunk: [UInt8]
  private var start = 0
  private var offset = 0

  init(_ file: (any StorageFile)?, _ layout: RecordLayout, _ chunk: [UInt8] = []) throws {
    (self.file, self.layout, self.chunk) = (file, layout, chunk)
    try fill()
  }

  /// The current record; nil at the end.
  var record: ArraySlice<UInt8>? {
    start + layout.size <= chunk.count ? chunk[start..<start + layout.size] : nil
  }

  mutating func advance() throws {
    start += layout.size
    try fill()
  }

  private mutating func fill() throws {
    guard let file, start + layout.size > chunk.count else { return }
    chunk = try file.read(max(1, (1 << 16) / layout.size) * layout.size, at: offset)
    offset += chunk.count
    start = 0
  }

  func isBefore(_ other: RunCursor) -> Bool {
    guard let record, let another = other.record else { return false }
    return record.prefix(layout.keySize).lexicographicallyPrecedes(another.prefix(layout.keySize))
  }
}
