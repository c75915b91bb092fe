import CivilTime
import Journal

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
}
