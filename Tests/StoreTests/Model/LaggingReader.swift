import ActionItems
import Extraction
import ItemRecords
import Store
import Testing

/// A reader of the change feed that reads now and then, and keeps the changes.
struct LaggingReader {
  private var reader: ChangeReader
  private(set) var items: [String: ItemRecord] = [:]
  private(set) var last: Int

  init(
    _ folder: any StorageFolder, since: Int = 0, checksum: UInt32? = nil,
    items: [String: ItemRecord] = [:]
  ) throws {
    reader = try ChangeReader(folder: folder, since: since, checksum: checksum)
    last = since
    self.items = items
  }

  /// The same reader in a new process.
  func reopened(_ folder: any StorageFolder) throws -> LaggingReader {
    try LaggingReader(folder, since: last, checksum: reader.position.checksum, items: items)
  }

  /// The changes of one read.
  struct News {
    var isReset = false
    var changes: [StoreChange] = []
  }

  /// Reads on; each number must be higher than the previous one.
  mutating func read(_ name: Comment) throws -> News {
    var news = News()
    var last = last
    var items = items
    try reader.read { event in
      switch event {
      case .reset:
        #expect(!news.isReset, name)
        // Changes of the old journal no longer count.
        news = News(isReset: true)
        (last, items) = (0, [:])
      case .change(let change):
        #expect(change.sequence > last, name)
        last = change.sequence
        items[change.change.known.item.id] = change.change.known
        news.changes.append(change)
      }
    }
    (self.last, self.items) = (reader.position.sequence, items)
    return news
  }
}
