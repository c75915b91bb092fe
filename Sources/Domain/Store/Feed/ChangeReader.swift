import ActionItems

/// Reads the change feed of a store from a cursor on, without a lock. Every change is delivered once, in order.
///
/// The initialiser determines what happens if compaction dropped the cursor's line, or if later lines are lost. A
/// reader made with `since` or `resuming` starts the feed over: with one `reset`, and then every item, including
/// removed ones. It also does so if the store was restored to a state before the cursor. A reader made with `after`
/// continues with what is left: only the last version of an item that changed several times.
public struct ChangeReader {
  /// The cursor after the last line that was read, whether a change or not.
  public private(set) var position: FeedCursor
  private let folder: any StorageFolder
  private var identity: StoreIdentity
  /// Whether the feed starts over if lines are missing.
  private let startsOver: Bool
  /// The origin of changes to be skipped, and the bytes that identify their lines; nil for none.
  private let excluded: (origin: String, mark: [UInt8])?
  private var open: OpenJournal?
  /// Whether any event was delivered, by this reader or before.
  private var hasTold: Bool
  /// The offset up to which the open journal is known to survive a power cut.
  private var durableEnd = 0
  /// New warnings about damage.
  private var warnings: [String] = []
  /// The last warning about the journal's end, which is checked repeatedly.
  private var damagedEnd: String?

  private struct OpenJournal {
    var opened: StoreJournal.Opened
    let path: String
    var reader: JournalReader
    var snapshot: Snapshot?
    /// The items of the snapshot in the order of their last changes, and the number of delivered ones.
    var waiting: [(sequence: Int, offset: Int)] = []
    var handedOut = 0
    /// Whether gaps are acceptable because all current items are delivered. Lines lost before the first read are
    /// missing in those, too.
    var passesGaps = true
  }

  /// The end of a warning about lost lines, for a reader that does not start over.
  private static let undelivered =
    "; its changes are not delivered (see 'actionitems store verify')"

  /// Thrown to stop reading once there are enough events.
  private struct Enough: Error {}
  /// Thrown if lines after the reader's position are missing.
  private struct LinesLost: Error {}

  // MARK: - Starting

  /// Creates a reader that starts after a number, or at the beginning for zero. It starts over if lines are missing.
  ///
  /// `checksum` is that of the line with this number. If another line has the number now, the feed starts over.
  public init(folder: any StorageFolder, since sequence: Int, checksum: UInt32? = nil) throws {
    let identity = try Self.identity(of: folder)
    self.init(
      folder, identity,
      at: FeedCursor(store: identity.id, sequence: sequence, checksum: checksum),
      hasTold: sequence > 0)
  }

  /// Creates a reader that resumes at a saved cursor.
  ///
  /// The feed starts over if the cursor belongs to another store, or to this one before a restore from a backup.
  public init(folder: any StorageFolder, resuming position: FeedCursor) throws {
    let identity = try Self.identity(of: folder)
    let isHere = position.store == identity.id
    self.init(
      folder, identity, at: isHere ? position : FeedCursor(store: identity.id, sequence: 0),
      hasTold: !isHere || position.sequence > 0)
  }

  /// Creates a reader that continues after a cursor, or at the beginning. Throws `Mismatch` if the store does not have
  /// the cursor's line.
  ///
  /// Changes received from `origin` are skipped.
  public init(
    folder: any StorageFolder, after position: FeedCursor? = nil, except origin: String? = nil
  ) throws {
    let identity = try Self.identity(of: folder)
    let position = position ?? FeedCursor(store: identity.id, sequence: 0)
    self.init(folder, identity, at: position, startsOver: false, except: origin)
    guard position.store == identity.id else { throw Mismatch.otherStore }
    try openJournal(isChecked: true) { _, _ in true }
  }

  private init(
    _ folder: any StorageFolder, _ identity: StoreIdentity, at position: FeedCursor,
    hasTold: Bool = false, startsOver: Bool = true, except origin: String? = nil
  ) {
    self.folder = folder
    self.identity = identity
    self.position = position
    self.hasTold = hasTold
    self.startsOver = startsOver
    excluded = origin.map { ($0, StoreLine.originMark($0)) }
  }

  private static func identity(of folder: any StorageFolder) throws -> StoreIdentity {
    guard let identity = try StoreIdentity.read(in: folder) else {
      throw StoreError.missing(path: folder.path)
    }
    return identity
  }

  // MARK: - Events

  /// Passes everything committed since the last call to `body`.
  ///
  /// If `body` throws, the same event comes again in the next call.
  public mutating func read(_ body: (FeedEvent) throws -> Void) throws {
    func tell(_ event: FeedEvent, _: UInt32?) throws -> Bool {
      try body(event)
      return true
    }
    do {
      try advance(tell)
    } catch is LinesLost {
      open = nil
      try openJournal(anew: true, tell)
      try readOn(tell)
    }
  }

  /// Returns the next changes, at most `limit`; fewer only at the end of the feed, or if their texts have `bytes`
  /// bytes.
  ///
  /// The changes survive a power cut, so that no number known outside is ever reused. If this throws, the same changes
  /// come again.
  public mutating func next(_ limit: Int, bytes: Int = .max) throws -> [Entry] {
    if limit < 1 { return [] }
    var copy = self
    var entries: [Entry] = []
    var size = 0
    do {
      try copy.advance { event, checksum in
        if case .change(let change) = event {
          entries.append(Entry(change: change, checksum: checksum))
          size += change.item.textBytes
        }
        return entries.count < limit && size < bytes
      }
    } catch is Enough {}
    if !entries.isEmpty { try copy.makeDurable() }
    self = copy
    return entries
  }

  /// The number of matching changes after the cursor.
  public func countWaiting(
    _ isWanted: (StoreChange) -> Bool = { _ in true }
  ) throws -> Int {
    var copy = self
    var count = 0
    while case let some = try copy.next(1000), !some.isEmpty {
      count += some.count { isWanted($0.change) }
    }
    return count
  }

  /// Warnings about damaged or lost lines, each returned once.
  public mutating func takeWarnings() -> [String] {
    defer { warnings = [] }
    return warnings
  }

  /// Reads to the end. Throws `Enough` as soon as `body` returns false.
  private mutating func advance(_ body: (FeedEvent, UInt32?) throws -> Bool) throws {
    // The remaining lines of a replaced journal come before those of its successor.
    try readOn(body)
    if try folder.identity(of: StoreJournal.name) == open?.opened.identity { return }
    // Some lines may have been appended after the last read and before the replacement.
    try readOn(body)
    try openJournal(body)
    try readOn(body)
  }

  // MARK: - Files

  /// Opens the current journal. If the journal begins after the cursor, or the cursor's line is unknown, a reader that
  /// starts over delivers a reset.
  private mutating func openJournal(
    anew: Bool = false, isChecked: Bool = false, _ body: (FeedEvent, UInt32?) throws -> Bool
  ) throws {
    // Another store may have been put here.
    let now = startsOver ? try StoreIdentity.read(in: folder) ?? identity : identity
    var begins = anew || now != identity
    durableEnd = 0
    var journal = StoreJournal(folder: folder, identity: now)
    if !begins, !startsOver || position.sequence > 0,
      let (opened, line) = try journal.open(after: position)
    {
      open = OpenJournal(
        opened: opened, path: journal.path, reader: opened.reader(journal.path, after: line),
        snapshot: nil, passesGaps: !startsOver)
      return
    }
    try journal.open()
    let snapshot = journal.contents.snapshot
    do {
      let isLetGo = startsOver && position.sequence < snapshot?.summary.sequence ?? 0
      if isChecked || startsOver, !begins, !isLetGo { try check(journal) }
    } catch is Mismatch where startsOver {
      begins = true
    }
    let isBehind = (begins ? 0 : position.sequence) < snapshot?.summary.sequence ?? 0
    let isOver = startsOver && (begins || isBehind || position.sequence == 0)
    if isOver, hasTold { _ = try body(.reset, nil) }
    // Not earlier, because a reset that could not be delivered must come again.
    identity = now
    if begins { position = FeedCursor(store: now.id, sequence: 0) }
    var new = journal.opened.map { opened in
      OpenJournal(
        opened: opened, path: journal.path, reader: opened.reader(journal.path),
        snapshot: snapshot, passesGaps: isOver || !startsOver)
    }
    if isBehind {
      let log = DamageLog()
      let told = isOver ? 0 : position.sequence
      try snapshot?.items.forEachLine(onDamage: log.note) { line, offset in
        guard line.sequence > told else { return }
        new?.waiting.append((line.sequence, offset))
      }
      new?.waiting.sort { $0.sequence < $1.sequence }
      for sentence in log.take() { warn(sentence) }
    }
    // Damage in the first line or an index.
    for sentence in journal.damages.take() { warn(sentence) }
    open = new
  }

  /// Searches the journal for the cursor's line.
  private func check(_ journal: StoreJournal) throws {
    let sequence = position.sequence
    // The beginning always exists.
    if sequence == 0 { return }
    var last = journal.contents.snapshot?.summary.sequence ?? 0
    var isOther = false
    if var reader = journal.opened?.reader(journal.path) {
      try reader.readCommitted { line in
        last = max(last, line.sequence)
        guard line.sequence == sequence, line.kind != .header else { return }
        isOther = position.checksum.map { $0 != line.checksum } ?? false
      }
      last = max(last, reader.last.sequence)
    }
    if sequence > last { throw Mismatch.afterEnd(sequence: sequence, last: last) }
    if isOther { throw Mismatch.otherLine(sequence: sequence) }
  }

  /// Syncs what was read, unless that is known to be durable.
  private mutating func makeDurable() throws {
    guard let open, open.reader.last.end > durableEnd else { return }
    let end = try open.opened.file.size()
    try Self.makeDurable(folder)
    durableEnd = end
  }

  // MARK: - Reading

  private mutating func readOn(_ body: (FeedEvent, UInt32?) throws -> Bool) throws {
    guard var journal = open else { return }
    defer { open = journal }
    try readSnapshot(of: &journal, body)
    let (path, passesGaps) = (journal.path, journal.passesGaps)
    var (reached, end) = (position, journal.reader.last)
    defer { position = reached }
    do {
      let tail = try journal.reader.readCommitted { line in
        guard line.kind != .header, line.sequence > reached.sequence else { return }
        // Numbers rise by one; a gap means that a line is missing.
        let expected = max(end.sequence, reached.sequence) + 1
        if line.sequence > expected { try miss(expected..<line.sequence, in: path, passesGaps) }
        var goesOn = true
        if let change = change(of: line, in: path) {
          goesOn = try body(.change(change), line.checksum)
          hasTold = true
        }
        (reached.sequence, reached.checksum) = (line.sequence, line.checksum)
        end = LinePlace(line)
        if !goesOn { throw Enough() }
      }
      // The last line, which ended a commit, may be damaged, or more lines than that.
      let behind = journal.reader.last
      if case let last = max(end.sequence, reached.sequence), behind.sequence > last {
        try miss(last + 1..<behind.sequence, in: path, passesGaps)
        (reached.sequence, reached.checksum) = (behind.sequence, behind.checksum)
      }
      // No later line reveals that lines are missing.
      if tail == 0 { journal.opened.hasLostLines = false }
      let isDamaged = journal.reader.isTailDamaged || tail > 0 && journal.opened.hasLostLines
      let problem =
        isDamaged ? "\(path): its end is damaged; the rest was read" : nil
      if let problem, problem != damagedEnd { warn(problem) }
      damagedEnd = problem
      journal.passesGaps = !startsOver
    } catch {
      // The reader continues after the last delivered line, even in the middle of a block.
      journal.reader = journal.opened.reader(journal.path, after: end)
      throw error
    }
  }

  private mutating func readSnapshot(
    of journal: inout OpenJournal, _ body: (FeedEvent, UInt32?) throws -> Bool
  ) throws {
    guard let snapshot = journal.snapshot else { return }
    while journal.handedOut < journal.waiting.count {
      let next = journal.waiting[journal.handedOut]
      let change = try snapshot.items.change(at: next.offset)
      var goesOn = true
      if excluded == nil || change.origin != excluded?.origin {
        goesOn = try body(.change(change), nil)
        hasTold = true
      }
      journal.handedOut += 1
      let isLast = journal.handedOut == journal.waiting.count
      position.sequence = isLast ? snapshot.summary.sequence : next.sequence
      position.checksum = nil
      if !goesOn { throw Enough() }
    }
    if position.sequence < snapshot.summary.sequence {
      (position.sequence, position.checksum) = (snapshot.summary.sequence, nil)
    }
    // Releases the snapshot's files and offsets.
    (journal.snapshot, journal.waiting, journal.handedOut) = (nil, [], 0)
  }

  /// The change in a line; nil for another kind of line, or for a change to be skipped.
  private mutating func change(of line: JournalLine, in path: String) -> StoreChange? {
    if let excluded, StoreLine.hasOrigin(excluded.mark, line.bytes) { return nil }
    do {
      guard case .change(let change) = try StoreLine(line),
        excluded == nil || change.origin != excluded?.origin
      else { return nil }
      return change
    } catch {
      warn(
        "\(path): line \(line.sequence) is invalid and was skipped: \(error)"
          + (startsOver ? "" : Self.undelivered))
      return nil
    }
  }

  /// Logs missing lines, if there are any. Throws `LinesLost` if the feed must start over.
  private mutating func miss(_ lost: Range<Int>, in path: String, _ isPassed: Bool) throws {
    guard let first = lost.first, let last = lost.last else { return }
    let numbers = first == last ? "line \(first)" : "lines \(first) to \(last)"
    warn(
      "\(path): \(numbers) cannot be read"
        + (startsOver
          ? "; 'actionitems store verify' shows where it is damaged" : Self.undelivered))
    if !isPassed { throw LinesLost() }
  }

  private mutating func warn(_ sentence: String) {
    if !warnings.contains(sentence) { warnings.append(sentence) }
  }
}
