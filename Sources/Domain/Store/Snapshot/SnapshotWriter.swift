import ActionItems
import ItemRecords

/// Writes a snapshot's files: items and read markers in the order in which `SnapshotBuilder` passes them, and indexes.
final class SnapshotWriter {
  private let folder: any StorageFolder
  private var items: AppendBuffer
  private var marks: AppendBuffer
  private let indexer: SnapshotIndexer
  /// Whether an endpoint read any message.
  private(set) var hasEndpointMarks = false

  /// The number of items written, including removed ones.
  var itemCount: Int { indexer.itemCount }

  /// Starts a snapshot in an empty folder.
  init(_ folder: any StorageFolder) throws {
    self.folder = folder
    items = AppendBuffer(try folder.open(SnapshotLayout.items, .replacing))
    marks = AppendBuffer(try folder.open(SnapshotLayout.marks, .replacing))
    indexer = SnapshotIndexer(SnapshotLayout.Index.allCases, in: folder)
  }

  /// Writes an item. The items of a conversation must be adjacent.
  func add(_ change: StoreChange, of conversation: ConversationKey) throws {
    let place = try items.append {
      JournalLine.append(change.line, sequence: change.sequence, to: &$0)
    }
    try indexer.addItem(change, of: conversation, at: place)
  }

  /// Writes an item by copying its existing line. A removed one has no order.
  func add(
    _ line: JournalLine, _ key: ItemKey, _ order: OrderKey?, of conversation: ConversationKey
  ) throws {
    let place = try items.append {
      $0.append(contentsOf: line.bytes)
      $0.append(0x0A)
    }
    try indexer.addItem(key, order, of: conversation, at: place)
  }

  /// Writes a line of read markers or failures. The lines of a conversation must be adjacent.
  func add(_ line: MarkLine, of conversation: ConversationKey) throws {
    if line.readLevel == .endpoint { hasEndpointMarks = true }
    let place = try marks.append { JournalLine.append(line.line, sequence: 0, to: &$0) }
    indexer.addMarks(of: conversation, at: place)
  }

  /// Writes the indexes and the summary, and syncs everything.
  func finish(_ summary: SnapshotSummary) throws {
    try items.finish()
    try marks.finish()
    for index in SnapshotLayout.Index.allCases { try indexer.write(index, in: folder) }
    let file = try folder.open(SnapshotLayout.summary, .replacing)
    try file.append(summary.bytes)
    try file.sync()
    try folder.sync()
  }
}
