/// What the change feed of a store tells.
public enum FeedEvent: Hashable, Sendable {
  /// What was told before does not count any more: everything that is there follows.
  case reset
  case change(StoreChange)

  /// The number of the change; zero for a reset.
  public var sequence: Int {
    if case .change(let change) = self { change.sequence } else { 0 }
  }
}

extension ChangeReader {
  /// One change and the checksum of its line; nil where compaction has rewritten the line.
  public struct Entry: Sendable {
    /// The change, or an item of the snapshot as its last change left it.
    public var change: StoreChange
    /// For `FeedPosition`, together with the number.
    public var checksum: UInt32?

    package init(change: StoreChange, checksum: UInt32?) {
      (self.change, self.checksum) = (change, checksum)
    }
  }

  /// A position that this store has never been in: the store was put back to an earlier state, or is
  /// another one.
  public enum Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The position is in another store.
    case otherStore
    /// The position is behind the store's last line.
    case behindEnd(sequence: Int, last: Int)
    /// The line of that number is another one.
    case otherLine(sequence: Int)

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

  /// Makes what was committed outlast a power cut, so that none of its numbers is ever used again; whoever
  /// acts outside on what `read` hands out calls this first.
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
    guard let lock = try folder.openIfThere(StoreJournal.lockName) else { return false }
    return try lock.read(StoreJournal.syncedNote.count, at: 0) == StoreJournal.syncedNote
  }
}
