import Extraction
public import Journal

/// Reads the change feed of a store, from a number on, without taking a lock.
///
/// Every change comes once, in order, as long as the reader goes on or comes back before compaction
/// has let go of where it was.
public struct ChangeReader {
  private let folder: any StorageFolder
  private let identity: StoreIdentity
  private var open: OpenJournal?
  /// The number of the last line that was read.
  public private(set) var sequence: Int
  /// The checksum of the last line that was read; nil before there was one.
  public private(set) var checksum: UInt32?
  /// Whether what is read next has to begin anew: the store is another one than the position was in.
  private var startsOver = false
  /// Where the journal is to have a line of a known checksum; nil once that was looked at.
  private var expected: FeedPosition?

  private struct OpenJournal {
    var reader: JournalReader
    let identity: FileIdentity
  }

  /// Starts after a number; zero is the beginning.
  public init(folder: any StorageFolder, since sequence: Int) throws {
    guard let identity = try StoreIdentity.read(in: folder) else {
      throw StoreError.missing(path: folder.path)
    }
    self.folder = folder
    self.identity = identity
    self.sequence = sequence
  }

  /// Goes on after a position that was kept.
  ///
  /// Where the store is not the one that the position was in, because it was restored from a backup, the
  /// feed begins again with a `reset`.
  public init(folder: any StorageFolder, resuming position: FeedPosition) throws {
    try self.init(folder: folder, since: position.sequence)
    if position.store != identity.id {
      (sequence, startsOver) = (0, true)
    } else if position.checksum != nil {
      checksum = position.checksum
      expected = position
    }
  }

  /// Where the reader is, to be kept.
  public var position: FeedPosition {
    FeedPosition(store: identity.id, sequence: sequence, checksum: checksum)
  }

  /// Makes what was committed to a store outlast a power cut; to be called before anything outside is told of it, so that
  /// no number that was told is given to another change afterwards.
  public static func sync(_ folder: any StorageFolder) throws {
    guard try folder.identity(of: StoreJournal.name) != nil else { return }
    try folder.open(StoreJournal.name, .reading).sync()
  }

  /// Hands out everything that has been committed since the last call.
  ///
  /// A change for which `body` throws is handed out again.
  public mutating func read(_ body: (FeedEvent) throws -> Void) throws {
    if startsOver {
      try body(.reset)
      startsOver = false
    }
    // What a journal still holds that is being replaced comes before what its successor has.
    try readOn(body)
    guard let now = try folder.identity(of: StoreJournal.name), now != open?.identity else {
      return
    }
    try openJournal(body)
    try readOn(body)
    try compareEnd(body)
  }

  private mutating func readOn(_ body: (FeedEvent) throws -> Void) throws {
    guard var journal = open else { return }
    // Where `body` throws, the journal is read from its start next time, up to here in silence.
    open = nil
    var (last, sum) = (sequence, checksum)
    var isOther = false
    defer { (sequence, checksum) = (last, sum) }
    let expected = self.expected
    try journal.reader.readCommitted { line in
      guard line.kind != .header, !isOther else { return }
      if let expected, line.sequence == expected.sequence, line.checksum != expected.checksum {
        isOther = true
      }
      guard line.sequence > last, !isOther else { return }
      let parsed = try StoreLine(line.bytes, sequence: line.sequence)
      if case .change(let change) = parsed { try body(.change(change)) }
      (last, sum) = (line.sequence, line.checksum)
    }
    if isOther { last = Int.max }
    open = journal
  }

  /// Begins anew where the journal does not have what was read from it before: it was put back to an
  /// earlier state without a new id.
  private mutating func compareEnd(_ body: (FeedEvent) throws -> Void) throws {
    guard let expected, let journal = open else { return }
    self.expected = nil
    let isOther = sequence == Int.max || journal.reader.position.sequence < expected.sequence
    guard isOther else { return }
    (sequence, checksum, open) = (0, nil, nil)
    try body(.reset)
    try read(body)
  }

  /// Opens the journal that is there now; where it begins behind what was read last, tells all that its
  /// snapshot holds first.
  private mutating func openJournal(_ body: (FeedEvent) throws -> Void) throws {
    var contents = StoreJournal(folder: folder, identity: identity)
    guard let (file, identity) = try contents.openForFollowing() else { return }
    open = OpenJournal(
      reader: JournalReader(file, path: contents.path), identity: identity)
    guard let snapshot = contents.contents.snapshot, sequence < snapshot.summary.sequence else {
      return
    }
    if sequence > 0 || checksum != nil { try body(.reset) }
    try snapshot.forEachBySequence(in: folder) { change in
      try body(.change(change))
    }
    sequence = snapshot.summary.sequence
  }
}
