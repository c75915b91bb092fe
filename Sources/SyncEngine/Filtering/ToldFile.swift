import ActionItemRepository
import Digests
public import Journal

/// What a destination was told of, in `sync/<name>.told`: records of one length, appended and never changed, of
/// which an item's last one counts.
public struct ToldFile: Sendable {
  private let folder: any StorageFolder
  private let name: String
  /// How often delivery to the destination began anew: what was told before does not count.
  private var generation: Int
  /// Bytes that are well; nil where the file is to be begun anew.
  private var end: Int?
  /// Whether most records count no more.
  private var isWasteful = false

  /// A record's bytes: key, number, time, walk and mark, and a checksum of all these.
  static let recordBytes = 44
  /// The first bytes, which say what the file is and of which generation.
  private static let magic = Array("told 1\n\n".utf8)
  private static let headerBytes = 16
  /// The mark of an item that is there.
  private static let thereMark: UInt64 = 1 << 63

  /// Finds the file of a destination in a store's folder.
  public init(_ destination: String, generation: Int, in store: any StorageFolder) throws {
    folder = try store.folder(DestinationState.folder)
    name = destination + ".told"
    self.generation = generation
  }

  /// Reads what was told, if delivery has not begun anew since; throws `SyncError.state` where it is damaged.
  public mutating func read(_ state: DestinationState) throws -> ToldItems {
    end = nil
    guard state.filter?.isTracked == true, try folder.identity(of: name) != nil else {
      return ToldItems()
    }
    let file = try folder.open(name, .reading)
    let bytes = try file.read(try file.size(), at: 0)
    guard bytes.starts(with: Self.magic), bytes.count >= Self.headerBytes,
      Self.number(bytes[8..<16]) == UInt64(generation)
    else { return ToldItems() }
    var kept: [(ItemKey, ToldItems.Entry)] = []
    kept.reserveCapacity(bytes.count / Self.recordBytes)
    var place = Self.headerBytes
    while place + Self.recordBytes <= bytes.count {
      guard let record = Self.record(bytes[place..<place + Self.recordBytes]) else {
        // What a power cut has left of the last ones was never told.
        if bytes.count - place <= Self.longestAppend { break }
        throw SyncError.state(
          name: String(name.dropLast(5)), path: "\(folder.path)/\(name)",
          problem: "the record at byte \(place) is not as it was written")
      }
      kept.append(record)
      place += Self.recordBytes
    }
    end = place
    let told = ToldItems(kept, state)
    isWasteful = kept.count > 2 * told.entries.count + 10_000
    return told
  }

  /// Appends records, durably; those of another generation stand alone.
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

  /// Leaves the last record of each item alone, where that pays; for whoever holds the destination's lock.
  mutating func compact(_ told: ToldItems) throws {
    guard isWasteful else { return }
    var bytes = header
    for (key, entry) in told.entries { Self.append(key, entry, to: &bytes) }
    let file = try folder.open(name + ".new", .replacing)
    try file.append(bytes)
    try file.sync()
    try folder.rename(name + ".new", to: name)
    try folder.sync()
    (end, isWasteful) = (bytes.count, false)
  }

  private var header: [UInt8] { Self.magic + Self.bytes(UInt64(generation)) }

  /// Bytes that are appended together: a window of changes has fewer records.
  private static let longestAppend = 256 << 10

  // MARK: - Records

  static func append(_ key: ItemKey, _ entry: ToldItems.Entry, to bytes: inout [UInt8]) {
    let start = bytes.count
    let mark = entry.isThere ? thereMark : 0
    for number in [
      key.high, key.low, UInt64(entry.sequence), UInt64(bitPattern: entry.leftAt),
      UInt64(entry.walk) | mark,
    ] {
      bytes += Self.bytes(number)
    }
    withUnsafeBytes(of: CRC32C.checksum(bytes[start...]).bigEndian) { bytes += $0 }
  }

  private static func record(_ bytes: ArraySlice<UInt8>) -> (ItemKey, ToldItems.Entry)? {
    let sum = UInt64(CRC32C.checksum(bytes.dropLast(4)))
    guard number(bytes.suffix(4)) == sum else { return nil }
    func field(_ place: Int) -> UInt64 { number(bytes.dropFirst(8 * place).prefix(8)) }
    let entry = ToldItems.Entry(
      isThere: field(4) & thereMark != 0, sequence: Int(truncatingIfNeeded: field(2)),
      leftAt: Int64(bitPattern: field(3)), walk: Int(field(4) & ~thereMark))
    return (ItemKey(high: field(0), low: field(1)), entry)
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
