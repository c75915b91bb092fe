import ActionItems
import ItemRecords

/// Makes a new snapshot of what a store holds: the old one, with what lies over it.
struct SnapshotBuilder {
  private let contents: StoreContents
  private let retention: Retention
  private let undone: Set<Int>
  /// Runs below this one cannot be undone any more; their marks are put together.
  private let settledRun: Int

  /// How many runs can be undone.
  static let undoableRuns = 30

  /// What becomes of what a store holds.
  struct Retention {
    /// An item as it is kept; nil where all stay as they are.
    var item: ((KnownItem) -> KnownItem)?
    var keepsFailures: (_ conversation: String) -> Bool = { _ in true }
    /// Is told of the lines of the old snapshot that are damaged and left out; nil where that is refused.
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

  /// The old items in their order, each as its last change left it, and the new ones of a conversation
  /// behind its old ones. Returns the conversations of which items are lost.
  private func writeItems(_ writer: SnapshotWriter) throws -> Set<ConversationKey> {
    let tail = contents.tail.items
    // By conversation; an item that only changed has its place among the old ones, unless its old line is
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
        guard let old = try line.change() else { return }
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

  /// An item that the old snapshot does not have.
  private func writeNew(_ item: TailIndex.Item, _ writer: SnapshotWriter) throws {
    // One that has not changed since stands in the journal as it will stand in the snapshot.
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

  /// An item as its last change left it; where that is damaged, what stands for it, and nil where nothing
  /// whole is left.
  private func lastChange(of item: TailIndex.Item) throws -> StoreChange? {
    if let change = try contents.damages.passing({ try contents.change(of: item) }) {
      return change
    }
    guard var change = try contents.standing(of: item) else {
      contents.damages.note(
        "change \(item.place.sequence) is damaged, and nothing is left of its item")
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

  // MARK: - Marks

  /// Marks of conversations that lost items go, so that the next run reads them again.
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
        if case .marks(let marks) = try $0.said() { take(marks) }
      }
    }
    return found
  }

  /// Puts the marks of one grade and run together; the marks of undone runs go, and so do failures of
  /// messages that were read after all.
  private func write(
    _ lines: [MarkLine], of conversation: String, _ key: ConversationKey, _ writer: SnapshotWriter
  ) throws {
    struct Group: Hashable {
      var grade: Grade
      var run: Int
    }
    var groups: [Group: Set<UInt64>] = [:]
    let read = lines.filter { $0.grade != nil && !undone.contains($0.run) }
    for marks in read {
      guard let grade = marks.grade else { continue }
      let run = marks.run <= settledRun ? 0 : marks.run
      groups[Group(grade: grade, run: run), default: []].formUnion(marks.digests)
    }
    let order = groups.sorted {
      ($0.key.grade, $0.key.run) < ($1.key.grade, $1.key.run)
    }
    for (group, digests) in order {
      for part in digests.sorted().chunks(of: Self.digestsPerLine) {
        let line = MarkLine(
          conversation: conversation, grade: group.grade, run: group.run, digests: part)
        try writer.add(line, of: key)
      }
    }
    func isRead(_ digest: UInt64, atLeast grade: Grade) -> Bool {
      groups.contains { $0.key.grade >= grade && $0.value.contains(digest) }
    }
    for var failure in lines where failure.grade == nil && retention.keepsFailures(conversation) {
      let isRefusal = failure.refusedBy != nil
      if isRefusal, undone.contains(failure.run) { continue }
      if failure.fatalAt != nil {
        failure.digests = failure.digests(notReadBy: read)
      } else {
        // What an endpoint refused and the offline model read is still not to be asked about there.
        failure.digests.removeAll { isRead($0, atLeast: isRefusal ? .endpoint : .edited) }
      }
      // A window is called after the conversation and its people, and why it failed may quote them.
      if retention.item != nil { (failure.what, failure.why) = ("", "") }
      if !failure.digests.isEmpty { try writer.add(failure, of: key) }
    }
  }

  /// So that a line stays below a megabyte.
  private static let digestsPerLine = 65_536
}

extension Array {
  /// The elements in runs of at most `size`.
  func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
