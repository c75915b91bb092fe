import ActionItems
import CivilTime
import ItemRecords

extension ActionItemStore {
  /// Makes a snapshot of what the store holds and lets the journal begin anew; false where another
  /// process is doing that.
  ///
  /// Throws `StoreError.damaged` where items of the present snapshot cannot be read, unless these may be
  /// lost: their bytes are set aside then.
  @discardableResult
  public func compact(losingDamaged: Bool = false) throws -> Bool {
    try settleLost()
    let isDone = try Compaction(folder: folder).run(&journal, losingDamaged: losingDamaged)
    try catchUp()
    return isDone
  }

  /// Writes anew what stands for items whose last change is damaged, so that all who follow learn of it, and
  /// names them.
  private func settleLost() throws {
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
        // A removal is newer than whatever a peer has; an older version is not.
        if isAway, known.removal != .purged {
          known.touch(at: at)
          let author: SettingStamp.Author = known.removal == .withdrawn ? .model : .person
          known.noteSettings(by: author, since: known, also: [.presence])
        }
        sentences.append(
          "change \(item.place.sequence) of item \(known.item.id) is damaged; the item "
            + (isAway ? "stays away" : "is as it was before that change"))
        return StoreChange(isAway ? .deleted : .updated, known, by: .model, at: at)
      }
    }
    for sentence in sentences { journal.damages.note(sentence) }
  }

  func compactIfDue() throws {
    if Compaction.isDue(journal: journal.end, snapshot: try snapshotSize()) { try tryToCompact() }
  }

  /// Compacts where the journal mostly repeats itself: before a change, so that the change can be taken back.
  func compactIfRepetitive() throws {
    let contents = journal.contents
    let isDue = Compaction.isDue(
      journal: journal.end, snapshot: try snapshotSize(),
      lines: journal.lastSequence - (contents.snapshot?.summary.sequence ?? 0),
      distinct: contents.tail.items.count + contents.tail.readConversations.count)
    if isDue { try tryToCompact() }
  }

  private func snapshotSize() throws -> Int {
    try journal.contents.snapshot.map { try $0.items.file.size() + $0.marks.file.size() } ?? 0
  }

  private func tryToCompact() throws {
    if journal.end < 2 * failedToCompactAt { return }
    do {
      try compact()
      failedToCompactAt = 0
    } catch {
      // What was to be kept is kept; that the journal stays long is no reason to fail, nor to try again
      // after every commit.
      failedToCompactAt = journal.end
      journal.damages.note("the store was not compacted: \(error)")
    }
  }

  /// Removes items for good: nothing of them is left in the store's files but their ids, so that
  /// destinations can be told.
  ///
  /// The marks stay: the messages are not read again. Throws `StoreError.locked` while a run is under way,
  /// which may hold in memory what is to go.
  public func purge(_ purge: Purge) throws -> Purged {
    let at = now()
    var matches = PurgeMatches()
    let permit = try RunLock(folder: folder, now: at)
    defer { withExtendedLifetime(permit) {} }
    try settleLost()
    let retention = SnapshotBuilder.Retention(
      item: { Self.without(purge.loosePeople, $0) },
      keepsFailures: { !purge.conversations.contains($0) },
      // What cannot be read may be what is to go.
      losing: { _ in })
    let own = try Compaction(folder: folder).runExclusively(&journal, keeping: retention) {
      journal -> StoreJournal.Progress in
      try journal.writeLocked { contents, others in
        take(others, in: contents)
        var changes: [StoreChange] = []
        try contents.forEachKnown { known in
          matches.note(known)
          guard known.removal != .purged, purge.takes(known.item) else { return }
          changes.append(Self.purged(known, at))
        }
        // Where some of it was written and not the rest, whoever purges again finds the rest.
        return StoreCommit.commits(of: changes, end: CommitLine(at: at))
      }
    }
    take(own, in: journal.contents)
    try catchUp()
    try RunHistory(folder: folder).forgetNames()
    try ReadingRecord.forget(in: folder)
    try forgetExchanged()
    return Purged(items: own.changes.count, known: matches)
  }

  /// The change that leaves of an item what is left of a purged one: nobody brings it back.
  private static func purged(_ known: KnownItem, _ at: Timestamp) -> StoreChange {
    var blank = known.blank
    blank.touch(at: at)
    blank.noteSettings(by: .purge, since: blank, also: [.presence])
    return StoreChange(.deleted, blank, by: .person, at: at)
  }

  /// Removes what is kept of what peers were told: digests of names can be guessed.
  private func forgetExchanged() throws {
    for place in ["sync", "hub"] where try folder.names().contains(place) {
      let folder = try folder.existingFolder(place)
      for name in try folder.names() where name.hasSuffix(ExchangedVersion.fileEnding) {
        try folder.remove(name)
      }
    }
  }

  /// Looks at every line where that takes no more than a moment, so that `takeWarnings` tells of damage also what does
  /// not touch it; where there is more, runs and `verify` do.
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
      // Whoever needs what cannot be read will fail; others go on.
      journal.damages.note("\(error)")
    }
  }

  /// In bytes: some hundredths of a second.
  private static let lookedThrough = 32 << 20

  /// Goes through every file of the store and tells what is not as it was written.
  public func verify() throws -> StoreVerification {
    var attempt = 1
    while true {
      try catchUp()
      do {
        return try StoreVerification(journal)
      } catch let error as StorageError where error.isMissing && attempt < 10 {
        // A compaction has put other files in the place of those that were being read.
        attempt += 1
      }
    }
  }

  /// The windows that failed, by what they are called, with how often and why; those that were read since
  /// are left out.
  public func failures() throws -> [FailureSummary] {
    try upToDate().failures()
  }
}

/// A window that failed, in one run or several; or a file that ended runs.
public struct FailureSummary: Hashable, Sendable {
  /// The conversation that the window is of; empty for a file.
  public var conversationId: String
  /// What the window is called, for people.
  public var what: String
  /// Why it failed last; empty once a purge has gone over it.
  public var why: String
  /// In how many runs it failed.
  public var count: Int
  /// The number of the last run in which it failed.
  public var lastRun: Int
  /// The model and where it is, where a filter there refused the window: it is not asked again.
  public var refusedBy: String?
  /// Whether the program ended while it read this alone: it is set aside from the first time on.
  public var isFatal = false
}
