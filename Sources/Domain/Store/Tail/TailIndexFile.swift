/// The tail index on disk, beside the journal: a cache that saves reading the journal through.
///
/// Without it each command would read up to 64 MB, or a sixth of a large store, before it began; and nobody would
/// know that lines at the journal's end are missing which were acknowledged. One record a line, behind a first record
/// that names the journal's file. It is written after the journal is durable and never synced: what is missing at
/// its end is read from the journal, and one that does not fit is written anew.
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

  /// The file; nil where there is none of this journal.
  private func open() throws -> (any StorageFile)? {
    guard let file = try folder.openIfThere(Self.name) else { return nil }
    return try file.read(TailEntry.size, at: 0) == head ? file : nil
  }

  /// Whether there is one of this journal.
  func isThere() throws -> Bool { try open() != nil }

  /// Hands out the entries that fit, each the line behind the one before, from the first line on.
  ///
  /// Reading stops, without an error, where a record does not fit: the journal is the truth. A commit comes
  /// whole or not at all, also where a copy cut the journal short within it. Returns the entry of the first
  /// line that the journal is too short for; nil where it has them all.
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

  /// The places of a line, and of the last one; nil where there are no such entries.
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

  /// Writes entries behind the first `indexed` ones; the caller holds the store's lock.
  ///
  /// Others may have written some of them already: every writer writes the same for the same lines. A file
  /// that is too short goes; it is made again by whoever reads the journal next.
  func append(_ entries: [TailEntry], behind indexed: Int) throws(StorageError) {
    var bytes = indexed == 0 ? head : []
    for entry in entries { entry.append(to: &bytes) }
    let file = try folder.open(Self.name, indexed == 0 ? .replacing : .appending)
    if indexed > 0 {
      // Behind the entries that were found to fit, others may stand that a backup brought along.
      let fitting = (indexed + 1) * TailEntry.size
      let present = try file.size()
      guard present >= fitting else { return try folder.remove(Self.name) }
      if present > fitting { try file.truncate(to: fitting) }
    }
    try file.append(bytes)
  }
}
