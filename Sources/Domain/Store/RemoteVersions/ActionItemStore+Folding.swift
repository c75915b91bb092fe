public import ActionItems
import ItemRecords

/// Merging another store with its read markers, or a list of items, into this store.
extension ActionItemStore {
  /// Merges another store into this one: its items, including removed ones, and its read markers. The other store is
  /// only read.
  ///
  /// Items are merged field by field, as those of other devices. The result is the same in any order and any number of
  /// times. The read markers are written after the items, so that an interruption only causes messages to be read
  /// again.
  ///
  /// The markers of failed and refused messages are not merged. Nor are the read markers of a damaged store: its lost
  /// items may come from those messages, so they are read again. The caller holds the run lock.
  ///
  /// Throws the errors of reading and writing the stores, and `CancellationError`. Changes merged until then stay.
  public func fold(storeIn other: any StorageFolder) throws -> FoldOutcome {
    guard let identity = try StoreIdentity.read(in: other) else {
      throw StoreError.missing(path: other.path)
    }
    guard try other.identity(of: StoreIdentity.name) != folder.identity(of: StoreIdentity.name)
    else { throw StoreError.sameStore(path: other.path) }
    var source = StoreJournal(folder: other, identity: identity)
    try source.lookThrough()
    try source.lookThroughSnapshot()
    var outcome = FoldOutcome()
    var batch: [RemoteVersion] = []
    try source.contents.forEachChangeOfKnown { change in
      let known = change.change.known
      batch.append(
        RemoteVersion(
          id: known.item.id, updatedAt: known.item.updatedAt, device: change.device ?? identity.id,
          content: .fields(known), origin: identity.id))
      if batch.count == Self.foldedTogether { try fold(&batch, &outcome) }
    }
    try fold(&batch, &outcome)
    outcome.warnings = source.damages.take()
    if outcome.warnings.isEmpty {
      outcome.marks = try foldMarks(of: source.contents)
    } else {
      outcome.warnings.append("as it is damaged, its messages are read again")
    }
    try compactIfWorthwhile()
    return outcome
  }

  /// Merges the lines of items that `extract --json` printed. They count as found by a model.
  ///
  /// A person's setting in this store takes precedence. If two models set a field, the later setting counts.
  public func fold(_ items: [ActionItem]) throws -> FoldOutcome {
    var outcome = FoldOutcome()
    outcome.take(
      try merge(
        items.map { item in
          RemoteVersion(
            id: item.id, updatedAt: item.updatedAt, device: Self.lines,
            content: .item(ItemRecord(received: item)), origin: Self.lines)
        }, compacting: false))
    return outcome
  }

  private static let foldedTogether = 1000
  /// The device id of items from lines.
  private static let lines = "lines"

  private func fold(_ batch: inout [RemoteVersion], _ outcome: inout FoldOutcome) throws {
    try Task.checkCancellation()
    if batch.isEmpty { return }
    outcome.take(try merge(batch, compacting: false))
    batch.removeAll(keepingCapacity: true)
  }

  // MARK: - Read markers

  /// Merges the read markers. Returns the number of messages that are new here.
  ///
  /// Messages of a run that was undone here are left out, because they are to be read again.
  private func foldMarks(of source: StoreContents) throws -> Int {
    let undone = source.undoneRuns
    let undoneHere = try digestsOfUndoneRuns()
    var lines: [MarkLine] = []
    var digests = 0
    var count = 0
    var last: (conversation: String, marks: ReadMarkers, new: Set<UInt64>)?
    try source.forEachMarks { line, readLevel in
      var line = line
      guard readLevel != .refused, !undone.contains(line.run) else { return }
      if last?.conversation != line.conversation {
        let marks = try journal.contents.marks(ofConversation: line.conversation)
        last = (line.conversation, marks, [])
      }
      guard let held = last?.marks else { return }
      let known = readLevel == .edited ? held.edits : held
      let takenBack = undoneHere[line.conversation] ?? []
      line.digests.removeAll { digest in
        takenBack.contains(digest) || known.readLevel(of: digest).map { $0 >= readLevel } ?? false
      }
      if line.digests.isEmpty { return }
      // Run numbers of another store have no meaning here, and those runs cannot be undone.
      line.run = 0
      if readLevel != .edited {
        // An endpoint may have read a message that the offline model had read, too.
        for digest in line.digests where last?.new.insert(digest).inserted == true { count += 1 }
      }
      digests += line.digests.count
      lines.append(line)
      if digests >= Self.digestsTogether {
        try write(&lines)
        (digests, last) = (0, nil)
      }
    }
    try write(&lines)
    return count
  }

  private func digestsOfUndoneRuns() throws -> [String: Set<UInt64>] {
    let undone = journal.contents.undoneRuns
    if undone.isEmpty { return [:] }
    var digests: [String: Set<UInt64>] = [:]
    try journal.contents.forEachMarks { line, _ in
      guard undone.contains(line.run) else { return }
      digests[line.conversation, default: []].formUnion(line.digests)
    }
    return digests
  }

  private func write(_ lines: inout [MarkLine]) throws {
    try Task.checkCancellation()
    if lines.isEmpty { return }
    try writeChanges(lines) { _, _ in [] }
    lines = []
  }

  /// The most digests collected before a write; each takes eight bytes, or eleven in a line.
  private static let digestsTogether = 65_536
}

/// The result of merging a store or items into another store.
public struct FoldOutcome: Hashable, Sendable {
  /// The number of items that were added or changed.
  public var applied = 0
  /// The number of items that were already here in the same or a newer version.
  public var known = 0
  /// The items that people set differently in the two stores.
  public var conflicting: Set<String> = []
  /// The number of messages that count as read here only since this merge.
  public var marks = 0
  /// Warnings about damage in the other store.
  public var warnings: [String] = []

  package init() {}

  /// Adds the result of another merge.
  public mutating func add(_ other: FoldOutcome) {
    applied += other.applied
    known += other.known
    marks += other.marks
    conflicting.formUnion(other.conflicting)
    warnings += other.warnings
  }

  mutating func take(_ other: MergeOutcome) {
    applied += other.applied
    known += other.repeated + other.outdated
    conflicting.formUnion(other.conflicting)
  }
}
