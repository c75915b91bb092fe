import Extraction
public import Journal

/// Reads the change feed of a store, from a number on, without taking a lock.
///
/// Every change comes once, in order, as long as the reader goes on or comes back before compaction
/// has let go of where it was. Otherwise, and where the store has gone back behind that place because a
/// backup was restored, the feed begins again: with one `reset`, and with every item, removed ones too.
public struct ChangeReader {
  private let folder: any StorageFolder
  private var identity: StoreIdentity
  private var open: OpenJournal?
  /// Whether anything was told, here or before.
  private var hasTold: Bool
  /// The number of the last line that was read.
  public private(set) var sequence: Int
  /// The checksum of the last line that was read; nil where it is not known.
  public private(set) var checksum: UInt32?

  private struct OpenJournal {
    var reader: JournalReader
    let identity: FileIdentity
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
    var isInStep = try readOn(body)
    if try folder.identity(of: StoreJournal.name) != open?.identity {
      // Some of it may have come before it was replaced, but after it was read just now.
      isInStep = try readOn(body)
      if isInStep {
        try openJournal(body)
        isInStep = try readOn(body)
      }
    }
    if isInStep { return }
    (open, sequence, checksum) = (nil, 0, nil)
    try openJournal(body)
    _ = try readOn(body)
  }

  /// Makes what was committed outlast a power cut, so that none of its numbers is ever used again; whoever
  /// acts outside on what was read calls this first.
  public static func makeDurable(_ folder: any StorageFolder) throws {
    guard try folder.identity(of: StoreJournal.name) != nil else { return }
    if try folder.identity(of: StoreJournal.lockName) != nil {
      let lock = try folder.open(StoreJournal.lockName, .reading)
      let note = try lock.read(StoreJournal.syncedNote.count, at: 0)
      if note == StoreJournal.syncedNote {
        try folder.open(StoreJournal.name, .reading).sync()
        return try folder.sync()
      }
    }
    // A sync has failed: the journal has to be written anew.
    guard let identity = try StoreIdentity.read(in: folder) else { return }
    var journal = StoreJournal(folder: folder, identity: identity)
    try journal.locked { try $0.settle() }
  }

  /// Reads on in the file that is open; false where it does not reach to where the reader has been.
  private mutating func readOn(_ body: (FeedEvent) throws -> Void) throws -> Bool {
    guard var journal = open else { return true }
    defer { open = journal }
    var (last, sum, told) = (sequence, checksum, hasTold)
    defer { (sequence, checksum, hasTold) = (last, sum, told) }
    var isSame = true
    try journal.reader.readCommitted { line in
      guard isSame, line.kind != .header, line.sequence > last else {
        if line.sequence == last, line.kind != .header, sum ?? line.checksum != line.checksum {
          isSame = false
        }
        return
      }
      let parsed = try StoreLine(line.bytes, sequence: line.sequence)
      if case .change(let change) = parsed {
        try body(.change(change))
        told = true
      }
      (last, sum) = (line.sequence, line.checksum)
    }
    return isSame && journal.reader.position.sequence >= last
  }

  /// Opens the journal that is there now; where it begins behind what was read last, or nothing is known of
  /// where that was, tells all that its snapshot holds first.
  private mutating func openJournal(_ body: (FeedEvent) throws -> Void) throws {
    if let now = try StoreIdentity.read(in: folder), now != identity {
      // Another store has been put here.
      (identity, sequence, checksum) = (now, 0, nil)
    }
    var journal = StoreJournal(folder: folder, identity: identity)
    let opened = try journal.openForFollowing()
    let snapshot = journal.contents.snapshot
    let isBehind = sequence < snapshot?.summary.sequence ?? 0
    if hasTold, isBehind || sequence == 0 {
      try body(.reset)
    }
    if let snapshot, isBehind {
      try snapshot.forEachBySequence { change in
        hasTold = true
        try body(.change(change))
      }
      (sequence, checksum) = (snapshot.summary.sequence, nil)
    }
    // Only now: whoever could not take all of it gets it again.
    open = opened.map { opened in
      OpenJournal(
        reader: JournalReader(opened.file, path: journal.path, at: opened.start),
        identity: opened.identity)
    }
  }
}
