import Journal

/// The files of a snapshot, a folder below `snapshot/`.
///
/// Lines are written as in the journal, with the number of their last change; those of one
/// conversation lie together, in the order of conversation keys.
enum SnapshotLayout {
  /// The folder of all snapshots.
  static let folder = "snapshot"
  /// What the snapshot amounts to; written last.
  static let summary = "summary.json"
  /// Items, removed ones too.
  static let items = "items.jsonl"
  /// Messages that were read, or failed to be.
  static let marks = "marks.jsonl"

  /// The indexes.
  enum Index: CaseIterable {
    /// From ids to places in `items`.
    case byId
    /// From places in repository order to places in `items`; removed items are left out.
    case byOrder
    /// From conversations to stretches of `items` and `marks`.
    case byConversation

    /// The file's name.
    var name: String { layout.kind }

    /// What its records look like.
    ///
    /// Whenever the order changes, its file gets another name: a snapshot with the former one has none.
    var layout: RecordLayout {
      switch self {
      case .byId: RecordLayout(kind: "items.by-id", size: 24, keySize: 16)
      case .byOrder: RecordLayout(kind: "items.by-order2", size: 56, keySize: 48)
      case .byConversation: RecordLayout(kind: "conversations", size: 40, keySize: 8)
      }
    }
  }

  // MARK: - Records

  static func idRecord(_ key: ItemKey, at offset: Int) -> [UInt8] {
    var record: [UInt8] = []
    record.reserveCapacity(Index.byId.layout.size)
    key.append(to: &record)
    record.append(bigEndian: UInt64(offset))
    return record
  }

  static func orderRecord(_ order: OrderKey, _ key: ItemKey, at offset: Int) -> [UInt8] {
    var record: [UInt8] = []
    record.reserveCapacity(Index.byOrder.layout.size)
    order.append(to: &record)
    key.append(to: &record)
    record.append(bigEndian: UInt64(offset))
    return record
  }

  static func conversationRecord(_ key: ConversationKey, _ stretch: Stretch) -> [UInt8] {
    var record: [UInt8] = []
    record.append(bigEndian: key.value)
    for range in [stretch.items, stretch.marks] {
      record.append(bigEndian: UInt64(range.lowerBound))
      record.append(bigEndian: UInt64(range.upperBound))
    }
    return record
  }

  /// Where the lines of the conversations with one key lie.
  struct Stretch {
    private(set) var items = 0..<0
    private(set) var marks = 0..<0

    /// Adds an item's line, which lies behind the others.
    mutating func addItem(_ line: Range<Int>) { Self.add(line, to: &items) }

    /// Adds a line of marks or failures, which lies behind the others.
    mutating func addMarks(_ line: Range<Int>) { Self.add(line, to: &marks) }

    private static func add(_ line: Range<Int>, to range: inout Range<Int>) {
      range = (range.isEmpty ? line.lowerBound : range.lowerBound)..<line.upperBound
    }
  }
}
