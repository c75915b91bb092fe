import Extraction
public import Journal

/// Reads the changes of a store for somebody outside, from a checkpoint on, a few at a time.
///
/// Every change comes once, in order, or what compaction has left of them: of an item that was changed
/// several times behind the checkpoint only the last version. What is handed out will outlast a power
/// cut, so that no number is ever used again that somebody outside has seen. No lock is taken.
public struct OutboxReader {
  /// One change and the checksum of its line; nil where compaction has rewritten the line.
  public struct Entry: Sendable {
    /// The change.
    public var change: StoreChange
    /// The checksum of its line.
    public var checksum: UInt32?

    /// Puts the parts together.
    public init(change: StoreChange, checksum: UInt32?) {
      self.change = change
      self.checksum = checksum
    }
  }

  /// A position that this store has never been in: the store was put back to an earlier state, or is
  /// another one.
  public enum Mismatch: Error, Hashable, Sendable {
    /// The position is in another store.
    case otherStore
    /// The position is behind the store's last line.
    case behindEnd(sequence: Int, last: Int)
    /// The line of that number is another one.
    case otherLine(sequence: Int)
  }

  /// Behind the last line that was read, changes or not.
  public private(set) var position: FeedPosition
  private let identity: StoreIdentity
  private let folder: any StorageFolder
  /// Where changes came in from that are passed over; nil for none.
  private let excluded: String?
  /// The bytes by which lines of those are known.
  private let excludedMark: [UInt8]?
  private var open: OpenJournal?
  /// Items of a snapshot in the order of their last changes, and how many of them were handed out.
  private var waiting: [SnapshotPlace] = []
  private var handedOut = 0
  /// How much of the open journal is known to outlast a power cut.
  private var durableEnd = 0
  /// What was found amiss and not yet told.
  private var warnings: [String] = []

  private struct OpenJournal {
    let opened: StoreJournal.Opened
    let path: String
    let snapshot: Snapshot?
    var reader: JournalReader
  }

  private struct SnapshotPlace {
    let sequence: Int
    let offset: Int
    /// In bytes, without the line feed.
    let length: Int32
  }

  /// Thrown to stop reading when there is enough.
  private struct Enough: Error {}

  /// Starts behind a position, or at the beginning; throws `Mismatch` where the store has no such line.
  ///
  /// Changes that came in from `origin` are passed over.
  public init(
    folder: any StorageFolder, after position: FeedPosition? = nil, except origin: String? = nil
  ) throws {
    guard let identity = try StoreIdentity.read(in: folder) else {
      throw StoreError.missing(path: folder.path)
    }
    self.folder = folder
    excluded = origin
    excludedMark = origin.map(StoreLine.originMark)
    self.identity = identity
    self.position = position ?? FeedPosition(store: identity.id, sequence: 0, checksum: nil)
    guard self.position.store == identity.id else { throw Mismatch.otherStore }
    if try !openJournal() { try checkPosition() }
  }

  /// The next changes, at most `limit`; fewer come only where there are no more by now.
  ///
  /// Where it throws, the same ones come again.
  public mutating func next(_ limit: Int) throws -> [Entry] {
    var copy = self
    let entries = try copy.read(limit)
    self = copy
    return entries
  }

  private mutating func read(_ limit: Int) throws -> [Entry] {
    var entries: [Entry] = []
    try readSnapshot(limit, into: &entries)
    try readJournal(limit, into: &entries)
    if entries.count < limit, try folder.identity(of: StoreJournal.name) != open?.opened.identity {
      // Some of it may have come before it was replaced, but after it was read just now.
      try readJournal(limit, into: &entries)
      if entries.count < limit {
        _ = try openJournal()
        try readSnapshot(limit, into: &entries)
        try readJournal(limit, into: &entries)
      }
    }
    if !entries.isEmpty { try makeDurable() }
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

  /// The sentences about changes that cannot be handed out because their lines are damaged, each told once.
  ///
  /// They are passed over, so that one lost line does not keep all later ones back.
  public mutating func takeWarnings() -> [String] {
    defer { warnings = [] }
    return warnings
  }

  // MARK: - Files

  /// Makes what was read outlast a power cut, where that is not known of it yet.
  private mutating func makeDurable() throws {
    guard let open, open.reader.position.offset > durableEnd else { return }
    let end = try open.opened.file.size()
    try ChangeReader.makeDurable(folder)
    durableEnd = end
  }

  /// Opens the journal that is there now; true where that has shown that it has the position's line.
  private mutating func openJournal() throws -> Bool {
    var journal = StoreJournal(folder: folder, identity: identity)
    durableEnd = 0
    if let (opened, place) = try journal.open(behind: position) {
      open = OpenJournal(
        opened: opened, path: journal.path, snapshot: journal.contents.snapshot,
        reader: opened.reader(journal.path, at: place))
      (waiting, handedOut) = ([], 0)
      return true
    }
    guard let opened = try journal.openForFollowing() else {
      open = nil
      return false
    }
    let snapshot = journal.contents.snapshot
    open = OpenJournal(
      opened: opened, path: journal.path, snapshot: snapshot, reader: opened.reader(journal.path))
    (waiting, handedOut) = ([], 0)
    guard let snapshot, position.sequence < snapshot.summary.sequence else {
      return false
    }
    let behind = position.sequence
    let items = snapshot.items
    let log = DamageLog()
    try items.forEachLine(in: try items.all(), onDamage: .note(log)) { line, offset in
      if line.sequence > behind {
        waiting.append(
          SnapshotPlace(
            sequence: line.sequence, offset: offset, length: Int32(clamping: line.bytes.count)))
      }
    }
    for sentence in log.take() { warn(sentence) }
    waiting.sort { $0.sequence < $1.sequence }
    return false
  }

  /// Looks for the position's line among those that the journal still has.
  private func checkPosition() throws {
    let sequence = position.sequence
    // The beginning is always there.
    if sequence == 0 { return }
    var last = open?.snapshot?.summary.sequence ?? 0
    var isOther = false
    if let open {
      var reader = open.opened.reader(open.path)
      try reader.readCommitted { line in
        last = max(last, line.sequence)
        guard line.sequence == sequence, line.kind != .header else { return }
        isOther = position.checksum.map { $0 != line.checksum } ?? false
      }
      last = max(last, reader.position.sequence)
    }
    if sequence > last { throw Mismatch.behindEnd(sequence: sequence, last: last) }
    if isOther { throw Mismatch.otherLine(sequence: sequence) }
  }

  // MARK: - Reading

  private mutating func readSnapshot(_ limit: Int, into entries: inout [Entry]) throws {
    guard let snapshot = open?.snapshot else { return }
    while entries.count < limit, handedOut < waiting.count {
      let next = waiting[handedOut]
      let change = try snapshot.change(at: next.offset, length: Int(next.length))
      handedOut += 1
      if excluded == nil || change.origin != excluded {
        entries.append(Entry(change: change, checksum: nil))
      }
      (position.sequence, position.checksum) = (next.sequence, nil)
    }
    if handedOut == waiting.count, position.sequence < snapshot.summary.sequence {
      (position.sequence, position.checksum) = (snapshot.summary.sequence, nil)
    }
  }

  private mutating func readJournal(_ limit: Int, into entries: inout [Entry]) throws {
    guard var journal = open, handedOut == waiting.count, entries.count < limit else { return }
    defer { open = journal }
    let start = journal.reader
    var reached = position
    var end = journal.reader.position
    defer { position = reached }
    do {
      try journal.reader.readCommitted { line in
        guard line.kind != .header, line.sequence > reached.sequence else { return }
        if entries.count == limit { throw Enough() }
        // Numbers rise by one: a line is missing where they do not.
        let expected = max(end.sequence, reached.sequence) + 1
        if line.sequence > expected {
          warn("\(journal.path): \(Self.numbers(expected..<line.sequence)) cannot be read")
        }
        if let change = change(of: line, in: journal.path) {
          entries.append(Entry(change: change, checksum: line.checksum))
        }
        (reached.sequence, reached.checksum) = (line.sequence, line.checksum)
        end = JournalReader.Position(
          offset: line.offset + line.bytes.count + 1, sequence: line.sequence,
          checksum: line.checksum)
      }
      // The last line, which ended a commit, or more may be damaged.
      let behind = journal.reader.position
      if case let last = max(end.sequence, reached.sequence), behind.sequence > last {
        let lost = last + 1..<behind.sequence
        if !lost.isEmpty { warn("\(journal.path): \(Self.numbers(lost)) cannot be read") }
        (reached.sequence, reached.checksum) = (behind.sequence, behind.checksum)
      }
    } catch is Enough {
      // The reader goes on behind the last line that was taken, wherever in a block that is.
      journal.reader =
        end.sequence > 0 ? journal.opened.reader(journal.path, at: end) : start
    }
  }
}

extension OutboxReader {
  /// The change that a line tells of; nil where it tells of none, or of one that is passed over.
  private mutating func change(of line: JournalLine, in path: String) -> StoreChange? {
    if let excludedMark, StoreLine.hasOrigin(excludedMark, line.bytes) { return nil }
    do {
      guard case .change(let change) = try StoreLine(line.bytes, sequence: line.sequence),
        excluded == nil || change.origin != excluded
      else { return nil }
      return change
    } catch {
      warn("\(path): line \(line.sequence) cannot be understood and was passed over: \(error)")
      return nil
    }
  }

  private mutating func warn(_ sentence: String) {
    if !warnings.contains(sentence) { warnings.append(sentence) }
  }

  private static func numbers(_ lost: Range<Int>) -> String {
    lost.count == 1
      ? "number \(lost.lowerBound)" : "numbers \(lost.lowerBound) to \(lost.upperBound - 1)"
  }
}

extension OutboxReader.Mismatch: CustomStringConvertible {
  /// The sentence that a person reads.
  public var description: String {
    switch self {
    case .otherStore: "the checkpoint is of another store, or of this one before it was restored"
    case .behindEnd(let sequence, let last):
      "the checkpoint is at line \(sequence), but the store ends at line \(last)"
    case .otherLine(let sequence):
      "the checkpoint is at line \(sequence), but the store has another line of that number"
    }
  }
}
