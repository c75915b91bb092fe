import Store
import System

/// The ids of the items that `export --new NAME` has written before, in a file of the store's folder.
struct ExportedItems: Sendable {
  private static let folder = "exported"
  /// The largest accepted file in bytes.
  private static let limit = 256 << 20

  private let file: any StorageFile
  private var known: Set<String>
  /// Whether the file ends in a line that was not finished.
  private let isCut: Bool
  private var new: [String] = []

  /// - Throws: `CommandFailure` if the list is too long.
  init(name: String, in store: any StorageFolder) throws {
    let folder = try store.folder(Self.folder)
    file = try folder.open(name, .appending)
    try folder.sync()
    let size = try file.size()
    guard size <= Self.limit else {
      throw CommandFailure(
        .store, "\(folder.path)/\(name) is longer than 256 MB; use another name for --new")
    }
    let bytes = try file.read(size, at: 0)
    isCut = bytes.last.map { $0 != 0x0A } ?? false
    known = Set(bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) })
  }

  /// Returns whether an item was not exported before, and notes it.
  mutating func takes(_ id: String) -> Bool {
    guard known.insert(id).inserted else { return false }
    new.append(id)
    return true
  }

  /// Stores the noted ids, after their items were written.
  func keep() throws {
    if new.isEmpty { return }
    let text = (isCut ? "\n" : "") + new.map { $0 + "\n" }.joined()
    try Array(text.utf8).withUnsafeBytes { try file.append($0) }
    try file.sync()
  }
}
