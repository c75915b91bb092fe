import Glibc

/// Sorts any number of records by their keys in little memory.
///
/// Records are gathered up to a limit, sorted and written out as a run; the runs are merged in the end
/// (external merge sort).
public final class RecordSorter {
  /// Where runs go; nil where there are none, because everything is kept in memory.
  private let folder: (any StorageFolder)?
  private let layout: RecordLayout
  private let limit: Int
  private var buffer: [UInt8] = []
  private var runs: [(name: String, count: Int)] = []
  public private(set) var count = 0

  /// Makes a sorter that keeps at most `memory` bytes of records, the others in files in `folder`; all of them where
  /// there is no folder.
  public init(_ folder: (any StorageFolder)?, _ layout: RecordLayout, memory: Int = 8 << 20) {
    self.folder = folder
    self.layout = layout
    limit = folder == nil ? .max : max(memory / layout.size, 16) * layout.size
  }

  public func add(_ record: some Collection<UInt8>) throws(StorageError) {
    precondition(record.count == layout.size, "a record of another layout")
    buffer.append(contentsOf: record)
    count += 1
    if buffer.count >= limit { try spill() }
  }

  private func spill() throws(StorageError) {
    guard let folder else { return }
    let name = "sort.\(layout.kind).\(runs.count)"
    let file = try folder.open(name, .replacing)
    try file.append(Self.sorted(buffer, layout))
    runs.append((name, buffer.count / layout.size))
    buffer.removeAll(keepingCapacity: true)
  }

  private static func sorted(_ records: [UInt8], _ layout: RecordLayout) -> [UInt8] {
    let count = records.count / layout.size
    return records.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [] }
      let order = (0..<count).sorted { a, b in
        let difference = memcmp(base + a * layout.size, base + b * layout.size, layout.keySize)
        return difference < 0 || difference == 0 && a < b
      }
      var result: [UInt8] = []
      result.reserveCapacity(records.count)
      for index in order {
        let start = index * layout.size
        result.append(
          contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<start + layout.size]))
      }
      return result
    }
  }

  /// Hands out all records in the order of their keys, and removes the runs.
  public func sorted(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let last = Self.sorted(buffer, layout)
    var cursors: [RunCursor] = []
    for run in runs {
      guard let file = try folder?.open(run.name, .reading) else { continue }
      cursors.append(RunCursor(source: .file(file), layout.size))
    }
    cursors.append(RunCursor(source: .memory(last), layout.size))
    for index in cursors.indices { try cursors[index].advance() }
    // Runs are few: eight megabytes each.
    while let least = cursors.indices.filter({ !cursors[$0].isAtEnd }).min(by: { a, b in
      cursors[a].isBefore(cursors[b], keySize: layout.keySize)
    }) {
      try cursors[least].withRecord(body)
      try cursors[least].advance()
    }
    for run in runs { try folder?.remove(run.name) }
    runs = []
    buffer = []
  }
}

/// Goes through one sorted run.
private struct RunCursor {
  enum Source {
    case file(any StorageFile)
    case memory([UInt8])
  }

  private let source: Source
  private let size: Int
  private var offset = 0
  private var chunk: [UInt8] = []
  private var position = 0
  private(set) var isAtEnd = false

  init(source: Source, _ size: Int) {
    self.source = source
    self.size = size
  }

  mutating func advance() throws {
    position += chunk.isEmpty ? 0 : size
    guard position >= chunk.count else { return }
    let wanted = max(1, (1 << 16) / size) * size
    switch source {
    case .file(let file): chunk = try file.read(wanted, at: offset)
    case .memory(let bytes):
      chunk = Array(bytes[min(offset, bytes.count)..<min(offset + wanted, bytes.count)])
    }
    offset += chunk.count
    position = 0
    isAtEnd = chunk.count < size
  }

  func withRecord(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try chunk.withUnsafeBytes { bytes in
      try body(UnsafeRawBufferPointer(rebasing: bytes[position..<position + size]))
    }
  }

  func isBefore(_ other: RunCursor, keySize: Int) -> Bool {
    chunk[position..<position + keySize].lexicographicallyPrecedes(
      other.chunk[other.position..<other.position + keySize])
  }
}
