import Encoding
import ItemRecords
import System

/// The journal of a store as far as one process has read it, and the resulting contents.
///
/// Reading takes no lock. A writer takes one, catches up, sets an unfinished write aside, and appends.
struct StoreJournal {
  static let name = "journal.jsonl"
  static let lockName = "lock"

  let folder: any StorageFolder
  let identity: StoreIdentity
  var contents: StoreContents
  /// The log of damage that was found.
  let damages = DamageLog()

  /// The open file; nil before the first commit.
  var opened: Opened?
  /// The last committed line that was read.
  var last = LinePlace.start()
  /// The number of tail index entries on disk, and the entries that are not there yet.
  var indexed = 0
  var unindexed: [TailEntry] = []
  /// Changes that were read but not reported, because a later read failed.
  private var untold = Progress()
  /// The number of bytes after the last commit at the last read.
  private(set) var tail = 0
  /// Whether those bytes are damaged, as opposed to an unfinished write.
  private(set) var isTailDamaged = false
  /// Whether lines at the end of the journal were ever found missing by this process.
  var hasLostEnd = false
  /// Whether the snapshot has damaged lines.
  private(set) var isSnapshotDamaged = false
  /// The damaged places of the file.
  var found: [JournalDamage] = []
  /// The offset up to which the file is known to survive a power cut.
  var durableEnd = 0
  /// The file whose name is known to survive a power cut.
  var durableName: FileIdentity?
  /// The write lock, while this process holds it.
  var lock: (any StorageLock)?
  /// Whether a sync of this process failed; it then writes nothing more.
  var hasFailed = false

  struct Opened {
    let file: any StorageFile
    let identity: FileIdentity
    /// The first line; nil if it is damaged and its content came from elsewhere.
    let header: LinePlace?
    /// The content of the first line.
    let origin: JournalHeader
    /// The place at which reading starts, with the number of the line before.
    let start: LinePlace
    /// The last lines, if the index proves that they were committed and the last one was damaged later.
    var indexed: IndexedEnd?
    /// The offset up to which the file is known to have been durable. Damage before it is never an unfinished write.
    ///
    /// It is the whole file if the first line is damaged or the file has shrunk.
    var acknowledgedEnd = Int.max
    /// Whether lines at the end that the index knows of are gone or damaged.
    var hasLostLines = false
    /// Whether the index has lines beyond the file's end and was not rewritten since.
    var isCutShort = false

    /// A reader that starts after a line, or at the start of the file.
    func reader(_ path: String, after place: LinePlace? = nil) -> JournalReader {
      JournalReader(
        file, path: path, after: place ?? start, indexed: indexed, acknowledgedEnd: acknowledgedEnd
      )
    }
  }

  /// The result of a read.
  struct Progress {
    /// The changes that were committed since.
    var changes: [StoreChange] = []
    /// Whether another file replaced the journal. Changes may then be missing, and purged data is gone.
    var isReplaced = false
  }

  init(folder: any StorageFolder, identity: StoreIdentity) {
    self.folder = folder
    self.identity = identity
    contents = StoreContents(snapshot: nil, journal: nil, damages: damages)
  }

  /// The number of the last committed line.
  var lastSequence: Int { last.sequence }
  /// The offset at which the last committed line ends.
  var end: Int { last.end }
  var path: String { "\(folder.path)/\(Self.name)" }

  // MARK: - Reading

  /// Reads and returns what was committed since the last call.
  ///
  /// If compaction replaced the journal, reading continues in the new file.
  mutating func catchUp() throws -> Progress {
    try lookAhead()
    return takeUntold()
  }

  /// Returns what was read and not yet reported.
  mutating func takeUntold() -> Progress {
    defer { untold = Progress() }
    return untold
  }

  /// Reads what was committed since; the next `catchUp` returns it.
  mutating func lookAhead() throws {
    try readOn()
    let now = try folder.identity(of: Self.name)
    if let now, now == opened?.identity { return }
    // Lines that were appended to the old file before it was replaced.
    try readOn()
    let before = last.sequence
    untold.isReplaced = untold.isReplaced || before > 0
    try open()
    // A new reader needs only the current contents, not past changes.
    for item in contents.tail.items where before > 0 && item.place.sequence > before {
      if let change = try damages.passing({ try contents.change(of: item) }) {
        untold.changes.append(change)
      }
    }
    try readOn(reportingAfter: before > 0 ? before : .max)
  }

  /// Opens the journal again if the file no longer has the last read line at its place. Another process may have set
  /// damaged bytes aside, or a backup may have been restored.
  mutating func checkPlace() throws {
    guard let opened, last.end > 0 else { return }
    if try PlacedLines(file: opened.file, path: path).holds(last) { return }
    let before = last.sequence
    untold.isReplaced = true
    try open()
    try readOn(reportingAfter: before)
  }

  /// Checks every line of the journal, so that all damage is known. If anything is damaged, reads the journal again
  /// without the index.
  mutating func lookThrough() throws {
    try lookAhead()
    guard let opened else { return }
    var reader = opened.reader(path)
    try reader.readCommitted { _ in }
    if reader.damages == found, reader.last == last, found.isEmpty { return }
    try readAnew(opened, knowing: contents.tail, (indexed, unindexed), upTo: last)
  }

  /// Reads all lines again, up to a position and beyond, and uses what an index had of them.
  mutating func readAnew(
    _ opened: Opened, knowing known: TailIndex, _ index: (indexed: Int, unindexed: [TailEntry]),
    upTo before: LinePlace
  ) throws {
    try start(opened)
    try readOn(reportingAfter: before.sequence)
    for item in known.items { try lose(item) }
    contents.tail.takeRuns(of: known)
    // The old index knows the contents of damaged lines; a rebuilt one would not.
    if last.end >= before.end {
      let later = unindexed.filter { $0.place.offset >= before.end }
      (indexed, unindexed) = (index.indexed, index.unindexed + later)
    }
  }

  /// Checks every line of the snapshot, so that damage is reported before the data is needed. Large files are left to
  /// `store verify`.
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

  /// The limit in bytes; reading that much takes about a tenth of a second.
  private static let largestRead = 128 << 20

  /// Continues reading the open file. Changes up to the number `reported` were already reported.
  private mutating func readOn(reportingAfter reported: Int = -1) throws {
    guard let opened else {
      tail = 0
      return
    }
    var reader = opened.reader(path, after: last)
    defer {
      last = reader.last
      found += reader.damages
      for damage in reader.damages {
        damages.note(
          "\(path): \(damage); the rest was read"
            + " ('actionitems store compact' sets the damaged part aside)")
      }
    }
    tail = try reader.readCommitted { line in
      take(understood(line), at: LinePlace(line), reportingAfter: reported)
    }
    for damage in reader.damages { try loseChanges(in: damage) }
    if tail == 0 { self.opened?.hasLostLines = false }
    isTailDamaged =
      reader.isTailDamaged || tail > 0 && (opened.hasLostLines || opened.isCutShort)
    if isTailDamaged {
      damages.note(
        "\(path): the last \(tail.counted("byte is", "bytes are")) damaged; the rest was read")
    }
  }

  mutating func take(_ line: StoreLine, at place: LinePlace, reportingAfter reported: Int = -1) {
    if case .change(let change) = line, place.sequence > reported {
      untold.changes.append(change)
      untold.changes[untold.changes.count - 1].sequence = place.sequence
    }
    let entry = TailEntry(line, at: place)
    contents.tail.add(entry)
    unindexed.append(entry)
  }

  /// The index entries of all lines after the first.
  func entries(of opened: Opened) throws -> [TailEntry] {
    var entries: [TailEntry] = []
    var reader = opened.reader(path, after: opened.header)
    try reader.readCommitted { entries.append(TailEntry(understood($0), at: LinePlace($0))) }
    return entries
  }

  /// The decoded line; `unknown` if it cannot be decoded or trusted.
  private func understood(_ line: JournalLine) -> StoreLine {
    do {
      let parsed = try StoreLine(line)
      // Items found with these messages may be missing, so the messages are read again.
      if case .marks(let marks) = parsed, marks.readLevel != nil, line.isFromDamagedCommit {
        return .unknown
      }
      return parsed
    } catch {
      damages.note("\(path): line \(line.sequence) is invalid: \(error)")
      return .unknown
    }
  }
}
