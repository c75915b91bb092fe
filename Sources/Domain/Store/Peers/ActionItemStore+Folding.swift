public import ActionItems
import ItemRecords

extension ActionItemStore {
  /// Takes over the items of another store, removed ones too, and what it has read; that store is only read.
  ///
  /// Items are merged field by field, as those of other devices: in any order, and any number of times, to the
  /// same result. What was read comes behind the items, so that whoever is cut off has at worst to read again.
  /// Windows that failed or were refused do not come along, nor does what a damaged store has read, for it may be
  /// what it lost: those messages are read again. The caller holds the run lock.
  ///
  /// Throws what reading the other store and writing this one throw, and `CancellationError`, with what was
  /// taken over until then in place.
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
    var batch: [PeerVersion] = []
    try source.contents.forEachChangeOfKnown { change in
      let known = change.change.known
      batch.append(
        PeerVersion(
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

  /// Takes over items that stand in lines, as `extract --json` prints them: whole items that a model found. A
  /// person's word here goes before them, and of two of them the later one counts.
  public func fold(_ items: [ActionItem]) throws -> FoldOutcome {
    var outcome = FoldOutcome()
    outcome.take(
      try merge(
        items.map { item in
          PeerVersion(
            id: item.id, updatedAt: item.updatedAt, device: Self.lines,
            content: .item(KnownItem(told: item)), origin: Self.lines)
        }, compacting: false))
    return outcome
  }

  private static let foldedTogether = 1000
  /// What stands for the device that items in lines come from.
  private static let lines = "lines"

  private func fold(_ batch: inout [PeerVersion], _ outcome: inout FoldOutcome) throws {
    try Task.checkCancellation()
    if batch.isEmpty { return }
    outcome.take(try merge(batch, compacting: false))
    batch.removeAll(keepingCapacity: true)
  }

  // MARK: - Marks

  /// Takes over which messages were read; returns how many are new here.
  ///
  /// What a run has read that was taken back here is to be read again.
  private func foldMarks(of source: StoreContents) throws -> Int {
    let undone = source.undoneRuns
    let undoneHere = try digestsOfUndoneRuns()
    var lines: [MarkLine] = []
    var digests = 0
    var count = 0
    var last: (conversation: String, marks: Marks, new: Set<UInt64>)?
    try source.forEachMarks { line, grade in
      var line = line
      guard grade != .refused, !undone.contains(line.run) else { return }
      if last?.conversation != line.conversation {
        let marks = try journal.contents.marks(ofConversation: line.conversation)
        last = (line.conversation, marks, [])
      }
      guard let held = last?.marks else { return }
      let known = grade == .edited ? held.edits : held
      let takenBack = undoneHere[line.conversation] ?? []
      line.digests.removeAll { digest in
        takenBack.contains(digest) || known.grade(of: digest).map { $0 >= grade } ?? false
      }
      if line.digests.isEmpty { return }
      // Runs of another store are nobody's here, and cannot be undone.
      line.run = 0
      if grade != .edited {
        // An endpoint may have read what the offline model had.
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
    try writeChanges(and: lines.map { .marks($0) }) { _, _ in [] }
    lines = []
  }

  /// Eight bytes each, eleven in a line.
  private static let digestsTogether = 65_536
}

/// What came of folding a store or items into another store.
public struct FoldOutcome: Hashable, Sendable {
  /// Items that are new here, or of which something was.
  public var applied = 0
  /// Items that were here already, as new or newer.
  public var known = 0
  /// Items of which persons have set something differently, in both stores.
  public var conflicting: Set<String> = []
  /// Messages that need not be read again here.
  public var marks = 0
  /// What was found amiss in the other store, in sentences.
  public var warnings: [String] = []

  package init() {}

  /// Adds what came of another fold.
  public mutating func add(_ other: FoldOutcome) {
    applied += other.applied
    known += other.known
    marks += other.marks
    conflicting.formUnion(other.conflicting)
    warnings += other.warnings
  }

  mutating func take(_ peers: PeerOutcome) {
    applied += peers.applied
    known += peers.repeated + peers.outdated
    conflicting.formUnion(peers.conflicting)
  }
}
