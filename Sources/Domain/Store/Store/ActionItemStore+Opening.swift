import CivilTime

extension ActionItemStore {
  /// Opens the store in a folder on disk, with the system's clock; where there is none, makes one or
  /// throws `StoreError.missing`.
  public init(path: String, creating: Bool = false) throws {
    let folder = creating ? try DiskFolder(creating: path) : try Self.existing(path)
    try self.init(folder: folder, creating: creating) { .now() }
  }

  private static func existing(_ path: String) throws -> DiskFolder {
    do {
      return try DiskFolder(existing: path)
    } catch  where error.isMissing {
      throw StoreError.missing(path: path)
    }
  }

  /// Gives the store of a folder a new id, as is due after it was restored from a backup: whoever
  /// followed it begins anew and misses nothing. Returns the id.
  ///
  /// Throws `StoreError.missing` where there is no store.
  public static func renew(in folder: any StorageFolder) throws -> String {
    guard let lock = try folder.lock(StoreJournal.lockName, wait: true) else {
      throw StorageError(.lock, path: "\(folder.path)/\(StoreJournal.lockName)", number: 0)
    }
    defer { withExtendedLifetime(lock) {} }
    guard let identity = try StoreIdentity.read(in: folder) else {
      throw StoreError.missing(path: folder.path)
    }
    // It may be of what the backup does not have.
    if try folder.identity(of: TailIndexFile.name) != nil { try folder.remove(TailIndexFile.name) }
    return try identity.renew(in: folder).id
  }

  /// Gets ready to write again after something could not be written, as another process that starts now would:
  /// where a sync has failed, the next change has the journal written anew.
  ///
  /// For whoever goes on once there is room on the disk again. Whole commits that were written before it ended are
  /// there; what was begun behind them is cut off, and its room free.
  public func recover() throws {
    failedToCompactAt = 0
    try journal.locked { try $0.cutUnfinished() }
    guard journal.hasFailed else { return }
    var fresh = StoreJournal(folder: folder, identity: journal.identity)
    try fresh.lookAhead()
    journal = fresh
    // What the other one had read, and not told yet, is told by this.
    take(StoreJournal.Progress(isReplaced: true), in: journal.contents)
  }
}

extension StoreJournal {
  /// Cuts off what was begun to be written and never came to its end. To set it aside, as the next writer would,
  /// takes room for each try, of which a full disk sees many.
  fileprivate mutating func cutUnfinished() throws {
    try lookAhead()
    guard tail > 0, !isTailDamaged else { return }
    let file = try folder.open(Self.name, .appending)
    try file.truncate(to: end)
    try file.sync()
    try lookAhead()
  }
}
