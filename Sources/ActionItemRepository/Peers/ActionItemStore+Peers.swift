extension ActionItemStore {
  /// Takes over versions of items that other devices made, in one commit; when it returns, what stands
  /// is durable.
  ///
  /// Of two versions of an item the one with the later `updatedAt`, in milliseconds, stands; between equal
  /// ones the device decides; a deletion for good always wins and is remembered. Fields that a version
  /// changes count as set by a person. `seen` is the number of the last change of this store that the peer
  /// is known to have, to tell conflicts.
  public func merge(_ versions: [PeerVersion], seen: Int) throws -> PeerOutcome {
    var outcome = PeerOutcome()
    try writeChanges(at: now()) { contents in
      var merge = PeerMerge(store: id, at: now(), seenByPeer: seen)
      for version in versions {
        try merge.take(version) { id in
          // What is damaged is noted; any version is better than that.
          try contents.damages.passing { try contents.change(ofItem: id) } ?? nil
        }
      }
      outcome = merge.outcome
      return (merge.changes, [])
    }
    return outcome
  }
}
