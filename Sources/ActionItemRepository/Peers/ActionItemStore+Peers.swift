import ActionItemModel
import Extraction

extension ActionItemStore {
  /// Takes over versions of items that other devices made; when it returns, what stands is durable. All is
  /// written at once, in several commits where one could not be read again.
  ///
  /// Of two versions of an item the one with the later `updatedAt`, in milliseconds, stands; between equal
  /// ones the device decides; a deletion for good always wins and is remembered. Fields that a version
  /// changes count as set by a person. `seen` is the number of the last change of this store that the peer
  /// is known to have, to tell conflicts. Whoever has more to come compacts later, with
  /// `compactIfWorthwhile`: doing so while much comes in would write the same items many times.
  public func merge(
    _ versions: [PeerVersion], seen: Int, compacting: Bool = true
  ) throws -> PeerOutcome {
    let at = now()
    let (outcome, own) = try journal.write { contents, others in
      take(others, in: contents)
      var merge = PeerMerge(store: id, at: at, seenByPeer: seen)
      for version in versions {
        try merge.take(version) { id in
          // What is damaged is noted; any version is better than that.
          try contents.standingChange(ofItem: id)
        }
      }
      let commits = StoreCommit.commits(of: merge.changes, end: CommitLine(at: at, run: nil))
      return (commits, merge.outcome)
    }
    take(own, in: journal.contents)
    if compacting || journal.end > Self.longestJournal { try compactIfDue() }
    return outcome
  }

  /// Changes that are to be told elsewhere, without the removals that were taken back meanwhile: whoever was
  /// told of one would not have the item back.
  public func withoutUndoneRemovals(
    _ entries: [OutboxReader.Entry]
  ) throws -> [OutboxReader.Entry] {
    guard entries.contains(where: { $0.change.change.known.isRemovedForGood }) else {
      return entries
    }
    try catchUp()
    return try entries.filter { entry in
      let known = entry.change.change.known
      guard known.isRemovedForGood else { return true }
      return try journal.contents.standingChange(ofItem: known.item.id)?.change.known
        .isRemovedForGood ?? true
    }
  }

  /// Compacts where that pays.
  public func compactIfWorthwhile() throws { try compactIfDue() }

  /// A journal of more bytes is compacted whatever is still to come.
  private static let longestJournal = 256 << 20
}
