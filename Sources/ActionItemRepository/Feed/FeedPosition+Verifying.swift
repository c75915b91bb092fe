import Journal

extension FeedPosition {
  /// What is wrong with the positions of `watch` that a store keeps: what cannot be read, and what the store has no such
  /// line for.
  static func damages(in folder: any StorageFolder, of store: String) throws -> [String] {
    guard try folder.names().contains(watchFolder) else { return [] }
    let inner = try folder.existingFolder(watchFolder)
    var found: [String] = []
    for file in try inner.names() where file.hasSuffix(".json") {
      let name = String(file.dropLast(5))
      guard isName(name) else { continue }
      do {
        // That of another store, or of this one before it was renewed, begins anew.
        guard let position = try read(name, in: inner), position.store == store else { continue }
        _ = try OutboxReader(folder: folder, after: position)
      } catch let error as StoreError {
        found.append("\(error)")
      } catch let mismatch as OutboxReader.Mismatch {
        found.append(
          "\(inner.path)/\(file): \(mismatch); whoever watches under this name begins anew")
      }
    }
    return found
  }
}
