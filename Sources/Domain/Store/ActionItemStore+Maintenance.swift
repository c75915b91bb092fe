import ActionItems
import CivilTime
import ItemRecords

/// Compaction, checks for damage, and the list of failed windows.
extension ActionItemStore {
  /// Writes a snapshot of the store and starts a new journal. Returns false if another process is compacting.
  ///
  /// Throws `StoreError.damaged` if items of the current snapshot cannot be read. With `losingDamaged`, their bytes are
  /// set aside instead.
  @discardableResult
  public func compact(losingDamaged: Bool = false) throws -> Bool {
    try settleLost()
    let isDone = try Compaction(folder: folder).run(&journal, losingDamaged: losingDamaged)
    try catchUp()
    return isDone
  }

  /// Writes the fallback version of each item whose last change is damaged, so that all followers receive it. Logs a
  /// warning for each.
  func settleLost() throws {
    try journal.lookThrough()
    let lost = journal.contents.tail.lost.keys.sorted()
    if lost.isEmpty { return }
    var sentences: [String] = []
    try writeChanges { contents, at in
      try lost.compactMap { key -> StoreChange? in
        guard contents.tail.lost[key] != nil, let item = contents.tail.item(key),
          var known = try contents.standing(of: item)?.change.known
        else { return nil }
        let isAway = known.removal != nil
        // A removal is stamped as newer than any version on another device. An older version keeps its stamps.
        if isAway, known.removal != .purged {
          known.touch(at: at)
          let author: VersionStamp.Author = known.removal == .withdrawn ? .model : .person
          known.noteSettings(by: author, since: known, also: [.presence])
        }
        sentences.append(
          "change \(item.place.sequence) of item \(known.item.id) is damaged; the item "
            + (isAway ? "stays removed" : "is as it was before that change"))
        return StoreChange(isAway ? .deleted : .updated, known, by: .model, at: at)
      }
    }
    for sentence in sentences { journal.damages.note(sentence) }
  }

  func compactIfDue() throws {
    if Compaction.isDue(journal: journal.end, snapshot: try snapshotSize()) { try tryToCompact() }
  }

  /// Compacts if the journal mostly repeats itself. This runs before a change, so that the change can still be undone.
  func compactIfRepetitive() throws {
    let contents = journal.contents
    let isDue = Compaction.isDue(
      journal: journal.end, snapshot: try snapshotSize(),
      lines: journal.lastSequence - (contents.snapshot?.summary.sequence ?? 0),
      distinct: contents.tail.items.count + contents.tail.readConversations.count)
    if isDue { try tryToCompact() }
  }

  func snapshotSize() throws -> Int {
    try journal.contents.snapshot.map { try $0.items.file.size() + $0.marks.file.size() } ?? 0
  }

  func tryToCompact() throws {
    if journal.end < 2 * failedToCompactAt { return }
    do {
      try compact()
      failedToCompactAt = 0
    } catch {
      // The commit itself is on disk. A long journal is no reason to fail, nor to retry after every commit.
      failedToCompactAt = journal.end
      journal.damages.note("the store was not compacted: \(error)")
    }
  }

  /// Checks every line if that takes only a moment, so that `takeWarnings` also reports damage elsewhere. Larger stores
  /// are checked by runs and `verify`.
  public func lookForDamage() {
    if hasLookedForDamage { return }
    hasLookedForDamage = true
    do {
      try catchUp()
      guard journal.end <= Self.lookedThrough, try snapshotSize() <= Self.lookedThrough else {
        return
      }
      try journal.lookThrough()
      try journal.lookThroughSnapshot()
    } catch {
      // Only operations that need the unreadable data fail; others continue.
      journal.damages.note("\(error)")
    }
  }

  /// The limit in bytes; reading that much takes a few hundredths of a second.
  private static let lookedThrough = 32 << 20

  /// Checks the store's files for damage.
  public func verify() throws -> StoreVerification {
    var attempt = 1
    while true {
      try catchUp()
      do {
        return try StoreVerification(journal)
      } catch let error as StorageError where error.isMissing && attempt < 10 {
        // A compaction replaced the files during the check.
        attempt += 1
      }
    }
  }

  /// The failed windows, grouped by messages and endpoint, with their counts and reasons. Windows that were read since
  /// are left out.
  public func failures() throws -> [FailureSummary] {
    try upToDate().failures()
  }
}

/// A window that failed in one or more runs, or a file that crashed runs.
public struct FailureSummary: Hashable, Sendable {
  /// The conversation of the window; empty for a file.
  public var conversationId: String
  /// The window's display name.
  public var what: String
  /// The reason of the last failure; empty after a purge.
  public var why: String
  /// The number of runs in which it failed.
  public var count: Int
  /// The number of the last run in which it failed.
  public var lastRun: Int
  /// The model and its address, if a content filter there refused the window. That endpoint is not asked again.
  public var refusedBy: String?
  /// Whether the program crashed while it read this window alone. Such a window is set aside at once.
  public var isFatal = false
}
