import ItemRecords
import System

/// Opening the journal with its snapshot and tail index, also if its first line or its end is damaged. Also opening it
/// at a `FeedCursor`, without reading earlier lines.
extension StoreJournal {
  /// Opens the current journal, and the snapshot that it continues from.
  mutating func open() throws {
    for attempt in 1... {
      guard let file = try folder.openIfThere(Self.name) else { return try close() }
      do {
        let new = try opening(file)
        try start(new)
        return try readIndex(of: new)
      } catch let error as StorageError where error.isMissing && attempt < 10 {
        // A compaction ran between opening the journal and its snapshot. The next attempt finds both.
        continue
      } catch let error as StorageError where error.isMissing {
        throw StoreError.damaged(path: error.path, problem: "it is missing")
      }
    }
  }

  /// Resets to an empty store, because there is no journal. Throws if other files show that there was one.
  private mutating func close() throws {
    let snapshots = try? folder.existingFolder(SnapshotLayout.folder).names()
    if try folder.identity(of: TailIndexFile.name) != nil || snapshots?.isEmpty == false {
      throw StoreError.noJournal
    }
    opened = nil
    contents = StoreContents(snapshot: nil, journal: nil, damages: damages)
    last = .start()
    (indexed, unindexed, found) = (0, [], [])
  }

  mutating func start(_ new: Opened) throws {
    let snapshot = try new.origin.snapshot.map { name in
      try Snapshot(name, in: folder, summary: new.origin.summary, damages)
    }
    opened = new
    contents = StoreContents(
      snapshot: snapshot, journal: PlacedLines(file: new.file, path: path), damages: damages)
    last = new.header ?? new.start
    (indexed, unindexed, found) = (0, [], [])
    durableEnd = 0
  }

  // MARK: - The first line

  func opening(_ file: any StorageFile) throws -> Opened {
    let identity = try file.identity()
    let lines = PlacedLines(file: file, path: path)
    guard let (header, place) = try JournalHeader.first(of: lines) else {
      return try recovered(file, identity)
    }
    if header.format > StoreIdentity.currentFormat {
      throw StoreError.newerFormat(
        path: folder.path, found: header.format, known: StoreIdentity.currentFormat)
    }
    if header.store != self.identity.origin {
      guard self.identity.isWhole else { throw StoreIdentity.damaged(in: folder) }
      throw StoreError.foreignJournal(path: path)
    }
    return Opened(
      file: file, identity: identity, header: place, origin: header,
      start: .start(after: place.sequence))
  }

  /// Opens a journal whose first line is damaged. It continues from the last snapshot before its first intact line.
  ///
  /// Throws if the file is not a journal of this store.
  private func recovered(
    _ file: any StorageFile, _ identity: FileIdentity
  ) throws -> Opened {
    var first: Int?
    var reader = JournalReader(file, path: path)
    try reader.readCommitted { line in first = first ?? line.sequence }
    let begin = try file.read(256, at: 0)
    guard first != nil || JournalHeader.isRecognisable(begin, store: self.identity.origin) else {
      throw JournalError.notAJournal(path: path)
    }
    let snapshots = try? folder.existingFolder(SnapshotLayout.folder)
    var origin = JournalHeader(store: self.identity.origin)
    for name in try snapshots?.names() ?? [] {
      // An unfinished snapshot has no summary.
      guard let inner = try snapshots?.existingFolder(name),
        let summary = try? SnapshotSummary(in: inner), summary.store == self.identity.origin,
        summary.sequence < first ?? .max, summary.sequence > origin.summary?.sequence ?? -1
      else { continue }
      (origin.snapshot, origin.summary) = (name, summary)
    }
    damages.note(
      "\(path): the first line is damaged; the rest was read, and the next change repairs it")
    return Opened(
      file: file, identity: identity, header: nil, origin: origin,
      start: .start(after: origin.summary?.sequence ?? 0))
  }

  // MARK: - The index

  /// Reads what the tail index has of the journal.
  private mutating func readIndex(of opened: Opened) throws {
    guard let header = opened.header else { return }
    let index = TailIndexFile(folder: folder, first: header)
    var last = header
    var tail = TailIndex()
    var count = 0
    let missing = try index.read(upTo: try opened.file.size()) { entry in
      tail.add(entry)
      last = entry.place
      count += 1
    }
    // The journal was durable up to the last line of the index. The index is never synced, so later lines may be
    // durable or an unfinished write. Without an index, only the first line is certain.
    if missing == nil { self.opened?.acknowledgedEnd = last.end }
    // A writer may have extended the journal and then the index since the size was read, which is not damage.
    if let missing, try opened.file.size() < missing.place.end,
      try folder.identity(of: Self.name) == opened.identity
    {
      self.opened?.isCutShort = true
      hasLostEnd = true
      damages.note(
        "\(path): its end is missing: it had change \(missing.place.sequence) and possibly later ones"
          + " (run 'actionitems store renew' if it was restored from a backup)")
    }
    guard count > 0 else { return }
    // An index restored from a backup may describe other lines.
    guard try lines(of: opened).holds(last) else {
      var proven = self.opened ?? opened
      proven.indexed = try indexedEnd(index, opened, count)
      var reader = proven.reader(path)
      try reader.readCommitted { _ in }
      guard reader.hasUsedIndex else {
        self.opened?.hasLostLines = true
        return
      }
      return try readAnew(proven, knowing: tail, (count, []), upTo: last)
    }
    contents.tail = tail
    indexed = count
    self.last = last
  }

  private func lines(of opened: Opened) -> PlacedLines {
    PlacedLines(file: opened.file, path: path)
  }

  /// The lines of the index after its last commit that is intact in the journal; nil if that is too far back.
  private func indexedEnd(
    _ index: TailIndexFile, _ opened: Opened, _ count: Int
  ) throws -> IndexedEnd? {
    var last: [TailEntry] = []
    var number = 0
    try index.read(upTo: try opened.file.size()) { entry in
      number += 1
      if number > count - Self.lookedBack { last.append(entry) }
    }
    let commit = try last.lastIndex { entry in
      guard case .commit = entry.kind else { return false }
      return try lines(of: opened).holds(entry.place)
    }
    guard commit != nil || number <= Self.lookedBack else { return nil }
    let open = last[(commit.map { $0 + 1 } ?? 0)...]
    return IndexedEnd(open.map(\.place))
  }

  /// The number of lines at the end that are checked.
  private static let lookedBack = 1 << 16

  /// Opens the current journal if its index immediately gives the line of a cursor. Earlier lines need not be read.
  ///
  /// Returns nil if the index lacks the line or has a different one, or if the end is damaged. A full read then shows
  /// the problem.
  mutating func open(after place: FeedCursor) throws -> (
    opened: Opened, line: LinePlace
  )? {
    guard let file = try folder.openIfThere(Self.name) else { return nil }
    var new = try opening(file)
    guard let header = new.header, place.sequence >= header.sequence,
      let (line, last) = try TailIndexFile(folder: folder, first: header).places(
        ofLine: place.sequence),
      try lines(of: new).holds(last)
    else { return nil }
    if line != header {
      guard place.checksum ?? line.checksum == line.checksum, try lines(of: new).holds(line) else {
        return nil
      }
    }
    new.acknowledgedEnd = last.end
    do {
      try start(new)
    } catch let error as StorageError where error.isMissing {
      // A compaction ran in between.
      return nil
    }
    return (new, line)
  }
}
