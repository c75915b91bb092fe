import Extraction
import FoundationEssentials
import Journal

/// The journal of a store, as one process has read it so far, and what the store holds with it.
///
/// Reading takes no lock. Writing does: it catches up first, sets a torn tail aside, and appends.
struct StoreJournal {
  static let name = "journal.jsonl"
  static let lockName = "lock"

  let folder: any StorageFolder
  let identity: StoreIdentity
  private(set) var contents: StoreContents
  /// What was found amiss.
  private let damages = DamageLog()

  /// The file that is being read; nil before the first commit.
  private var opened: Opened?
  private var position = JournalReader.Position.start
  /// Entries of the tail index that are on disk, and those that are not yet.
  private var indexed = 0
  private var unindexed: [TailEntry] = []

  private struct Opened {
    let file: any StorageFile
    let identity: FileIdentity
    let header: LinePlace
  }

  init(folder: any StorageFolder, identity: StoreIdentity) {
    self.folder = folder
    self.identity = identity
    contents = StoreContents(snapshot: nil, journal: nil, damages: damages)
  }

  /// The number of the last committed line.
  var lastSequence: Int { position.sequence }
  /// Where the last committed line ends in the file.
  var end: Int { position.offset }
  var path: String { "\(folder.path)/\(Self.name)" }

  // MARK: - Reading

  /// Reads what was committed since last time; returns the changes among it, and the number of bytes
  /// behind the last commit.
  ///
  /// A journal that compaction has replaced meanwhile is read on in the new file.
  @discardableResult
  mutating func catchUp() throws -> (changes: [StoreChange], tail: Int) {
    let before = position.sequence
    var (changes, tail) = try readOn()
    guard try folder.identity(of: Self.name) != opened?.identity else { return (changes, tail) }
    try open()
    (_, tail) = try readOn()
    if before > 0 || !changes.isEmpty {
      let seen = changes.last?.sequence ?? before
      for item in contents.tail.items where item.place.sequence > seen {
        changes.append(try contents.change(of: item))
      }
    } else {
      changes = []
    }
    return (changes, tail)
  }

  private mutating func readOn() throws -> (changes: [StoreChange], tail: Int) {
    guard let opened else { return ([], 0) }
    var reader = JournalReader(opened.file, path: path, at: position)
    var changes: [StoreChange] = []
    let tail = try reader.readCommitted { line in
      let place = LinePlace(line)
      var parsed = StoreLine.unknown
      do {
        parsed = try StoreLine(line.bytes, sequence: line.sequence)
      } catch {
        damages.note("\(path): line \(line.sequence) cannot be understood: \(error)")
      }
      if case .change(let change) = parsed { changes.append(change) }
      let entry = TailEntry(parsed, at: place)
      contents.tail.add(entry)
      unindexed.append(entry)
    }
    position = reader.position
    for damage in reader.damages { damages.note("\(path): \(damage); the rest was read") }
    return (changes, tail)
  }

  /// Opens the journal that is there now, and the snapshot that it goes on from.
  private mutating func open() throws {
    for attempt in 1... {
      guard let now = try folder.identity(of: Self.name) else { return forget() }
      let file = try folder.open(Self.name, .reading)
      let header = try readHeader(file)
      do {
        let snapshot = try header.0.snapshot.map { try Snapshot($0, in: folder) }
        start(file, now, header.1, snapshot)
        return try readIndex(file)
      } catch let error as StorageError where error.isMissing && attempt < 10 {
        // A compaction came between the journal and its snapshot; the next look finds both.
        continue
      }
    }
  }

  /// Opens the journal that is there now for somebody who reads it line by line; nil where there is
  /// none.
  mutating func openForFollowing() throws -> (file: any StorageFile, identity: FileIdentity)? {
    try open()
    return opened.map { ($0.file, $0.identity) }
  }

  private mutating func forget() {
    opened = nil
    contents = StoreContents(snapshot: nil, journal: nil, damages: damages)
    position = .start
    (indexed, unindexed) = (0, [])
  }

  private mutating func start(
    _ file: any StorageFile, _ identity: FileIdentity, _ header: LinePlace, _ snapshot: Snapshot?
  ) {
    opened = Opened(file: file, identity: identity, header: header)
    contents = StoreContents(
      snapshot: snapshot, journal: PlacedLines(file: file, path: path), damages: damages)
    position = JournalReader.Position(
      offset: header.end, sequence: header.sequence, checksum: header.checksum)
    (indexed, unindexed) = (0, [])
  }

  private func readHeader(_ file: any StorageFile) throws -> (JournalHeader, LinePlace) {
    let lines = PlacedLines(file: file, path: path)
    let found = try? lines.line(at: 0) { line -> (JournalHeader, LinePlace)? in
      guard case .header(let header) = try StoreLine(line.bytes, sequence: line.sequence) else {
        return nil
      }
      return (header, LinePlace(line))
    }
    // Whatever stands there instead, it is no journal of ours.
    guard let (header, place) = found ?? nil else { throw JournalError.notAJournal(path: path) }
    if header.format > StoreIdentity.currentFormat {
      throw StoreError.newerFormat(
        path: folder.path, found: header.format, known: StoreIdentity.currentFormat)
    }
    if header.store != identity.origin { throw StoreError.foreignJournal(path: path) }
    return (header, place)
  }

  /// Takes from the tail index what it has of the journal.
  private mutating func readIndex(_ file: any StorageFile) throws {
    guard let opened else { return }
    let index = TailIndexFile(folder, journal: opened.header.checksum)
    var last = opened.header
    var tail = TailIndex()
    var count = 0
    try index.read(from: opened.header, upTo: try file.size()) { entry in
      tail.add(entry)
      last = entry.place
      count += 1
    }
    contents.tail = tail
    indexed = count
    position = JournalReader.Position(
      offset: last.end, sequence: last.sequence, checksum: last.checksum)
  }

  /// Keeps a sentence about something amiss.
  func note(_ sentence: String) { damages.note(sentence) }

  /// The sentences about what was found amiss, each told once.
  func takeWarnings() -> [String] { damages.take() }

  // MARK: - Writing

  /// Runs `body` while no other process writes.
  mutating func locked<Result>(
    _ body: (inout StoreJournal) throws -> Result
  ) throws -> Result {
    guard let lock = try folder.lock(Self.lockName, wait: true) else {
      throw StorageError(.lock, path: "\(folder.path)/\(Self.lockName)", number: 0)
    }
    defer { withExtendedLifetime(lock) {} }
    return try body(&self)
  }

  /// Appends commits that `make` builds from what the store holds now, with no other writer between.
  ///
  /// `make` is given the changes that other processes have made since the journal was read last. Returned
  /// are what it says beside the commits, and the changes that they made.
  mutating func write<Result>(
    _ make: (StoreContents, [StoreChange]) throws -> (
      commits: [JournalWriter.Commit], result: Result
    )
  ) throws -> (result: Result, changes: [StoreChange]) {
    try locked { try $0.writeLocked(make) }
  }

  /// The same, for a caller that holds the lock.
  mutating func writeLocked<Result>(
    _ make: (StoreContents, [StoreChange]) throws -> (
      commits: [JournalWriter.Commit], result: Result
    )
  ) throws -> (result: Result, changes: [StoreChange]) {
    let (commits, result) = try make(contents, try prepare())
    if commits.isEmpty { return (result, []) }
    let file = try folder.open(Self.name, .appending)
    let writer = JournalWriter(file, path: path, at: position)
    _ = try writer.append(commits)
    // What was written is read back: one way through, for this process as for any other.
    let (own, _) = try catchUp()
    try saveIndex()
    return (result, own)
  }

  /// Makes the journal ready to be appended to; returns the changes that other processes have made.
  mutating func prepare() throws -> [StoreChange] {
    if try folder.identity(of: Self.name) == nil { try create() }
    let (changes, tail) = try catchUp()
    if tail > 0 { try setAside(tail) }
    return changes
  }

  private mutating func saveIndex() throws {
    guard let opened else { return }
    let index = TailIndexFile(folder, journal: opened.header.checksum)
    try index.append(unindexed, behind: indexed)
    indexed += unindexed.count
    unindexed = []
  }

  private mutating func create() throws {
    try replace(with: nil, sequence: 0, lines: [])
  }

  /// Puts a new journal in the place of the present one; it goes on from a snapshot.
  mutating func replace(with snapshot: String?, sequence: Int, lines: [UInt8]) throws {
    let temporary = Self.name + ".new"
    let file = try folder.open(temporary, .replacing)
    let header = JournalHeader(
      format: StoreIdentity.currentFormat, store: identity.origin, snapshot: snapshot,
      nonce: UUID().uuidString)
    var bytes: [UInt8] = []
    JournalLine.append(header.line, sequence: sequence, to: &bytes)
    try file.append(bytes + lines)
    try file.sync()
    try folder.rename(temporary, to: Self.name)
    try folder.sync()
  }

  /// The bytes of the committed lines from a place on.
  func lines(from offset: Int) throws -> [UInt8] {
    try opened?.file.read(position.offset - offset, at: offset) ?? []
  }

  /// Moves a torn tail to a file of its own: an interrupted write that nobody was told of.
  private mutating func setAside(_ tail: Int) throws {
    let file = try folder.open(Self.name, .appending)
    var number = 1
    let names = Set(try folder.names())
    while names.contains("journal.torn.\(number)") { number += 1 }
    let name = "journal.torn.\(number)"
    let copy = try folder.open(name, .replacing)
    try copy.append(try file.read(tail, at: position.offset))
    try copy.sync()
    try folder.sync()
    try file.truncate(to: position.offset)
    try file.sync()
    damages.note(
      "\(path): an unfinished write of \(tail) bytes was set aside as \(name); nothing stored is lost"
    )
  }
}
