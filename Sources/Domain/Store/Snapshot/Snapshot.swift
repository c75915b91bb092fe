import ItemRecords

/// What compaction left: items and marks up to some line of the journal, found by indexes.
///
/// It is never changed; a newer one takes its place.
final class Snapshot {
  let summary: SnapshotSummary
  var items: PlacedLines { lines.items }
  var marks: PlacedLines { lines.marks }
  private let lines: SnapshotLines
  private let folder: any StorageFolder
  private let byOrder: SnapshotIndex
  private let byId: SnapshotIndex
  private let byConversation: SnapshotIndex

  /// Opens a snapshot of a store; what it amounts to is read from its own file where `summary` is nil.
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

  // MARK: - Items by their keys

  /// The item of a key as its last change left it; nil where there is none.
  func item(_ key: ItemKey) throws -> StoreChange? {
    try byId.record(beginning: key.bytes).map { try items.change(at: Self.id($0).offset) }
  }

  /// Whether there is an item of a key, removed or not.
  func holds(_ key: ItemKey) throws -> Bool { try byId.record(beginning: key.bytes) != nil }

  /// The keys on both sides of a key, in the order of ids.
  func neighbours(of key: ItemKey) throws -> [ItemKey] {
    let place = try byId.lowerBound(key.bytes)
    let count = try byId.count
    // The key itself may stand between them.
    return try [place - 1, place, place + 1].filter { (0..<count).contains($0) }
      .map { try idRecord(at: $0).key }
  }

  /// Hands out the places of the items whose keys lie in a range, until `body` returns false.
  func forEachPlace(
    _ keys: ClosedRange<ItemKey>, _ body: (_ key: ItemKey, _ offset: Int) throws -> Bool
  ) throws {
    var place = try byId.lowerBound(keys.lowerBound.bytes)
    // The index may be made anew meanwhile, and have fewer.
    while try place < byId.count {
      let record = try idRecord(at: place)
      guard keys.contains(record.key), try body(record.key, record.offset) else { return }
      place += 1
    }
  }

  /// The record of the ids at a place: key and where the item's line begins.
  private func idRecord(at place: Int) throws -> (key: ItemKey, offset: Int) {
    Self.id(try byId.record(at: place))
  }

  private static func id(_ record: ArraySlice<UInt8>) -> (key: ItemKey, offset: Int) {
    (ItemKey(record), Int(UInt64(bigEndian: record.dropFirst(16))))
  }

  // MARK: - Items in order

  /// How many items have a place in the order.
  var count: Int { get throws { try byOrder.count } }

  /// The record of the order at a place: order, key and where the item's line begins.
  func orderRecord(at place: Int) throws -> (order: OrderKey, key: ItemKey, offset: Int) {
    let record = try byOrder.record(at: place)
    let (key, offset) = Self.id(record.dropFirst(OrderKey.size))
    return (OrderKey(record), key, offset)
  }

  /// Where the items begin that are not before an order; as many as there are where none is.
  func firstPlace(from order: OrderKey) throws -> Int {
    // With the least of all keys: every item of that order is behind it.
    try byOrder.lowerBound(order.bytes + ItemKey(high: 0, low: 0).bytes)
  }

  // MARK: - Conversations

  /// The stretches of `items` and `marks` that may hold lines of a conversation: those of every
  /// conversation with its key.
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

  /// The keys of the conversations of which a stretch of some kind is wanted.
  private func conversations(
    where isWanted: ((items: Range<Int>, marks: Range<Int>)) -> Bool
  ) throws -> [ConversationKey] {
    try (0..<byConversation.count).compactMap { place in
      let record = try byConversation.record(at: place)
      return isWanted(Self.stretches(record))
        ? ConversationKey(value: UInt64(bigEndian: record)) : nil
    }
  }

  /// The keys of the conversations that have marks or failures.
  func markedConversations() throws -> [ConversationKey] {
    try conversations { !$0.marks.isEmpty }
  }

  /// The items of the conversations with a key, removed ones too, in the order of their finding.
  func items(of conversation: ConversationKey, _ damages: DamageLog) throws -> [StoreChange] {
    guard let stretch = try stretches(of: conversation)?.items else { return [] }
    var found: [StoreChange] = []
    try items.forEach(in: stretch, onDamage: damages.note) { line, _ in
      if case .change(let change) = line { found.append(change) }
    }
    return found
  }

  /// Hands out the lines of marks and failures of the conversations with a key.
  func markLines(
    of conversation: ConversationKey, _ damages: DamageLog, _ body: (MarkLine) throws -> Void
  ) throws {
    guard let stretch = try stretches(of: conversation)?.marks else { return }
    try marks.forEach(in: stretch, onDamage: damages.note) { line, _ in
      if case .marks(let marks) = line { try body(marks) }
    }
  }

  // MARK: - Damage

  /// What is not as it was written: lines, and each file beside them that says otherwise than they do.
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
            "\(folder.path)/\(kind.name): it does not lead to the lines that are there;"
              + " 'actionitems store compact' builds it anew")
        }
      } catch let error as IndexError {
        damages.append("\(error)")
      }
    }
    do {
      let path = "\(folder.path)/\(SnapshotLayout.summary)"
      if try SnapshotSummary(in: folder) != summary {
        damages.append("\(path) is of another snapshot")
      }
    } catch let error as StoreError {
      damages.append("\(error)")
    }
    return damages
  }

  /// Whether an index's file has all that the lines say; where `only` is true, it has to have nothing else.
  /// A damaged line is in the file, too.
  private static func leads(
    _ file: SortedFile, to lines: SnapshotIndexer, _ kind: SnapshotLayout.Index, only: Bool
  ) throws -> Bool {
    var place = 0
    var isRight = true
    try lines.forEachRecord(of: kind) { record in
      while place < file.count {
        let found = try file.record(at: place)
        // Lines that are damaged may begin or end a conversation's stretch.
        let isIt = found == record || !only && kind == .byConversation && covers(found, record)
        if !isIt, !found.lexicographicallyPrecedes(record) { break }
        place += 1
        if isIt { return }
        if only { isRight = false }
      }
      isRight = false
    }
    // All pages are looked at.
    for place in place..<file.count { _ = try file.record(at: place) }
    return isRight && (place == file.count || !only)
  }

  /// Whether a record of conversations has the stretches of another one of the same conversation.
  private static func covers(_ whole: ArraySlice<UInt8>, _ part: ArraySlice<UInt8>) -> Bool {
    func number(_ record: ArraySlice<UInt8>, _ index: Int) -> UInt64 {
      UInt64(bigEndian: record.dropFirst(8 * index))
    }
    guard number(whole, 0) == number(part, 0) else { return false }
    // As numbers: the file may hold what is no stretch.
    return [1, 3].allSatisfy { begin in
      let (lower, upper) = (number(part, begin), number(part, begin + 1))
      return lower == upper || number(whole, begin) <= lower && upper <= number(whole, begin + 1)
    }
  }

  /// The conversations that lose an open item with damaged places of `items`, as the indexes tell.
  ///
  /// Places at which only items stood that were taken away or are done are left out: to read their messages
  /// again would make open items of them. The places have to be in order.
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
    // Where the indexes know of no line, nothing is known of it.
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
  /// The place of the first element that is not below, where those that are stand first.
  func partitionPoint(where isBelow: (Element) throws -> Bool) rethrows -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if try isBelow(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
