import Extraction
import Glibc
import Journal

/// What compaction left: items and marks up to some line of the journal, found by indexes.
///
/// It is never changed; a newer one takes its place.
final class Snapshot {
  let name: String
  let summary: SnapshotSummary
  let items: PlacedLines
  let marks: PlacedLines
  private let folder: any StorageFolder
  private let byOrder: SnapshotIndex
  private let byId: SnapshotIndex
  private let byConversation: SnapshotIndex

  /// Opens a snapshot of a store; what it amounts to is read from its own file where `summary` is nil.
  init(
    _ name: String, in store: any StorageFolder, summary: SnapshotSummary?, _ damages: DamageLog
  ) throws {
    self.name = name
    let folder = try store.existingFolder(SnapshotLayout.folder).existingFolder(name)
    func lines(_ file: String) throws -> PlacedLines {
      PlacedLines(file: try folder.open(file, .reading), path: "\(folder.path)/\(file)")
    }
    let (items, marks) = (try lines(SnapshotLayout.items), try lines(SnapshotLayout.marks))
    let rebuilding = IndexRebuilding(items: items, marks: marks, damages: damages)
    func index(_ index: SnapshotLayout.Index) throws -> SnapshotIndex {
      try SnapshotIndex(index, in: folder, damages, rebuilding)
    }
    self.folder = folder
    self.summary = try summary ?? SnapshotSummary(in: folder)
    self.items = items
    self.marks = marks
    byId = try index(.byId)
    byOrder = try index(.byOrder)
    byConversation = try index(.byConversation)
  }

  /// The item of a key as its last change left it; nil where there is none.
  func item(_ key: ItemKey) throws -> StoreChange? {
    try offset(of: key).map { try change(at: $0) }
  }

  /// Whether there is an item of a key, removed or not.
  func holds(_ key: ItemKey) throws -> Bool { try offset(of: key) != nil }

  private func offset(of key: ItemKey) throws -> Int? {
    var bytes: [UInt8] = []
    key.append(to: &bytes)
    let place = try byId.lowerBound(bytes)
    guard try place < byId.count else { return nil }
    let record = try idRecord(at: place)
    return record.key == key ? record.offset : nil
  }

  /// The keys on both sides of a key, in the order of ids.
  func neighbours(of key: ItemKey) throws -> [ItemKey] {
    var bytes: [UInt8] = []
    key.append(to: &bytes)
    let place = try byId.lowerBound(bytes)
    let count = try byId.count
    // The key itself may stand between them.
    return try [place - 1, place, place + 1].filter { (0..<count).contains($0) }
      .map { try idRecord(at: $0).key }
  }

  /// Hands out the places of the items whose keys lie in a range, until `body` returns false.
  func forEachPlace(
    _ keys: ClosedRange<ItemKey>, _ body: (_ key: ItemKey, _ offset: Int) throws -> Bool
  ) throws {
    var bytes: [UInt8] = []
    keys.lowerBound.append(to: &bytes)
    var place = try byId.lowerBound(bytes)
    while try place < byId.count {
      let record = try idRecord(at: place)
      guard keys.contains(record.key), try body(record.key, record.offset) else { return }
      place += 1
    }
  }

  /// The item whose line begins at a place, and is so many bytes long where that is known.
  func change(at offset: Int, length: Int? = nil) throws -> StoreChange {
    try items.line(at: offset, length: length) { line in
      guard case .change(let change) = try StoreLine(line.bytes, sequence: line.sequence) else {
        throw items.damaged(offset)
      }
      return change
    }
  }

  /// How many items the indexes have, and how many of them in the order.
  var counts: (all: Int, open: Int) { get throws { (try byId.count, try byOrder.count) } }

  /// How many items are in the order.
  var orderedCount: Int { get throws { try byOrder.count } }

  /// The record of the ids at a place: key and where the item's line begins.
  func idRecord(at place: Int) throws -> (key: ItemKey, offset: Int) {
    let record = try byId.record(at: place)
    return (ItemKey(record), Int(UInt64(bigEndian: record.dropFirst(16))))
  }

  /// The record of the order at a place: order, key and where the item's line begins.
  func orderRecord(at place: Int) throws -> (order: OrderKey, key: ItemKey, offset: Int) {
    let record = try byOrder.record(at: place)
    let rest = record.dropFirst(OrderKey.size)
    return (OrderKey(record), ItemKey(rest), Int(UInt64(bigEndian: rest.dropFirst(16))))
  }

  /// Where the items begin that are not before an order; as many as there are where none is.
  func firstPlace(from order: OrderKey) throws -> Int {
    var bytes: [UInt8] = []
    order.append(to: &bytes)
    // The least of all keys: every item of that order is behind it.
    bytes.append(contentsOf: repeatElement(0, count: 16))
    return try byOrder.lowerBound(bytes)
  }

  /// Whether the order has an item in this place.
  func isInOrder(_ order: OrderKey, _ key: ItemKey) throws -> Bool {
    var bytes: [UInt8] = []
    order.append(to: &bytes)
    key.append(to: &bytes)
    let place = try byOrder.lowerBound(bytes)
    guard try place < byOrder.count else { return false }
    let found = try orderRecord(at: place)
    return found.order == order && found.key == key
  }

  /// Hands out every item, removed ones too, in the order of their last changes; damaged lines are noted.
  func forEachBySequence(_ damages: DamageLog, _ body: (StoreChange) throws -> Void) throws {
    let sorter = RecordSorter(inMemory: RecordLayout(kind: "by-sequence", size: 16, keySize: 8))
    try items.forEachLine(in: try items.all(), onDamage: .note(damages)) { line, offset in
      var record: [UInt8] = []
      record.append(bigEndian: UInt64(line.sequence))
      record.append(bigEndian: UInt64(offset))
      try sorter.add(record)
    }
    try sorter.sorted { record in
      try body(try change(at: Int(UInt64(bigEndian: ArraySlice(record.dropFirst(8))))))
    }
  }

  /// Tells of every file of the snapshot, but those of lines, what is not as it was written.
  func checkIndexes(_ note: (String) -> Void) throws {
    for index in SnapshotLayout.Index.allCases {
      do {
        let file = try SnapshotIndex.open(index, in: folder)
        for place in 0..<file.count { _ = try file.record(at: place) }
      } catch let error as IndexError {
        note("\(error)")
      } catch let error as StorageError where error.number == ENOENT && index == .byOrder {
        // Of an earlier version, as in `SnapshotIndex`.
      }
    }
    do {
      let path = "\(folder.path)/\(SnapshotLayout.summary)"
      if try SnapshotSummary(in: folder) != summary { note("\(path) is of another snapshot") }
    } catch let error as StoreError {
      note("\(error)")
    }
  }

  // MARK: - Conversations

  /// The stretches of `items` and `marks` that may hold lines of a conversation: those of every
  /// conversation with its key.
  func stretches(
    of conversation: ConversationKey
  ) throws -> (items: Range<Int>, marks: Range<Int>)? {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: conversation.value)
    let place = try byConversation.lowerBound(bytes)
    guard try place < byConversation.count else { return nil }
    let record = try conversationRecord(at: place)
    return record.key == conversation ? (record.items, record.marks) : nil
  }

  /// How many keys of conversations there are.
  var conversationCount: Int { get throws { try byConversation.count } }

  /// The record of the conversations at a place: key and the stretches of `items` and `marks`.
  func conversationRecord(
    at place: Int
  ) throws -> (key: ConversationKey, items: Range<Int>, marks: Range<Int>) {
    let record = try byConversation.record(at: place)
    func number(_ index: Int) -> Int { Int(UInt64(bigEndian: record.dropFirst(8 * index))) }
    return (
      ConversationKey(value: UInt64(bigEndian: record)), number(1)..<number(2),
      number(3)..<number(4)
    )
  }

  /// The keys of the conversations that have marks or failures.
  func markedConversations() throws -> [ConversationKey] {
    try (0..<conversationCount).compactMap { place in
      let record = try conversationRecord(at: place)
      return record.marks.isEmpty ? nil : record.key
    }
  }

  /// The items of the conversations with a key, removed ones too, in the order of their finding.
  func items(of conversation: ConversationKey, _ damages: DamageLog) throws -> [StoreChange] {
    guard let stretch = try stretches(of: conversation)?.items else { return [] }
    var found: [StoreChange] = []
    try items.forEachLine(in: stretch, onDamage: .note(damages)) { line, _ in
      if case .change(let change) = try StoreLine(line.bytes, sequence: line.sequence) {
        found.append(change)
      }
    }
    return found
  }

  /// Hands out the lines of marks and failures of the conversations with a key.
  func markLines(
    of conversation: ConversationKey, _ damages: DamageLog, _ body: (StoreLine) throws -> Void
  ) throws {
    guard let stretch = try stretches(of: conversation)?.marks else { return }
    try marks.forEachLine(in: stretch, onDamage: .note(damages)) { line, _ in
      try body(try StoreLine(line.bytes, sequence: line.sequence))
    }
  }
}
