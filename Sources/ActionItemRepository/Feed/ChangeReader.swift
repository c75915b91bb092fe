import Extraction
public import Journal

/// Reads the change feed of a store, from a number on, without taking a lock.
///
/// Every change comes once, in order, as long as the reader goes on or comes back before compaction
/// has let go of where it was. Otherwise, and where the store has gone back behind that place because a
/// backup was restored, the feed begins again: with one `reset`, and with every item, removed ones too. So it
/// does where lines are lost because they are damaged.
public struct ChangeReader {
  private let folder: any StorageFolder
  private var identity: StoreIdentity
  private var open: OpenJournal?
  /// Whether anything was told, here or before.
  private var hasTold: Bool
  /// What was found amiss and not yet told.
  private var warnings: [String] = []
  /// What was told of the journal's end; it is looked at again and again.
  private var damagedEnd: String?
  /// The number of the last line that was read.
  public private(set) var sequence: Int
  /// The checksum of the last line that was read; nil where it is not known.
  public private(set) var checksum: UInt32?

  private struct OpenJournal {
    var reader: JournalReader
    let path: String
    let identity: FileIdentity
    /// Whether the index knows of lines at the end that are not there as they were written.
    var hasLostLines: Bool
  }

  /// How reading on ended.
  private enum Step {
    /// All that there is was read.
    case done
    /// The file does not reach to where the reader has been, or has other lines there.
    case otherLines
    /// Lines behind where the reader has been are missing.
    case lostLines
  }

  /// Starts after a number; zero is the beginning.
  ///
  /// `checksum` is that of the line with that number: where another line has the number now, the feed
  /// begins again.
  public init(folder: any StorageFolder, since sequence: Int, checksum: UInt32? = nil) throws {
    guard let identity = try StoreIdentity.read(in: folder) else {
      throw StoreError.missing(path: folder.path)
    }
    self.folder = folder
    self.identity = identity
    self.sequence = sequence
    self.checksum = checksum
    hasTold = sequence > 0
  }

  /// Goes on after a position that was kept.
  ///
  /// Where the store is not the one that the position was in, because it was restored from a backup, the
  /// feed begins again.
  public init(folder: any StorageFolder, resuming position: FeedPosition) throws {
    try self.init(folder: folder, since: position.sequence, checksum: position.checksum)
    if position.store != identity.id { (sequence, checksum, hasTold) = (0, nil, true) }
  }

  /// Where the reader is, to be kept.
  public var position: FeedPosition {
    FeedPosition(store: identity.id, sequence: sequence, checksum: checksum)
  }

  /// Hands out everything that has been committed since the last call.
  ///
  /// Where `body` throws, the event that it threw at comes again with the next call.
  public mutating func read(_ body: (FeedEvent) throws -> Void) throws {
    // What a journal still holds that is being replaced comes before what its successor has.
    var step = try readOn(body)
    if step == .done, try folder.identity(of: StoreJournal.name) != open?.identity {
      // Some of it may have come before it was replaced, but after it was read just now.
      step = try readOn(body)
      if step == .done {
        let isAtBeginning = try openJournal(body)
        step = try readOn(passingGaps: isAtBeginning, body)
      }
    }
    if step == .done { return }
    open = nil
    _ = try openJournal(anew: true, body)
    _ = try readOn(passingGaps: true, body)
  }

  /// Sentences about lines that are lost, each told once.
  public mutating func takeWarnings() -> [String] {
    defer { warnings = [] }
    return warnings
  }

  /// Makes what was committed outlast a power cut, so that none of its numbers is ever used again; whoever
  /// acts outside on what was read calls this first.
  public static func makeDurable(_ folder: any StorageFolder) throws {
    guard try folder.identity(of: StoreJournal.name) != nil else { return }
    if try isSynced(folder) {
      try folder.open(StoreJournal.name, .reading).sync()
      try folder.sync()
      // Once more: what a writer's sync failed on meanwhile, this one did not see again.
      if try isSynced(folder) { return }
    }
    // A sync has failed: the journal has to be written anew.
    guard let identity = try StoreIdentity.read(in: folder) else { return }
    var journal = StoreJournal(folder: folder, identity: identity)
    try journal.locked { try $0.settle() }
  }

  /// Whether no sync of the journal is known to have failed.
  private static func isSynced(_ folder: any StorageFolder) throws -> Bool {
    guard try folder.identity(of: StoreJournal.lockName) != nil else { return false }
    let lock = try folder.open(StoreJournal.lockName, .reading)
    return try lock.read(StoreJournal.syncedNote.count, at: 0) == StoreJournal.syncedNote
  }

  /// Reads on in the file that is open.
  ///
  /// `passingGaps` says that all that is there is told from the beginning: what is lost before it is read for
  /// the first time is in no item either, and is only warned of.
  private mutating func readOn(
    passingGaps: Bool = false, _ body: (FeedEvent) throws -> Void
  ) throws -> Step {
    guard var journal = open else { return .done }
    let path = journal.path
    defer { open = journal }
    var (last, sum, told) = (sequence, checksum, hasTold)
    defer { (sequence, checksum, hasTold) = (last, sum, told) }
    var step = Step.done
    // Numbers rise by one: a line is missing where they do not.
    var previous = journal.reader.position.sequence
    let tail = try journal.reader.readCommitted { line in
      defer { previous = line.sequence }
      guard step == .done, line.kind != .header, line.sequence > last else {
        if line.sequence == last, line.kind != .header, sum ?? line.checksum != line.checksum {
          step = .otherLines
        }
        return
      }
      let expected = max(previous, last) + 1
      if line.sequence > expected {
        warn(of: expected..<line.sequence, in: path)
        if !passingGaps {
          step = .lostLines
          return
        }
      }
      if case .change(let change) = understood(line, in: path) {
        try body(.change(change))
        told = true
      }
      (last, sum) = (line.sequence, line.checksum)
    }
    let end = journal.reader.position
    if case let reached = max(previous, last), step == .done, end.sequence > reached {
      // Of the last commit the line that ended it is damaged, or more.
      let lost = reached + 1..<end.sequence
      if !lost.isEmpty { warn(of: lost, in: path) }
      if lost.isEmpty || passingGaps {
        (last, sum) = (end.sequence, end.checksum)
      } else {
        step = .lostLines
      }
    }
    // No line behind it shows that something is missing.
    if tail == 0 { journal.hasLostLines = false }
    let isDamaged = journal.reader.isTailDamaged || tail > 0 && journal.hasLostLines
    let problem = isDamaged ? "\(path): its end is damaged; what stands before was read" : nil
    if let problem, problem != damagedEnd { warn(problem) }
    damagedEnd = problem
    return step == .done && journal.reader.position.sequence < last ? .otherLines : step
  }

  /// What a line says; nothing where it cannot be understood.
  private mutating func understood(_ line: JournalLine, in path: String) -> StoreLine {
    do {
      return try StoreLine(line.bytes, sequence: line.sequence)
    } catch {
      warn("\(path): line \(line.sequence) cannot be understood and was passed over: \(error)")
      return .unknown
    }
  }

  private mutating func warn(of lost: Range<Int>, in path: String) {
    let numbers =
      lost.count == 1
      ? "number \(lost.lowerBound)" : "numbers \(lost.lowerBound) to \(lost.upperBound - 1)"
    warn("\(path): \(numbers) cannot be read; 'actionitems store verify' tells where it is damaged")
  }

  private mutating func warn(_ sentence: String) {
    if !warnings.contains(sentence) { warnings.append(sentence) }
  }

  /// Opens the journal that is there now; where it begins behind what was read last, or nothing is known of
  /// where that was, tells all that its snapshot holds first.
  ///
  /// Returns whether all that there is is told, rather than what comes behind a place.
  private mutating func openJournal(
    anew: Bool = false, _ body: (FeedEvent) throws -> Void
  ) throws -> Bool {
    let now = try StoreIdentity.read(in: folder) ?? identity
    // Or another store has been put here.
    let begins = anew || now != identity
    let reached = begins ? 0 : sequence
    var journal = StoreJournal(folder: folder, identity: now)
    let opened = try journal.openForFollowing()
    let snapshot = journal.contents.snapshot
    let isBehind = reached < snapshot?.summary.sequence ?? 0
    let isAtBeginning = isBehind || reached == 0
    if hasTold, isAtBeginning {
      try body(.reset)
    }
    // Only now: a reset that could not be taken comes again.
    identity = now
    if begins { (sequence, checksum) = (0, nil) }
    if let snapshot, isBehind {
      let log = DamageLog()
      defer { for sentence in log.take() { warn(sentence) } }
      try snapshot.forEachBySequence(log) { change in
        hasTold = true
        try body(.change(change))
      }
      (sequence, checksum) = (snapshot.summary.sequence, nil)
    }
    // Its first line, or lines of the snapshot.
    for warning in journal.takeWarnings() { warn(warning) }
    // Only now: whoever could not take all of it gets it again.
    open = opened.map { opened in
      OpenJournal(
        reader: opened.reader(journal.path),
        path: journal.path, identity: opened.identity, hasLostLines: opened.hasLostLines)
    }
    return isAtBeginning
  }
}
