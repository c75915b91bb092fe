import Extraction
public import Journal

/// Reads the change feed of a store, from a number on, without taking a lock.
///
/// Every change comes once, in order, as long as the reader goes on or comes back before compaction
/// has let go of where it was.
public struct ChangeReader {
  private let folder: any StorageFolder
  private let storeId: String
  private var open: OpenJournal?
  /// The number of the last line that was read.
  public private(set) var sequence: Int
  /// The checksum of the last line that was read; nil before there was one.
  public private(set) var checksum: UInt32?

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
    storeId = identity.id
    self.sequence = sequence
  }

  /// Hands out everything that has been committed since the last call.
  public mutating func read(_ body: (FeedEvent) throws -> Void) throws {
    // What a journal still holds that is being replaced comes before what its successor has.
    try readOn(body)
    guard let now = try folder.identity(of: StoreJournal.name), now != open?.identity else {
      return
    }
    try openJournal(body)
    try readOn(body)
  }

  private mutating func readOn(_ body: (FeedEvent) throws -> Void) throws {
    guard var journal = open else { return }
    defer { open = journal }
    var (last, sum) = (sequence, checksum)
    defer { (sequence, checksum) = (last, sum) }
    try journal.reader.readCommitted { line in
      guard line.kind != .header, line.sequence > last else { return }
      let parsed = try StoreLine(line.bytes, sequence: line.sequence)
      if case .change(let change) = parsed { try body(.change(change)) }
      (last, sum) = (line.sequence, line.checksum)
    }
  }

  /// Opens the journal that is there now; where it begins behind what was read last, tells all that its
  /// snapshot holds first.
  private mutating func openJournal(_ body: (FeedEvent) throws -> Void) throws {
    var contents = StoreJournal(
      folder: folder, identity: StoreIdentity(format: StoreIdentity.currentFormat, id: storeId))
    guard let (file, identity) = try contents.openForFollowing() else { return }
    open = OpenJournal(
      reader: JournalReader(file, path: contents.path), identity: identity)
    guard let snapshot = contents.contents.snapshot, sequence < snapshot.summary.sequence else {
      return
    }
    if sequence > 0 || checksum != nil { try body(.reset) }
    try snapshot.forEachBySequence(in: folder) { try body(.change($0)) }
    sequence = snapshot.summary.sequence
  }
}
