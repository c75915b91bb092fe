/// The tail index on disk, next to the journal: a cache that avoids reading the whole journal.
///
/// Without it, each command would first read up to 64 MB, or a sixth of a large store. Acknowledged lines missing at
/// the journal's end would also go unnoticed.
///
/// It has one record for each line, after a first record that identifies the journal file. It is written after the
/// journal is durable, and never synced. Missing entries are read from the journal, and an index that does not match is
/// rewritten.
struct TailIndexFile {
  static let name = "journal.index"

  let folder: any StorageFolder
  /// The journal's first line.
  let first: LinePlace

  private var head: [UInt8] {
    var bytes: [UInt8] = Array("actionitems journal index 2\n".utf8)
    bytes.append(bigEndian: UInt64(first.checksum))
    return bytes + Array(repeating: 0, count: TailEntry.size - bytes.count)
  }

  /// The file; nil if this journal has none.
  private func open() throws -> (any StorageFile)? {
    guard let file = try folder.openIfThere(Self.name) else { return nil }
    return try file.read(TailEntry.size, at: 0) == head ? file : nil
  }

  /// Whether this journal has an index.
  func isThere() throws -> Bool { try open() != nil }

  /// Passes the valid entries to `body`, in order from the first line on. Each line must directly follow the one
  /// before.
  ///
  /// Reading stops without an error at the first invalid record, because the journal is authoritative. A commit is
  /// passed completely or not at all, even if a copy truncated the journal within it. Returns the entry of the first
  /// line beyond the journal's end; nil if the journal has all lines.
  @discardableResult
  func read(upTo journalSize: Int, _ body: (TailEntry) -> Void) throws -> TailEntry? {
    guard let file = try open() else { return nil }
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

  /// The places of a line and of the last line; nil if the index does not have both.
  func places(ofLine sequence: Int) throws -> (line: LinePlace, last: LinePlace)? {
    guard let file = try open() else { return nil }
    let count = try file.size() / TailEntry.size - 1
    func place(_ number: Int) throws -> LinePlace? {
      if number == 0 { return first }
      let bytes = try file.read(TailEntry.size, at: number * TailEntry.size)
      let place = bytes.withUnsafeBytes { TailEntry($0)?.place }
      return place?.sequence == first.sequence + number ? place : nil
    }
    guard count > 0, sequence <= first.sequence + count,
      let last = try place(count), let line = try place(sequence - first.sequence)
    else { return nil }
    return (line, last)
  }

  /// Writes entries after the first `indexed` ones. The caller holds the store's lock.
  ///
  /// Other processes may have written some of them already; all write the same bytes for the same lines. Returns false
  /// if the file is too short. Then all entries must be written.
  func append(_ entries: [TailEntry], after indexed: Int) throws(StorageError) -> Bool {
    var bytes = indexed == 0 ? head : []
    for entry in entries { entry.append(to: &bytes) }
    let file = try folder.open(Self.name, indexed == 0 ? .replacing : .appending)
    if indexed > 0 {
      // Entries from a backup may follow those that were valid.
      let fitting = (indexed + 1) * TailEntry.size
      let present = try file.size()
      guard present >= fitting else { return false }
      if present > fitting { try file.truncate(to: fitting) }
    }
    try file.append(bytes)
    return true
  }
}
