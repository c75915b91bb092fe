import ItemRecords

/// A snapshot (the result of compaction), opened for lookups: items and read markers up to a line of the journal.
///
/// Its files never change; a newer snapshot replaces it. `damages` checks the files. `partitionPoint`, below, is a
/// binary search of any collection.
final class Snapshot {
  let summary: SnapshotSummary
  var items: PlacedLines { lines.items }
  var marks: PlacedLines { lines.marks }
  private let lines: SnapshotLines
  private let folder: any StorageFolder
  private let byOrder: SnapshotIndex
  private let byId: SnapshotIndex
  private let byConversation: SnapshotIndex

  /// Opens a snapshot of a store. If `summary` is nil, it is read from the summary file.
  init(
    _ name: String, in store: any StorageFolder, summary: SnapshotSummary?, _ damages: DamageLog
  ) throws {
    let folder = try store.existingFolder(SnapshotLayout.folder).existingFolder(name)
    func open(_ file: String) throws -> PlacedLines {
      PlacedLines(file: try folder.open(file, .reading), path: "\(folder.path)/\(file)")
    }
    lines = SnapshotLines(
      items: try open(SnapshotLayout.items), marks: try open(SnapshotLayout.marks))
    self.folder = folder
    self.summary = try summary ?? SnapshotSummary(in: folder)
    byId = try SnapshotIndex(.byId, in: folder, of: lines, damages)
    byOrder = try SnapshotIndex(.byOrder, in: folder, of: lines, damages)
    byConversation = try SnapshotIndex(.byConversation, in: folder, of: lines, damages)
  }

  // MARK: - Items by key

  /// The last change of the item with a key; nil for an unknown key.
  func item(_ key: ItemKey) throws -> StoreChange? {
    try byId.record(beginning: key.bytes).map { try items.change(at: Self.id($0).offset) }
  }

  /// Returns whether there is an item with a key, removed or not.
  func holds(_ key: ItemKey) throws -> Bool { try byId.record(beginning: key.bytes) != nil }

  /// The keys before and after a key, in id order.
  func neighbours(of key: ItemKey) throws -> [ItemKey] {
    let place = try byId.lowerBound(key.bytes)
    let count = try byId.count
    // The key itself may be between them.
    return try [place - 1, place, place + 1].filter { (0..<count).contains($0) }
      .map { try idRecord(at: $0).key }
  }

  /// Passes the places of the items in a range of keys to `body`, until it returns false.
  func forEachPlace(
    _ keys: ClosedRange<ItemKey>, _ body: (_ key: ItemKey, _ offset: Int) throws -> Bool
  ) throws {
    var place = try byId.lowerBound(keys.lowerBound.bytes)
    // The index may be rebuilt in between and have fewer records.
    while try place < byId.count {
      let record = try idRecord(at: place)
      guard keys.contains(record.key), try body(record.key, record.offset) else { return }
      place += 1
    }
  }

  /// The id record at a place: the key, and the offset of the item's line.
  private func idRecord(at place: Int) throws -> (key: ItemKey, offset: Int) {
    Self.id(try byId.record(at: place))
  }

  private static func id(_ record: ArraySlice<UInt8>) -> (key: ItemKey, offset: Int) {
    (ItemKey(record), Int(UInt64(bigEndian: record.dropFirst(16))))
  }

  // MARK: - Items in order

  /// The number of items with a place in the order.
  var count: Int { get throws { try byOrder.count } }

  /// The order record at a place: the order, the key, and the offset of the item's line.
  func orderRecord(at place: Int) throws -> (order: OrderKey, key: ItemKey, offset: Int) {
    let record = try byOrder.record(at: place)
    let (key, offset) = Self.id(record.dropFirst(OrderKey.size))
    return (OrderKey(record), key, offset)
  }

  /// The place of the first item that is not before an order; the count if there is no such item.
  func firstPlace(from order: OrderKey) throws -> Int {
    // With the least key, so that every item of that order comes after it.
    try byOrder.lowerBound(order.bytes + ItemKey(high: 0, low: 0).bytes)
  }

  // MARK: - Conversations

  /// The ranges of `items` and `marks` that may contain lines of a conversation: those of every conversation with its
  /// key.
  func stretches(
    of conversation: ConversationKey
  ) throws -> (items: Range<Int>, marks: Range<Int>)? {
    try byConversation.record(beginning: conversation.bytes).map(Self.stretches)
  }

  private static func stretches(
    _ record: ArraySlice<UInt8>
  ) -> (items: Range<Int>, marks: Range<Int>) {
    func number(_ index: Int) -> Int { Int(UInt64(bigEndian: record.dropFirst(8 * index))) }
    return (number(1)..<number(2), number(3)..<number(4))
  }

  /// The keys of the conversations with matching ranges.
  private func conversations(
    where isWanted: ((items: Range<Int>, marks: Range<Int>)) -> Bool
  ) throws -> [ConversationKey] {
    try (0..<byConversation.count).compactMap { place in
      let record = try byConversation.record(at: place)
      return isWanted(Self.stretches(record))
        ? ConversationKey(value: UInt64(bigEndian: record)) : nil
    }
  }

  /// The keys of the conversations that have read markers or failures.
  func markedConversations() throws -> [ConversationKey] {
    try conversations { !$0.marks.isEmpty }
  }

  /// The items of the conversations with a key, including removed ones, in the order in which they were found.
  func items(of conversation: ConversationKey, _ damages: DamageLog) throws -> [StoreChange] {
    guard let stretch = try stretches(of: conversation)?.items else { return [] }
    var found: [StoreChange] = []
    try items.forEach(in: stretch, onDamage: damages.note) { line, _ in
      if case .change(let change) = line { found.append(change) }
    }
    return found
  }

  /// Passes the lines of read markers and failures of the conversations with a key to `body`.
  func markLines(
    of conversation: ConversationKey, _ damages: DamageLog, _ body: (MarkLine) throws -> Void
  ) throws {
    guard let stretch = try stretches(of: conversation)?.marks else { return }
    try marks.forEach(in: stretch, onDamage: damages.note) { line, _ in
      if case .marks(let marks) = line { try body(marks) }
    }
  }

  // MARK: - Damage

  /// The damage found: damaged lines, and files next to them that contradict the lines.
  func damages() throws -> [String] {
    let log = DamageLog()
    let indexes = try lines.indexer(SnapshotLayout.Index.allCases, log, notingUnknown: true)
    var damages = log.take()
    let isWhole = damages.isEmpty
    for kind in SnapshotLayout.Index.allCases {
      do {
        let file = try SnapshotIndex.open(kind, in: folder)
        if try !Self.leads(file, to: indexes, kind, only: isWhole) {
          damages.append(
            "\(folder.path)/\(kind.name): it does not match the lines of the snapshot;"
              + " 'actionitems store compact' rebuilds it")
        }
      } catch let error as IndexError {
        damages.append("\(error)")
      }
    }
    do {
      let path = "\(folder.path)/\(SnapshotLayout.summary)"
      if try SnapshotSummary(in: folder) != summary {
        damages.append("\(path) belongs to another snapshot")
      }
    } catch let error as StoreError {
      damages.append("\(error)")
    }
    return damages
  }

  /// Returns whether an index file agrees with the lines. If `only` is true, it must have no other records; otherwise
  /// it may refer to damaged lines, too.
  private static func leads(
    _ file: SortedFile, to lines: SnapshotIndexer, _ kind: SnapshotLayout.Index, only: Bool
  ) throws -> Bool {
    var place = 0
    var isRight = true
    try lines.forEachRecord(of: kind) { record in
      while place < file.count {
        let found = try file.record(at: place)
        // Damaged lines may be at the start or end of a conversation's range.
        let isIt = found == record || !only && kind == .byConversation && covers(found, record)
        if !isIt, !found.lexicographicallyPrecedes(record) { break }
        place += 1
        if isIt { return }
        if only { isRight = false }
      }
      isRight = false
    }
    // The remaining pages are also checked.
    for place in place..<file.count { _ = try file.record(at: place) }
    return isRight && (place == file.count || !only)
  }

  /// Returns whether a conversation's record covers the ranges of another record of the same conversation.
  private static func covers(_ whole: ArraySlice<UInt8>, _ part: ArraySlice<UInt8>) -> Bool {
    func number(_ record: ArraySlice<UInt8>, _ index: Int) -> UInt64 {
      UInt64(bigEndian: record.dropFirst(8 * index))
    }
    guard number(whole, 0) == number(part, 0) else { return false }
    // Compared as numbers, because the file may contain invalid ranges.
    return [1, 3].allSatisfy { begin in
      let (lower, upper) = (number(part, begin), number(part, begin + 1))
      return lower == upper || number(whole, begin) <= lower && upper <= number(whole, begin + 1)
    }
  }

  /// The conversations that lose an open item to damaged ranges of `items`, according to the indexes.
  ///
  /// Ranges with only removed or done items are left out, because reading their messages again would make the items
  /// open. The ranges must be in order.
  func conversations(losing damaged: [Range<Int>]) throws -> Set<ConversationKey> {
    if damaged.isEmpty { return [] }
    var lines = Array(repeating: 0, count: damaged.count)
    var open = lines
    for place in 0..<(try byId.count) {
      if let index = Self.index(of: try idRecord(at: place).offset, in: damaged) {
        lines[index] += 1
      }
    }
    for place in 0..<(try byOrder.count) {
      let record = try orderRecord(at: place)
      if let index = Self.index(of: record.offset, in: damaged), !record.order.isComplete {
        open[index] += 1
      }
    }
    // If the indexes have no line in a range, its contents are unknown.
    let losing = damaged.indices.filter { open[$0] > 0 || lines[$0] == 0 }.map { damaged[$0] }
    return Set(
      try conversations { stretches in losing.contains { $0.overlaps(stretches.items) } })
  }

  private static func index(of offset: Int, in ranges: [Range<Int>]) -> Int? {
    let place = ranges.partitionPoint { $0.upperBound <= offset }
    return place < ranges.count && ranges[place].contains(offset) ? place : nil
  }
}

extension RandomAccessCollection where Index == Int {
  /// The place of the first element that is not below. All elements that are below must come first.
  func partitionPoint(where isBelow: (Element) throws -> Bool) rethrows -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if try isBelow(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
