import Encoding
package import Store

/// Reads and appends the file of `SentItems`, `sync/<name>.told`. `NumberRecord`, below, is the format of its records.
///
/// All records have the same length. They are appended, and the last record of an item counts. `compact` rewrites the
/// file if most records are outdated.
package struct SentLog: Sendable {
  private let folder: any StorageFolder
  private let name: String
  /// The generation of delivery. Records of another generation are ignored.
  private var generation: Int
  /// The number of valid bytes; nil if the file has to be started over.
  private var end: Int?
  /// Whether most records are outdated.
  private var isWasteful = false

  /// The size of a record in bytes: key, sequence number, time, walk with a flag, and a checksum of all these.
  static let recordBytes = 44
  /// The first bytes of the file, which name its format. The generation follows.
  private static let magic = Array("told 1\n\n".utf8)
  private static let headerBytes = 16
  private static let thereMark: UInt64 = 1 << 63

  package init(_ remote: String, generation: Int, in store: any StorageFolder) throws {
    folder = try store.folder(RemoteState.folder)
    name = remote + ".told"
    self.generation = generation
  }

  /// Reads the items sent in this generation. Throws `SyncError.state` if the file is damaged.
  package mutating func read(_ state: RemoteState) throws -> SentItems {
    end = nil
    guard state.filter?.isTracked == true, try folder.identity(of: name) != nil else {
      return SentItems()
    }
    let file = try folder.open(name, .reading)
    let bytes = try file.read(try file.size(), at: 0)
    guard bytes.starts(with: Self.magic), bytes.count >= Self.headerBytes,
      NumberRecord.number(bytes[8..<16]) == UInt64(generation)
    else { return SentItems() }
    var kept: [(ItemKey, SentItems.Entry)] = []
    kept.reserveCapacity(bytes.count / Self.recordBytes)
    var place = Self.headerBytes
    while place + Self.recordBytes <= bytes.count {
      guard let record = Self.record(bytes[place..<place + Self.recordBytes]) else {
        // The last append may be incomplete after a power failure. Its items were not sent yet.
        if bytes.count - place <= Self.longestAppend { break }
        throw SyncError.state(
          name: String(name.dropLast(5)), path: "\(folder.path)/\(name)",
          problem: "the record at byte \(place) is damaged")
      }
      kept.append(record)
      place += Self.recordBytes
    }
    end = place
    let sent = SentItems(kept, state)
    isWasteful = kept.count > 2 * sent.entries.count + 10_000
    return sent
  }

  /// Appends records, durably. If the generation is new, the file is started over.
  mutating func append(_ records: [UInt8], generation: Int) throws {
    if generation != self.generation { (self.generation, end) = (generation, nil) }
    let file = try folder.open(name, end == nil ? .replacing : .appending)
    if end == nil {
      try file.append(header)
      end = Self.headerBytes
    }
    if let end, try file.size() != end { try file.truncate(to: end) }
    try file.append(records)
    try file.sync()
    if end == Self.headerBytes { try folder.sync() }
    end = (end ?? 0) + records.count
  }

  /// Rewrites the file with the last record of each item if that is worthwhile. The caller must hold the remote's lock.
  mutating func compact(_ sent: SentItems) throws {
    guard isWasteful else { return }
    var bytes = header
    for (key, entry) in sent.entries { Self.append(key, entry, to: &bytes) }
    try folder.replace(name, with: bytes)
    (end, isWasteful) = (bytes.count, false)
  }

  private var header: [UInt8] {
    Self.magic + withUnsafeBytes(of: UInt64(generation).bigEndian) { Array($0) }
  }

  /// The largest append in bytes. The records of a window of changes have fewer.
  private static let longestAppend = 256 << 10

  // MARK: - Records

  static func append(_ key: ItemKey, _ entry: SentItems.Entry, to bytes: inout [UInt8]) {
    let mark = entry.isThere ? thereMark : 0
    NumberRecord.append(
      [
        key.high, key.low, UInt64(entry.sequence), UInt64(bitPattern: entry.leftAt),
        UInt64(entry.walk) | mark,
      ], to: &bytes)
  }

  private static func record(_ bytes: ArraySlice<UInt8>) -> (ItemKey, SentItems.Entry)? {
    guard let fields = NumberRecord.numbers(bytes) else { return nil }
    let entry = SentItems.Entry(
      isThere: fields[4] & thereMark != 0, sequence: Int(truncatingIfNeeded: fields[2]),
      leftAt: Int64(bitPattern: fields[3]), walk: Int(fields[4] & ~thereMark))
    return (ItemKey(high: fields[0], low: fields[1]), entry)
  }
}

/// A record of numbers in `SentLog` and `ExchangedFile`: 8 bytes for each number, then a CRC-32C; all big-endian.
enum NumberRecord {
  static func append(_ numbers: [UInt64], to bytes: inout [UInt8]) {
    let start = bytes.count
    for number in numbers { withUnsafeBytes(of: number.bigEndian) { bytes += $0 } }
    withUnsafeBytes(of: CRC32C.checksum(bytes[start...]).bigEndian) { bytes += $0 }
  }

  /// Returns the numbers of a record; nil if the checksum does not match.
  static func numbers(_ bytes: ArraySlice<UInt8>) -> [UInt64]? {
    let body = bytes.dropLast(4)
    guard number(bytes.suffix(4)) == UInt64(CRC32C.checksum(body)) else { return nil }
    return stride(from: body.startIndex, to: body.endIndex, by: 8).map { number(body[$0..<$0 + 8]) }
  }

  static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
