import Encoding

/// A position in the change feed of a store, after a line. Cursors can be saved under names in a folder.
public struct FeedCursor: Hashable, Sendable {
  /// The store's id. A renewed store counts as another one.
  public var store: String
  /// The number of the last processed line.
  public var sequence: Int
  /// The checksum of that line; nil before the first line.
  public var checksum: UInt32?

  /// Creates a cursor after the line with a number.
  public init(store: String, sequence: Int, checksum: UInt32? = nil) {
    self.store = store
    self.sequence = sequence
    self.checksum = checksum
  }

  /// The subfolder of the store for the cursors of `watch`.
  public static let watchFolder = "watch"

  /// Returns whether a name is valid for a cursor: at most 64 letters, digits, `-`, `_` and `.`, not starting with a
  /// point.
  public static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix(".")
      && name.unicodeScalars.allSatisfy { letter in
        "a"..."z" ~= letter || "A"..."Z" ~= letter || "0"..."9" ~= letter
          || ["-", "_", "."].contains(letter)
      }
  }

  /// Reads the cursor with a name; nil if it was never saved.
  public static func read(_ name: String, in folder: any StorageFolder) throws -> FeedCursor? {
    let file = name + ".json"
    guard let bytes = try folder.openIfThere(file)?.read(1 << 16, at: 0) else { return nil }
    let value = try? JSONValue(parsing: bytes)
    guard let store = value?["store"]?.string, let sequence = value?["sequence"]?.int,
      sequence >= 0
    else {
      throw StoreError.damaged(
        path: "\(folder.path)/\(file)", problem: "store or sequence is missing")
    }
    return FeedCursor(
      store: store, sequence: sequence,
      checksum: value?["checksum"]?.int.flatMap(UInt32.init(exactly:)))
  }

  /// Saves the cursor under a name. It is on disk when the call returns.
  public func write(_ name: String, in folder: any StorageFolder) throws {
    let value: JSONValue = [
      "store": .string(store), "sequence": .int(sequence),
      "checksum": .int(checksum),
    ]
    try folder.replace(name + ".json", with: value.line())
  }

  /// The damage in the saved cursors of `watch`: unreadable files, and cursors whose line the store does not have.
  static func damages(in folder: any StorageFolder, of store: String) throws -> [String] {
    guard try folder.names().contains(watchFolder) else { return [] }
    let inner = try folder.existingFolder(watchFolder)
    var found: [String] = []
    for file in try inner.names() where file.hasSuffix(".json") {
      let name = String(file.dropLast(5))
      guard isName(name) else { continue }
      do {
        // A cursor of another store, or of this one before it was renewed, starts over.
        guard let position = try read(name, in: inner), position.store == store else { continue }
        _ = try ChangeReader(folder: folder, after: position)
      } catch let error as StoreError {
        found.append("\(error)")
      } catch let mismatch as ChangeReader.Mismatch {
        found.append(
          "\(inner.path)/\(file): \(mismatch); watches with this name start over")
      }
    }
    return found
  }
}
