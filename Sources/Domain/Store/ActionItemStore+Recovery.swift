import CivilTime

/// Renewing a store that was restored from a backup, and recovering after a failed write, such as on a full disk.
extension ActionItemStore {
  /// Gives the store in a folder a new id and returns it. This is needed after a restore from a backup.
  ///
  /// Readers of the change feed then get a `reset` and all items, so they miss nothing. Throws `StoreError.missing` if
  /// there is no store.
  public static func renew(in folder: any StorageFolder) throws -> String {
    guard let lock = try folder.lock(StoreJournal.lockName, wait: true) else {
      throw StorageError(.lock, path: "\(folder.path)/\(StoreJournal.lockName)", number: 0)
    }
    defer { withExtendedLifetime(lock) {} }
    guard let identity = try StoreIdentity.read(in: folder) else {
      throw StoreError.missing(path: folder.path)
    }
    // The index may describe lines that the backup does not have.
    if try folder.identity(of: TailIndexFile.name) != nil { try folder.remove(TailIndexFile.name) }
    return try identity.renew(in: folder).id
  }

  /// Makes the store ready to write again after a failed write, without a restart.
  ///
  /// Callers use it to continue after a full disk. Commits that were completely written are kept. An unfinished one is
  /// cut off, which frees its space. After a failed sync, the next change rewrites the journal.
  public func recover() throws {
    failedToCompactAt = 0
    try journal.locked { try $0.cutUnfinished() }
    guard journal.hasFailed else { return }
    var fresh = StoreJournal(folder: folder, identity: journal.identity)
    try fresh.lookAhead()
    journal = fresh
    // Changes that the old journal read but did not report are covered by this reset.
    take(StoreJournal.Progress(isReplaced: true), in: journal.contents)
  }
}

extension StoreJournal {
  /// Cuts off an unfinished write. The next writer would set it aside in a file. On a full disk, each attempt would
  /// need more space.
  fileprivate mutating func cutUnfinished() throws {
    try lookAhead()
    guard tail > 0, !isTailDamaged else { return }
    let file = try folder.open(Self.name, .appending)
    try file.truncate(to: end)
    try file.sync()
    try lookAhead()
  }
}
