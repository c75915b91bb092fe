import ItemRecords

extension StoreJournal {
  /// Opens the journal that is there now, and the snapshot that it goes on from.
  mutating func open() throws {
    for attempt in 1... {
      guard let file = try folder.openIfThere(Self.name) else { return try close() }
      do {
        let new = try opening(file)
        try start(new)
        return try readIndex(of: new)
      } catch let error as StorageError where error.isMissing && attempt < 10 {
        // A compaction came between the journal and its snapshot; the next look finds both.
        continue
      } catch let error as StorageError where error.isMissing {
        throw StoreError.damaged(path: error.path, problem: "it is missing")
      }
    }
  }

  /// Where there is no journal: a store in which nothing has been written yet.
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
      start: .start(behind: place.sequence))
  }

  /// Opens a journal whose first line is damaged: the snapshot that it goes on from is the last one before
  /// its first line.
  ///
  /// Throws where this is no journal of this store at all.
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
      // A snapshot that was broken off has no summary.
      guard let inner = try snapshots?.existingFolder(name),
        let summary = try? SnapshotSummary(in: inner), summary.store == self.identity.origin,
        summary.sequence < first ?? .max, summary.sequence > origin.summary?.sequence ?? -1
      else { continue }
      (origin.snapshot, origin.summary) = (name, summary)
    }
    damages.note(
      "\(path): the first line is damaged; the rest was read, and the next change mends it")
    return Opened(
      file: file, identity: identity, header: nil, origin: origin,
      start: .start(behind: origin.summary?.sequence ?? 0))
  }

  // MARK: - The index

  /// Takes from the tail index what it has of the journal.
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
    // An index is never synced, and a journal's first write comes before it: where there is none, what was written
    // last may have been cut off as well. That the first line is there is sure.
    if missing == nil { self.opened?.acknowledgedEnd = last.end }
    // The index is written behind the journal; one that a writer was ahead with is not meant.
    if let missing, try opened.file.size() < missing.place.end,
      try folder.identity(of: Self.name) == opened.identity
    {
      self.opened?.isCutShort = true
      hasLostEnd = true
      damages.note(
        "\(path): its end is missing: it had change \(missing.place.sequence) and maybe more behind it"
          + " ('actionitems store renew' if it was put back from a backup)")
    }
    guard count > 0 else { return }
    // An index that a backup brought along may be of other lines.
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

  /// The last lines that the index has, from behind a commit that is there as it was written; nil where
  /// that is too far back.
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

  /// So many lines at the end are looked at.
  private static let lookedBack = 1 << 16

  /// Opens the journal that is there now where its index tells at once where the line of a position is, behind which
  /// reading goes on: what stands before need not be read.
  ///
  /// Nil where the index does not tell, where the line is another one, or where anything at the end is amiss: whoever
  /// reads all of it sees what that is.
  mutating func open(behind place: FeedPosition) throws -> (
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
      // A compaction came between.
      return nil
    }
    return (new, line)
  }
}
