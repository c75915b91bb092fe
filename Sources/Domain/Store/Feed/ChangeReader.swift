/// Reads the change feed of a store, from a place on, without taking a lock. Every change comes once, in order.
///
/// Whoever comes back to a place that compaction has let go of, or behind which lines are lost, chooses when the
/// reader is made. One that starts over, with `since` or `resuming`, begins the feed again: with one `reset`, and with
/// every item, removed ones too. So it does where the store has gone back behind that place because a backup was
/// restored. One that passes on, with `after`, hands out what is left: of an item that was changed several times behind
/// the place only the last version.
public struct ChangeReader {
  /// Behind the last line that was read, changes or not.
  public private(set) var position: FeedPosition
  private let folder: any StorageFolder
  private var identity: StoreIdentity
  /// Whether the feed begins again where something is missing.
  private let startsOver: Bool
  /// Where changes came in from that are passed over, and the bytes by which lines of those are known; nil for none.
  private let excluded: (origin: String, mark: [UInt8])?
  private var open: OpenJournal?
  /// Whether anything was told, here or before.
  private var hasTold: Bool
  /// How much of the open journal is known to outlast a power cut.
  private var durableEnd = 0
  /// What was found amiss and not yet told.
  private var warnings: [String] = []
  /// What was told of the journal's end; it is looked at again and again.
  private var damagedEnd: String?

  private struct OpenJournal {
    var opened: StoreJournal.Opened
    let path: String
    var reader: JournalReader
    var snapshot: Snapshot?
    /// Items of the snapshot in the order of their last changes, and how many of them were handed out.
    var waiting: [(sequence: Int, offset: Int)] = []
    var handedOut = 0
    /// Whether all that is there is told: what is lost before it is read for the first time is in no item either.
    var passesGaps = true
  }

  /// What it means for others that a line is lost.
  private static let undelivered =
    "; what it told is not delivered ('actionitems store verify' says more)"

  /// Thrown to stop reading when there is enough.
  private struct Enough: Error {}
  /// Lines behind the place where the reader is are missing.
  private struct LinesLost: Error {}

  // MARK: - Where it begins

  /// Starts over after a number; zero is the beginning.
  ///
  /// `checksum` is that of the line with that number: where another line has the number now, the feed
  /// begins again.
  public init(folder: any StorageFolder, since sequence: Int, checksum: UInt32? = nil) throws {
    let identity = try Self.identity(of: folder)
    self.init(
      folder, identity,
      at: FeedPosition(store: identity.id, sequence: sequence, checksum: checksum),
      hasTold: sequence > 0)
  }

  /// Starts over after a position that was kept; the feed begins again where that is in another store, or in this
  /// one before it was restored from a backup.
  public init(folder: any StorageFolder, resuming position: FeedPosition) throws {
    let identity = try Self.identity(of: folder)
    let isHere = position.store == identity.id
    self.init(
      folder, identity, at: isHere ? position : FeedPosition(store: identity.id, sequence: 0),
      hasTold: !isHere || position.sequence > 0)
  }

  /// Goes on behind a position, or at the beginning; throws `Mismatch` where the store has no such line.
  ///
  /// Changes that came in from `origin` are passed over.
  public init(
    folder: any StorageFolder, after position: FeedPosition? = nil, except origin: String? = nil
  ) throws {
    let identity = try Self.identity(of: folder)
    let position = position ?? FeedPosition(store: identity.id, sequence: 0)
    self.init(folder, identity, at: position, startsOver: false, except: origin)
    guard position.store == identity.id else { throw Mismatch.otherStore }
    try openJournal(isChecked: true) { _, _ in true }
  }

  private init(
    _ folder: any StorageFolder, _ identity: StoreIdentity, at position: FeedPosition,
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

  // MARK: - What comes next

  /// Hands out everything that has been committed since the last call.
  ///
  /// Where `body` throws, the event that it threw at comes again with the next call.
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

  /// The next changes, at most `limit`; fewer come only where there are no more by now. What is handed out will outlast
  /// a power cut, so that no number is ever used again that somebody outside has seen.
  ///
  /// Where it throws, the same ones come again.
  public mutating func next(_ limit: Int) throws -> [Entry] {
    if limit < 1 { return [] }
    var copy = self
    var entries: [Entry] = []
    do {
      try copy.advance { event, checksum in
        if case .change(let change) = event {
          entries.append(Entry(change: change, checksum: checksum))
        }
        return entries.count < limit
      }
    } catch is Enough {}
    if !entries.isEmpty { try copy.makeDurable() }
    self = copy
    return entries
  }

  /// How many changes there are behind the position, of those that are wanted.
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

  /// Sentences about lines that are lost, each told once.
  public mutating func takeWarnings() -> [String] {
    defer { warnings = [] }
    return warnings
  }

  /// Reads on to the end; throws `Enough` as soon as `body` returns false.
  private mutating func advance(_ body: (FeedEvent, UInt32?) throws -> Bool) throws {
    // What a journal still holds that is being replaced comes before what its successor has.
    try readOn(body)
    if try folder.identity(of: StoreJournal.name) == open?.opened.identity { return }
    // Some of it may have come before it was replaced, but after it was read just now.
    try readOn(body)
    try openJournal(body)
    try readOn(body)
  }

  // MARK: - Files

  /// Opens the journal that is there now; one that starts over tells a reset where it begins behind the position,
  /// or nothing is known of where that was.
  private mutating func openJournal(
    anew: Bool = false, isChecked: Bool = false, _ body: (FeedEvent, UInt32?) throws -> Bool
  ) throws {
    // Or another store has been put here.
    let now = startsOver ? try StoreIdentity.read(in: folder) ?? identity : identity
    var begins = anew || now != identity
    durableEnd = 0
    var journal = StoreJournal(folder: folder, identity: now)
    if !begins, !startsOver || position.sequence > 0,
      let (opened, line) = try journal.open(behind: position)
    {
      open = OpenJournal(
        opened: opened, path: journal.path, reader: opened.reader(journal.path, behind: line),
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
    // Only now: a reset that could not be taken comes again.
    identity = now
    if begins { position = FeedPosition(store: now.id, sequence: 0) }
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
    // Its first line, or an index.
    for sentence in journal.damages.take() { warn(sentence) }
    open = new
  }

  /// Looks for the position's line among those that the journal still has.
  private func check(_ journal: StoreJournal) throws {
    let sequence = position.sequence
    // The beginning is always there.
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
    if sequence > last { throw Mismatch.behindEnd(sequence: sequence, last: last) }
    if isOther { throw Mismatch.otherLine(sequence: sequence) }
  }

  /// Makes what was read outlast a power cut, where that is not known of it yet.
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
        // Numbers rise by one: a line is missing where they do not.
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
      // The last line, which ended a commit, or more may be damaged.
      let behind = journal.reader.last
      if case let last = max(end.sequence, reached.sequence), behind.sequence > last {
        try miss(last + 1..<behind.sequence, in: path, passesGaps)
        (reached.sequence, reached.checksum) = (behind.sequence, behind.checksum)
      }
      // No line behind it shows that something is missing.
      if tail == 0 { journal.opened.hasLostLines = false }
      let isDamaged = journal.reader.isTailDamaged || tail > 0 && journal.opened.hasLostLines
      let problem =
        isDamaged ? "\(path): its end is damaged; what stands before was read" : nil
      if let problem, problem != damagedEnd { warn(problem) }
      damagedEnd = problem
      journal.passesGaps = !startsOver
    } catch {
      // The reader goes on behind the last line that was taken, wherever in a block that is.
      journal.reader = journal.opened.reader(journal.path, behind: end)
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
    // Its files and places are needed no more.
    (journal.snapshot, journal.waiting, journal.handedOut) = (nil, [], 0)
  }

  /// The change that a line tells of; nil where it tells of none, or of one that is passed over.
  private mutating func change(of line: JournalLine, in path: String) -> StoreChange? {
    if let excluded, StoreLine.hasOrigin(excluded.mark, line.bytes) { return nil }
    do {
      guard let change = try line.change(), excluded == nil || change.origin != excluded?.origin
      else { return nil }
      return change
    } catch {
      warn(
        "\(path): line \(line.sequence) cannot be understood and was passed over: \(error)"
          + (startsOver ? "" : Self.undelivered))
      return nil
    }
  }

  /// Tells of lines that are missing, if any are; throws `LinesLost` where the feed has to begin again for that.
  private mutating func miss(_ lost: Range<Int>, in path: String, _ isPassed: Bool) throws {
    guard let first = lost.first, let last = lost.last else { return }
    let numbers = first == last ? "number \(first)" : "numbers \(first) to \(last)"
    warn(
      "\(path): \(numbers) cannot be read"
        + (startsOver
          ? "; 'actionitems store verify' tells where it is damaged" : Self.undelivered))
    if !isPassed { throw LinesLost() }
  }

  private mutating func warn(_ sentence: String) {
    if !warnings.contains(sentence) { warnings.append(sentence) }
  }
}
