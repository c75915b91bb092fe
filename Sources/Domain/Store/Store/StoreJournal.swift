import ItemRecords

/// The journal of a store, as one process has read it so far, and what the store holds with it.
///
/// Reading takes no lock. Writing does: it catches up first, sets a torn tail aside, and appends.
struct StoreJournal {
  static let name = "journal.jsonl"
  static let lockName = "lock"

  let folder: any StorageFolder
  let identity: StoreIdentity
  var contents: StoreContents
  /// What was found amiss.
  let damages = DamageLog()

  /// The file that is being read; nil before the first commit.
  var opened: Opened?
  /// The last committed line that was read.
  var last = LinePlace.start()
  /// Entries of the tail index that are on disk, and those that are not yet.
  var indexed = 0
  var unindexed: [TailEntry] = []
  /// What was read and not yet told to anybody, because reading on failed.
  private var untold = Progress()
  /// The number of bytes behind the last commit, when the file was read last.
  private(set) var tail = 0
  /// Whether those bytes are damaged, rather than merely not written to their end.
  private(set) var isTailDamaged = false
  /// Whether lines at the end of the journal were found missing, now or before this process wrote.
  var hasLostEnd = false
  /// Whether lines of the snapshot are known not to be as they were written.
  private(set) var isSnapshotDamaged = false
  /// Places of the file that are not as they were written.
  var found: [JournalDamage] = []
  /// How much of the file is known to outlast a power cut.
  var durableEnd = 0
  /// The file whose name is known to outlast a power cut.
  var durableName: FileIdentity?
  /// The lock, while this process holds it.
  var lock: (any StorageLock)?
  /// Whether a sync of this process failed; it writes nothing more then.
  var hasFailed = false

  struct Opened {
    let file: any StorageFile
    let identity: FileIdentity
    /// The first line; nil where it is damaged, and what it said was found elsewhere.
    let header: LinePlace?
    /// What the first line said.
    let origin: JournalHeader
    /// Where lines begin to be read, with the number of the first line.
    let start: LinePlace
    /// The last lines, where the index knows that they were committed and the last one is damaged since.
    var indexed: IndexedEnd?
    /// How much is known to have been durable once: damage there is never a write that was not finished. All of it
    /// where the first line is damaged, or the file is shorter than it was.
    var acknowledgedEnd = Int.max
    /// Whether the index knew of lines at the end that are not there any more as they were written.
    var hasLostLines = false
    /// Whether the index knows of lines behind the file's end, and has not been written since.
    var isCutShort = false

    /// Reads the file behind a line, or from where its lines begin.
    func reader(_ path: String, behind place: LinePlace? = nil) -> JournalReader {
      JournalReader(
        file, path: path, behind: place ?? start, indexed: indexed, acknowledgedEnd: acknowledgedEnd
      )
    }
  }

  /// What reading on found.
  struct Progress {
    /// The changes that were committed since.
    var changes: [StoreChange] = []
    /// Whether another file has taken the journal's place: changes may be missing, and what was purged is
    /// gone.
    var isReplaced = false
  }

  init(folder: any StorageFolder, identity: StoreIdentity) {
    self.folder = folder
    self.identity = identity
    contents = StoreContents(snapshot: nil, journal: nil, damages: damages)
  }

  /// The number of the last committed line.
  var lastSequence: Int { last.sequence }
  /// Where the last committed line ends in the file.
  var end: Int { last.end }
  var path: String { "\(folder.path)/\(Self.name)" }

  // MARK: - Reading

  /// Reads what was committed since last time, and tells it.
  ///
  /// A journal that compaction has replaced meanwhile is read on in the new file.
  mutating func catchUp() throws -> Progress {
    try lookAhead()
    return takeUntold()
  }

  /// What was read and not yet told.
  mutating func takeUntold() -> Progress {
    defer { untold = Progress() }
    return untold
  }

  /// Reads what was committed since last time, for the next `catchUp` to tell.
  mutating func lookAhead() throws {
    try readOn()
    let now = try folder.identity(of: Self.name)
    if let now, now == opened?.identity { return }
    // What came into the old file before it was replaced.
    try readOn()
    let before = last.sequence
    untold.isReplaced = untold.isReplaced || before > 0
    try open()
    // Who has only just come asks for what is there, not for what was done.
    for item in contents.tail.items where before > 0 && item.place.sequence > before {
      if let change = try damages.passing({ try contents.change(of: item) }) {
        untold.changes.append(change)
      }
    }
    try readOn(tellingBehind: before > 0 ? before : .max)
  }

  /// Reads anew where the file does not have, at the place up to which it was read, the line that was read
  /// there: another process has set aside what was damaged, or a backup was copied over it.
  mutating func checkPlace() throws {
    guard let opened, last.end > 0 else { return }
    if try PlacedLines(file: opened.file, path: path).holds(last) { return }
    let before = last.sequence
    untold.isReplaced = true
    try open()
    try readOn(tellingBehind: before)
  }

  /// Looks at every line of the journal, so that whatever is damaged is known; where something is, all is
  /// read anew without the index.
  mutating func lookThrough() throws {
    try lookAhead()
    guard let opened else { return }
    var reader = opened.reader(path)
    try reader.readCommitted { _ in }
    if reader.damages == found, reader.last == last, found.isEmpty { return }
    try readAnew(opened, knowing: contents.tail, (indexed, unindexed), upTo: last)
  }

  /// Reads all lines anew up to a position and on, knowing what an index had of them.
  mutating func readAnew(
    _ opened: Opened, knowing known: TailIndex, _ index: (indexed: Int, unindexed: [TailEntry]),
    upTo before: LinePlace
  ) throws {
    try start(opened)
    try readOn(tellingBehind: before.sequence)
    for item in known.items { try lose(item) }
    contents.tail.takeRuns(of: known)
    // The index knows what a damaged line was of; made anew it would not.
    if last.end >= before.end {
      let later = unindexed.filter { $0.place.offset >= before.end }
      (indexed, unindexed) = (index.indexed, index.unindexed + later)
    }
  }

  /// Looks at every line of the snapshot, so that damage is told before somebody needs what is lost; one
  /// that takes more than a moment to read is left to `store verify`.
  mutating func lookThroughSnapshot() throws {
    guard let snapshot = contents.snapshot else { return }
    var isDamaged = false
    for lines in [snapshot.items, snapshot.marks] {
      if try lines.file.size() > Self.largestRead { continue }
      try lines.forEachLine { damage, range in
        damages.note(damage, range)
        isDamaged = true
      } _: { _, _ in
      }
    }
    isSnapshotDamaged = isDamaged
  }

  /// In bytes: about a tenth of a second.
  private static let largestRead = 128 << 20

  /// Reads on in the file that is open; changes up to a number have been told.
  private mutating func readOn(tellingBehind told: Int = -1) throws {
    guard let opened else {
      tail = 0
      return
    }
    var reader = opened.reader(path, behind: last)
    defer {
      last = reader.last
      found += reader.damages
      for damage in reader.damages {
        damages.note(
          "\(path): \(damage); the rest was read"
            + " ('actionitems store compact' sets what is damaged aside)")
      }
    }
    tail = try reader.readCommitted { line in
      take(understood(line), at: LinePlace(line), tellingBehind: told)
    }
    for damage in reader.damages { try loseChanges(in: damage) }
    if tail == 0 { self.opened?.hasLostLines = false }
    isTailDamaged =
      reader.isTailDamaged || tail > 0 && (opened.hasLostLines || opened.isCutShort)
    if isTailDamaged {
      damages.note("\(path): the last \(tail) bytes are damaged; what stands before was read")
    }
  }

  mutating func take(_ line: StoreLine, at place: LinePlace, tellingBehind told: Int = -1) {
    if case .change(let change) = line, place.sequence > told {
      untold.changes.append(change)
      untold.changes[untold.changes.count - 1].sequence = place.sequence
    }
    let entry = TailEntry(line, at: place)
    contents.tail.add(entry)
    unindexed.append(entry)
  }

  /// What a line says; nothing where it cannot be understood, or must not be believed.
  private func understood(_ line: JournalLine) -> StoreLine {
    do {
      let parsed = try line.said()
      // Items that were found with these messages may be missing: they are read again.
      if case .marks(let marks) = parsed, marks.grade != nil, line.isFromDamagedCommit {
        return .unknown
      }
      return parsed
    } catch {
      damages.note("\(path): line \(line.sequence) cannot be understood: \(error)")
      return .unknown
    }
  }
}
