/// An event of a store's change feed. Below: entries and cursor errors of `ChangeReader`, and syncing what was read.
public enum FeedEvent: Hashable, Sendable {
  /// Earlier events no longer count; all current items follow.
  case reset
  case change(StoreChange)

  /// The number of the change; zero for a reset.
  public var sequence: Int {
    if case .change(let change) = self { change.sequence } else { 0 }
  }
}

extension ChangeReader {
  /// One change and the checksum of its line; the checksum is nil if compaction rewrote the line.
  public struct Entry: Sendable {
    /// The change, or the last version of an item in the snapshot.
    public var change: StoreChange
    /// The checksum for `FeedCursor`, used together with the number.
    public var checksum: UInt32?

    package init(change: StoreChange, checksum: UInt32?) {
      (self.change, self.checksum) = (change, checksum)
    }
  }

  /// A cursor that does not belong to this store, because the store was restored or is another one.
  public enum Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cursor belongs to another store.
    case otherStore
    /// The cursor is after the store's last line.
    case afterEnd(sequence: Int, last: Int)
    /// The line with this number is a different one.
    case otherLine(sequence: Int)

    /// The message shown to the user.
    public var description: String {
      switch self {
      case .otherStore: "the cursor belongs to another store, or of this one before it was restored"
      case .afterEnd(let sequence, let last):
        "the cursor is at line \(sequence), but the store ends at line \(last)"
      case .otherLine(let sequence):
        "the cursor is at line \(sequence), but that line of the store is different"
      }
    }
  }

  /// Syncs everything committed, so that no number is ever reused. Callers that act outside the store on the events of
  /// `read` must call this first.
  public static func makeDurable(_ folder: any StorageFolder) throws {
    guard try folder.identity(of: StoreJournal.name) != nil else { return }
    if try isSynced(folder) {
      try folder.open(StoreJournal.name, .reading).sync()
      try folder.sync()
      // Checked again: a writer's sync may have failed in between, and this sync would not report that.
      if try isSynced(folder) { return }
    }
    // A sync failed, so the journal must be rewritten.
    guard let identity = try StoreIdentity.read(in: folder) else { return }
    var journal = StoreJournal(folder: folder, identity: identity)
    try journal.locked { try $0.settle() }
  }

  /// Returns whether no sync of the journal is known to have failed.
  private static func isSynced(_ folder: any StorageFolder) throws -> Bool {
    guard let lock = try folder.openIfThere(StoreJournal.lockName) else { return false }
    return try lock.read(StoreJournal.syncedNote.count, at: 0) == StoreJournal.syncedNote
  }
}
