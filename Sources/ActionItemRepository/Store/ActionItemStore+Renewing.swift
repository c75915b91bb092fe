public import Journal

extension ActionItemStore {
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
}
