import ActionItems
import ItemRecords

/// The files of a snapshot, which is a folder below `snapshot/`. `SnapshotIndexer` builds its indexes.
///
/// Lines are written as in the journal, with the number of their last change. The lines of a conversation are adjacent,
/// in the order of conversation keys.
enum SnapshotLayout {
  static let folder = "snapshot"
  /// The summary of the snapshot, written last.
  static let summary = "summary.json"
  /// Items, including removed ones.
  static let items = "items.jsonl"
  /// Messages that were read, or could not be read.
  static let marks = "marks.jsonl"

  /// The indexes. Each derives from the lines alone and is rebuilt in memory if it is damaged.
  ///
  /// A million items have about 900 MB of lines. Reading them all takes seconds, an index lookup about 20 ms.
  enum Index: CaseIterable {
    /// From ids to offsets in `items`, 24 bytes each. Without it, `show`, an edit, and each item received from another
    /// device would read all lines.
    case byId
    /// From places in list order to offsets in `items`, 56 bytes each, without removed items. Without it, `list
    /// --limit 50` would read and sort all lines.
    case byOrder
    /// From conversations to ranges of `items` and `marks`, 40 bytes each. Without it, a run would read all lines for
    /// each conversation.
    case byConversation

    var name: String { layout.kind }

    /// The record format.
    var layout: RecordLayout {
      switch self {
      case .byId: RecordLayout(kind: "items.by-id", size: 24, keySize: 16)
      case .byOrder: RecordLayout(kind: "items.by-order2", size: 56, keySize: 48)
      case .byConversation: RecordLayout(kind: "conversations", size: 40, keySize: 8)
      }
    }
  }
}

/// Collects the records of a snapshot's indexes while its lines are written or read again.
final class SnapshotIndexer {
  private var sorters: [SnapshotLayout.Index: RecordSorter] = [:]
  private var stretches: [ConversationKey: (items: Range<Int>, marks: Range<Int>)] = [:]
  /// The number of items added, including removed ones.
  private(set) var itemCount = 0

  /// Creates an indexer for some indexes. If there is a `folder`, large ones use files in it.
  init(_ indexes: [SnapshotLayout.Index], in folder: (any StorageFolder)?) {
    for index in indexes { sorters[index] = RecordSorter(folder, index.layout) }
  }

  /// Adds an item whose line comes after the previous ones.
  func addItem(
    _ change: StoreChange, of conversation: ConversationKey, at line: Range<Int>
  ) throws {
    let order = change.change.known.removal == nil ? OrderKey(change.item) : nil
    try addItem(ItemKey(change.item.id), order, of: conversation, at: line)
  }

  /// Adds an item whose line comes after the previous ones. A removed one has no order.
  func addItem(
    _ key: ItemKey, _ order: OrderKey?, of conversation: ConversationKey, at line: Range<Int>
  ) throws {
    Self.extend(&stretches[conversation, default: (0..<0, 0..<0)].items, by: line)
    itemCount += 1
    try sorters[.byId]?.add(Self.record(nil, key, at: line.lowerBound))
    if let order { try sorters[.byOrder]?.add(Self.record(order, key, at: line.lowerBound)) }
  }

  private static func record(_ order: OrderKey?, _ key: ItemKey, at offset: Int) -> [UInt8] {
    var record: [UInt8] = []
    record.reserveCapacity(SnapshotLayout.Index.byOrder.layout.size)
    order?.append(to: &record)
    key.append(to: &record)
    record.append(bigEndian: UInt64(offset))
    return record
  }

  /// Adds a line of read markers or failures, which comes after the previous ones.
  func addMarks(of conversation: ConversationKey, at line: Range<Int>) {
    Self.extend(&stretches[conversation, default: (0..<0, 0..<0)].marks, by: line)
  }

  private static func extend(_ stretch: inout Range<Int>, by line: Range<Int>) {
    stretch = (stretch.isEmpty ? line.lowerBound : stretch.lowerBound)..<line.upperBound
  }

  func write(_ index: SnapshotLayout.Index, in folder: any StorageFolder) throws {
    try sorter(index).write(to: try folder.open(index.name, .replacing))
  }

  /// Passes the records of an index to `body`, in order.
  func forEachRecord(
    of index: SnapshotLayout.Index, _ body: (ArraySlice<UInt8>) throws -> Void
  ) throws { try sorter(index).forEachInOrder(body) }

  /// Returns an index in memory.
  func index(_ index: SnapshotLayout.Index) throws -> SortedFile { try sorter(index).index() }

  private func sorter(_ index: SnapshotLayout.Index) throws -> RecordSorter {
    let sorter = sorters.removeValue(forKey: index) ?? RecordSorter(nil, index.layout)
    if index == .byConversation {
      for (key, stretch) in stretches {
        var record = key.bytes
        for range in [stretch.items, stretch.marks] {
          record.append(bigEndian: UInt64(range.lowerBound))
          record.append(bigEndian: UInt64(range.upperBound))
        }
        try sorter.add(record)
      }
    }
    return sorter
  }
}
