import Journal

/// The tail index on disk, beside the journal: a cache that saves reading the journal through.
///
/// One record a line, behind a first record that names the journal's file. It is written after the journal
/// is durable and never synced: what is missing at its end is read from the journal, and one that does
/// not fit is written anew.
struct TailIndexFile {
  static let name = "journal.index"

  private let folder: any StorageFolder
  /// The checksum of the journal's first line.
  private let journal: UInt32

  init(_ folder: any StorageFolder, journal: UInt32) {
    self.folder = folder
    self.journal = journal
  }

  private var head: [UInt8] {
    var bytes: [UInt8] = Array("actionitems journal index 2\n".utf8)
    bytes.append(bigEndian: UInt64(journal))
    return bytes + Array(repeating: 0, count: TailEntry.size - bytes.count)
  }

  /// Hands out the entries that fit, each the line behind the one before, from the first line on.
  ///
  /// Reading stops, without an error, where a record does not fit: the journal is the truth. A commit comes
  /// whole or not at all, also where a copy cut the journal short within it. Returns the entry of the first
  /// line that the journal is too short for; nil where it has them all.
  @discardableResult
  func read(
    from first: LinePlace, upTo journalSize: Int, _ body: (TailEntry) -> Void
  ) throws -> TailEntry? {
    guard try folder.identity(of: Self.name) != nil else { return nil }
    let file = try folder.open(Self.name, .reading)
    guard try file.read(TailEntry.size, at: 0) == head else { return nil }
    var missing: TailEntry?
    var offset = TailEntry.size
    var last = first
    var commit: [TailEntry] = []
    let chunk = 1024 * TailEntry.size
    while true {
      let bytes = try file.read(chunk, at: offset)
      let isFitting = bytes.withUnsafeBytes { bytes in
        for start in stride(from: 0, through: bytes.count - TailEntry.size, by: TailEntry.size) {
          let record = UnsafeRawBufferPointer(rebasing: bytes[start..<start + TailEntry.size])
          guard let entry = TailEntry(record),
            entry.place.offset == last.end, entry.place.sequence == last.sequence + 1
          else { return false }
          guard entry.place.end <= journalSize else {
            missing = entry
            return false
          }
          last = entry.place
          commit.append(entry)
          if case .commit = entry.kind {
            commit.forEach(body)
            commit.removeAll(keepingCapacity: true)
          }
        }
        return true
      }
      guard isFitting, bytes.count == chunk else { return missing }
      offset += chunk
    }
  }

  /// The entry of a line, nil for the journal's first one, and the last entry; nil where there are no such entries.
  func entries(
    ofLine sequence: Int, behind first: LinePlace
  ) throws -> (line: TailEntry?, last: TailEntry)? {
    guard try folder.identity(of: Self.name) != nil else { return nil }
    let file = try folder.open(Self.name, .reading)
    let count = try file.size() / TailEntry.size - 1
    guard count > 0, sequence <= first.sequence + count,
      try file.read(TailEntry.size, at: 0) == head
    else { return nil }
    func entry(_ number: Int) throws -> TailEntry? {
      let bytes = try file.read(TailEntry.size, at: number * TailEntry.size)
      let entry = bytes.withUnsafeBytes { TailEntry($0) }
      return entry?.place.sequence == first.sequence + number ? entry : nil
    }
    guard let last = try entry(count) else { return nil }
    if sequence == first.sequence { return (nil, last) }
    guard let line = try entry(sequence - first.sequence) else { return nil }
    return (line, last)
  }

  /// Writes entries behind the first `indexed` ones; the caller holds the store's lock.
  ///
  /// Others may have written some of them already: every writer writes the same for the same lines. A file
  /// that is too short goes; it is made again by whoever reads the journal next.
  func append(_ entries: [TailEntry], behind indexed: Int) throws(StorageError) {
    var bytes: [UInt8] = []
    let file: any StorageFile
    if indexed == 0 {
      file = try folder.open(Self.name, .replacing)
      bytes = head
      for entry in entries { entry.append(to: &bytes) }
    } else {
      file = try folder.open(Self.name, .appending)
      // Behind the entries that were found to fit, others may stand that a backup brought along.
      let fitting = (indexed + 1) * TailEntry.size
      let present = try file.size()
      guard present >= fitting else { return try folder.remove(Self.name) }
      if present > fitting { try file.truncate(to: fitting) }
      for entry in entries { entry.append(to: &bytes) }
    }
    try file.append(bytes)
  }
}
