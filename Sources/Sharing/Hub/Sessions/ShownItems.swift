import Crypto
import Encoding
import Store

/// The items that a person with a limited token has got, 16 bytes each in a file of `hub/`. A purged item no longer has
/// an assignee or conversation, but its deletion must be sent to all who have the item, and to no one else.
struct ShownItems {
  private let folder: any StorageFolder
  private let name: String
  private var keys: Set<ItemKey> = []
  private var unsaved: [UInt8] = []
  /// Whether nothing was recorded before, so that `keys` has to begin with the items that the person sees now.
  private(set) var isNew: Bool

  private static let width = 16

  init(of subject: String, in folder: any StorageFolder) throws {
    self.folder = folder
    // A name may have characters that a file name cannot have.
    name = "shown-" + Hex.string(SHA256.digest(subject.utf8).prefix(16))
    isNew = try folder.identity(of: name) == nil
    if isNew { return }
    let file = try folder.open(name, .appending)
    let size = try file.size()
    let whole = size / Self.width * Self.width
    // A crash may have left an incomplete key at the end.
    if whole < size { try file.truncate(to: whole) }
    let bytes = try file.read(whole, at: 0)
    for start in stride(from: 0, to: bytes.count - bytes.count % Self.width, by: Self.width) {
      let (high, low) = (
        Self.number(bytes[start..<start + 8]), Self.number(bytes[start + 8..<start + 16])
      )
      keys.insert(ItemKey(high: high, low: low))
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  func contains(_ key: ItemKey) -> Bool { keys.contains(key) }

  mutating func insert(_ key: ItemKey) {
    guard keys.insert(key).inserted else { return }
    for number in [key.high, key.low] {
      for shift in stride(from: 56, through: 0, by: -8) {
        unsaved.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
  }

  /// Appends the new keys. On a full disk they stay unsaved.
  mutating func save() throws {
    if unsaved.isEmpty, !isNew { return }
    do throws(StorageError) {
      let file = try folder.open(name, .appending)
      // A failed write may have ended within a key. Duplicate keys do no harm.
      let size = try file.size()
      if size % Self.width != 0 { try file.truncate(to: size / Self.width * Self.width) }
      try file.append(unsaved)
      try file.sync()
      (unsaved, isNew) = ([], false)
    } catch {
      guard error.isOutOfSpace else { throw error }
    }
  }
}
