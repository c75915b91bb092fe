import ActionItems
import ItemRecords

/// The files of a snapshot, a folder below `snapshot/`.
///
/// Lines are written as in the journal, with the number of their last change; those of one
/// conversation lie together, in the order of conversation keys.
enum SnapshotLayout {
  static let folder = "snapshot"
  /// What the snapshot amounts to; written last.
  static let summary = "summary.json"
  /// Items, removed ones too.
  static let items = "items.jsonl"
  /// Messages that were read, or failed to be.
  static let marks = "marks.jsonl"

  /// The indexes. Each is made of the lines alone, and anew, in memory, where it is in doubt. A million items are some
  /// 900 MB of lines; to read them all takes seconds, what is asked of an index some 20 ms.
  enum Index: CaseIterable {
    /// From ids to places in `items`, 24 bytes each: without it, `show`, an edit and each item that a peer sends would
    /// read all lines.
    case byId
    /// From places in repository order to places in `items`, 56 bytes each; removed items are left out. Without it,
    /// `list --limit 50` would read all lines, and sort them.
    case byOrder
    /// From conversations to stretches of `items` and `marks`, 40 bytes each: without it, a run would read all lines
    /// for each conversation that it looks at.
    case byConversation

    var name: String { layout.kind }

    /// What its records look like.
    var layout: RecordLayout {
      switch self {
      case .byId: RecordLayout(kind: "items.by-id", size: 24, keySize: 16)
      case .byOrder: RecordLayout(kind: "items.by-order2", size: 56, keySize: 48)
      case .byConversation: RecordLayout(kind: "conversations", size: 40, keySize: 8)
      }
    }
  }
}

/// Gathers what the indexes of a snapshot hold while its lines are written, or read anew.
final class SnapshotIndexer {
  private var sorters: [SnapshotLayout.Index: RecordSorter] = [:]
  private var stretches: [ConversationKey: (items: Range<Int>, marks: Range<Int>)] = [:]
  /// Items that were added, removed ones too.
  private(set) var itemCount = 0

  /// Gathers for some indexes; what takes much room goes to files in `folder`, if there is one.
  init(_ indexes: [SnapshotLayout.Index], in folder: (any StorageFolder)?) {
    for index in indexes { sorters[index] = RecordSorter(folder, index.layout) }
  }

  /// Adds an item whose line lies behind the others.
  func addItem(
    _ change: StoreChange, of conversation: ConversationKey, at line: Range<Int>
  ) throws {
    let order = change.change.known.removal == nil ? OrderKey(change.item) : nil
    try addItem(ItemKey(change.item.id), order, of: conversation, at: line)
  }

  /// The same; a removed one has no order.
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

  /// Adds a line of marks or failures, which lies behind the others.
  func addMarks(of conversation: ConversationKey, at line: Range<Int>) {
    Self.extend(&stretches[conversation, default: (0..<0, 0..<0)].marks, by: line)
  }

  private static func extend(_ stretch: inout Range<Int>, by line: Range<Int>) {
    stretch = (stretch.isEmpty ? line.lowerBound : stretch.lowerBound)..<line.upperBound
  }

  func write(_ index: SnapshotLayout.Index, in folder: any StorageFolder) throws {
    try sorter(index).write(to: try folder.open(index.name, .replacing))
  }

  /// Hands out the records of an index in their order.
  func forEachRecord(
    of index: SnapshotLayout.Index, _ body: (ArraySlice<UInt8>) throws -> Void
  ) throws { try sorter(index).forEachInOrder(body) }

  /// An index in memory.
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
