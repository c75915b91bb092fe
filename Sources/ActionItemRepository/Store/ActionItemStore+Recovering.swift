extension ActionItemStore {
  /// Gets ready to write again after something could not be written, as another process that starts now would:
  /// where a sync has failed, the next change has the journal written anew.
  ///
  /// For whoever goes on once there is room on the disk again. What was committed in part is there.
  public func recover() throws {
    hasFailedToCompact = false
    guard journal.hasFailed else { return }
    var fresh = StoreJournal(folder: folder, identity: journal.identity)
    try fresh.lookAhead()
    journal = fresh
    // What the other one had read, and not told yet, is told by this.
    take(StoreJournal.Progress(isReplaced: true), in: journal.contents)
  }
}
