import Glibc

/// Sorts any number of records by their keys in little memory, for an index file.
///
/// Records are gathered up to a limit, sorted and written out as a run; the runs are merged in the end
/// (external merge sort): a million items have 80 MB of them.
package final class RecordSorter {
  /// Where runs go; nil where there are none, because everything is kept in memory.
  private let folder: (any StorageFolder)?
  private let layout: RecordLayout
  private let limit: Int
  private var buffer: [UInt8] = []
  private var runs: [String] = []
  private var count = 0

  /// Makes a sorter that keeps at most `memory` bytes of records, the others in files in `folder`; all of them where
  /// there is no folder.
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

  /// What is gathered, in order.
  private func sorted() -> [UInt8] {
    let size = layout.size
    return buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [] }
      let order = (0..<bytes.count / size).sorted { a, b in
        let difference = memcmp(base + a * size, base + b * size, layout.keySize)
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

  /// The index in memory.
  package func index() throws -> SortedFile {
    var pages: [[UInt8]] = []
    try write { pages.append($0) }
    return try SortedFile(path: layout.kind, layout) { [pages] number in pages[number] }
  }

  /// Writes the index to a file, and makes it durable.
  package func write(to file: any StorageFile) throws {
    var buffer = AppendBuffer(file)
    try write { page in try buffer.append { $0 += page } }
    try buffer.finish()
  }

  /// Hands out the pages of an index file, and removes the runs.
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

  /// Hands out all records in the order of their keys, once, and removes the runs.
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
    // Runs are few: eight megabytes each.
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

/// Goes through one sorted run: what is at hand of it, and what the file has behind that.
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

  /// The record; nil at the end.
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
