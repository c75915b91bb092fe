import ActionItems
import ItemRecords

/// Decides what a new snapshot keeps of the old one and the journal, and passes that to a `SnapshotWriter`.
struct SnapshotBuilder {
  private let contents: StoreContents
  private let retention: Retention
  private let undone: Set<Int>
  /// Runs up to this one can no longer be undone; their read markers are merged.
  private let settledRun: Int

  /// The number of recent runs that can be undone.
  static let undoableRuns = 30

  /// The rules for what a new snapshot keeps.
  struct Retention {
    /// Returns an item as it is kept; nil if all items stay unchanged.
    var item: ((ItemRecord) -> ItemRecord)?
    var keepsFailures: (_ conversation: String) -> Bool = { _ in true }
    /// Receives the ranges of damaged lines of the old snapshot that are left out. If it is nil, damage is an error.
    var losing: ((Range<Int>) throws -> Void)?
  }

  init(_ contents: StoreContents, _ retention: Retention) {
    self.contents = contents
    self.retention = retention
    undone = contents.undoneRuns
    settledRun = contents.lastRun - Self.undoableRuns
  }

  func write(
    into folder: any StorageFolder, store: String, sequence: Int
  ) throws -> SnapshotSummary {
    let writer = try SnapshotWriter(folder)
    try writeMarks(writer, forgetting: try writeItems(writer))
    let summary = SnapshotSummary(
      store: store, sequence: sequence, lastRun: contents.lastRun, items: writer.itemCount,
      hasEndpointMarks: writer.hasEndpointMarks,
      undoneRuns: undone.filter { $0 > settledRun }.sorted())
    try writer.finish(summary)
    return summary
  }

  // MARK: - Items

  /// Writes the old items in their order, each in its last version, and a conversation's new items after its old ones.
  ///
  /// Returns the conversations that lost items.
  private func writeItems(_ writer: SnapshotWriter) throws -> Set<ConversationKey> {
    let tail = contents.tail.items
    // Sorted by conversation. An item that only changed keeps its place among the old ones, unless its old line is
    // damaged.
    var rest = tail.indices.sorted {
      (tail[$0].conversation, tail[$0].first) < (tail[$1].conversation, tail[$1].first)
    }[...]
    var written: Set<ItemKey> = []
    func writeRest(before limit: ConversationKey?) throws {
      while let index = rest.first, limit.map({ tail[index].conversation < $0 }) ?? true {
        rest.removeFirst()
        if !written.contains(tail[index].key) { try writeNew(tail[index], writer) }
      }
    }
    var damaged: [Range<Int>] = []
    if let snapshot = contents.snapshot {
      func pass(_ damage: StoreError, _ range: Range<Int>) throws {
        guard let losing = retention.losing else { throw damage }
        contents.damages.note(damage, range)
        damaged.append(range)
        try losing(range)
      }
      try snapshot.items.forEachLine(onDamage: pass) { line, _ in
        guard case .change(let old) = try StoreLine(line) else { return }
        let item = old.change.known.item
        let conversation = ConversationKey(item.conversationId)
        try writeRest(before: conversation)
        let key = ItemKey(item.id)
        guard let newer = contents.tail.item(key) else {
          if retention.item == nil {
            let order = old.change.known.removal == nil ? OrderKey(item) : nil
            try writer.add(line, key, order, of: conversation)
          } else {
            try write(old, conversation, writer)
          }
          return
        }
        written.insert(key)
        guard var change = try lastChange(of: newer) else { return }
        change.created = old.created ?? old.sequence
        try write(change, conversation, writer)
      }
    }
    try writeRest(before: nil)
    return try contents.snapshot?.conversations(losing: damaged) ?? []
  }

  /// Writes an item that is not in the old snapshot.
  private func writeNew(_ item: TailIndex.Item, _ writer: SnapshotWriter) throws {
    // The journal line of an unchanged item is identical to its snapshot line.
    let isLost = contents.tail.lost[item.key] != nil
    if retention.item == nil, item.first == item.place.sequence, !item.isRemoved, !isLost {
      let isCopied = try contents.journalLines().line(at: item.place) { line in
        guard StoreChange.isCreation(line) else { return false }
        try writer.add(line, item.key, item.order, of: item.conversation)
        return true
      }
      if isCopied { return }
    }
    guard var change = try lastChange(of: item) else { return }
    change.created = item.first
    try write(change, item.conversation, writer)
  }

  /// The last change of an item. If that is damaged, its fallback version, or nil if nothing intact is left.
  private func lastChange(of item: TailIndex.Item) throws -> StoreChange? {
    if let change = try contents.damages.passing({ try contents.change(of: item) }) {
      return change
    }
    guard var change = try contents.standing(of: item) else {
      contents.damages.note(
        "change \(item.place.sequence) is damaged, and its item is lost")
      return nil
    }
    change.sequence = item.place.sequence
    return change
  }

  private func write(
    _ change: StoreChange, _ conversation: ConversationKey, _ writer: SnapshotWriter
  ) throws {
    let kept = retention.item?(change.change.known) ?? change.change.known
    var change = change
    let kind: ItemChange.Kind = kept.removal == nil ? .created : .deleted
    change.change = ItemChange(kind, kept, by: change.change.by)
    try writer.add(change, of: conversation)
  }

  // MARK: - Read markers

  /// Writes the read markers. Those of conversations that lost items are dropped, so that the next run reads them
  /// again.
  private func writeMarks(
    _ writer: SnapshotWriter, forgetting lost: Set<ConversationKey>
  ) throws {
    var keys = Set(contents.tail.marks.keys)
    if let snapshot = contents.snapshot { keys.formUnion(try snapshot.markedConversations()) }
    for key in keys.sorted() where !lost.contains(key) {
      for (conversation, lines) in try lines(of: key).sorted(by: { $0.key < $1.key }) {
        try write(lines, of: conversation, key, writer)
      }
    }
  }

  private func lines(of key: ConversationKey) throws -> [String: [MarkLine]] {
    var found: [String: [MarkLine]] = [:]
    func take(_ line: MarkLine) { found[line.conversation, default: []].append(line) }
    try contents.snapshot?.markLines(of: key, contents.damages, take)
    for place in contents.tail.marks[key] ?? [] {
      try contents.journal?.line(at: place) {
        if case .marks(let marks) = try StoreLine($0) { take(marks) }
      }
    }
    return found
  }

  /// Merges the read markers of one level and run. Drops markers of undone runs, and failures of messages that were
  /// read since.
  private func write(
    _ lines: [MarkLine], of conversation: String, _ key: ConversationKey, _ writer: SnapshotWriter
  ) throws {
    struct Group: Hashable {
      var readLevel: ReadLevel
      var run: Int
    }
    var groups: [Group: Set<UInt64>] = [:]
    let read = lines.filter { $0.readLevel != nil && !undone.contains($0.run) }
    for marks in read {
      guard let readLevel = marks.readLevel else { continue }
      let run = marks.run <= settledRun ? 0 : marks.run
      groups[Group(readLevel: readLevel, run: run), default: []].formUnion(marks.digests)
    }
    let order = groups.sorted {
      ($0.key.readLevel, $0.key.run) < ($1.key.readLevel, $1.key.run)
    }
    for (group, digests) in order {
      for part in digests.sorted().chunks(of: Self.digestsPerLine) {
        let line = MarkLine(
          conversation: conversation, readLevel: group.readLevel, run: group.run, digests: part)
        try writer.add(line, of: key)
      }
    }
    func isRead(_ digest: UInt64, atLeast readLevel: ReadLevel) -> Bool {
      groups.contains { $0.key.readLevel >= readLevel && $0.value.contains(digest) }
    }
    for var failure in lines where failure.readLevel == nil && retention.keepsFailures(conversation)
    {
      let isRefusal = failure.refusedBy != nil
      if isRefusal, undone.contains(failure.run) { continue }
      if failure.fatalAt != nil {
        failure.digests = failure.digests(notReadBy: read)
      } else {
        // The endpoint is still not asked for messages that it refused, even if the offline model read them.
        failure.digests.removeAll { isRead($0, atLeast: isRefusal ? .endpoint : .edited) }
      }
      // Window names contain the conversation and its people, and failure reasons may quote them.
      if retention.item != nil { (failure.what, failure.why) = ("", "") }
      if !failure.digests.isEmpty { try writer.add(failure, of: key) }
    }
  }

  /// The limit keeps a line below a megabyte.
  private static let digestsPerLine = 65_536
}

extension Array {
  /// The elements in runs of at most `size`.
  func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
