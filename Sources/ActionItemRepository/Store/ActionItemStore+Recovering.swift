import Journal

extension ActionItemStore {
  /// Gets ready to write again after something could not be written, as another process that starts now would:
  /// where a sync has failed, the next change has the journal written anew.
  ///
  /// For whoever goes on once there is room on the disk again. Whole commits that were written before it ended are
  /// there; what was begun behind them is cut off, and its room free.
  public func recover() throws {
    failedToCompactAt = 0
    try journal.locked { try $0.cutUnfinished() }
    guard journal.hasFailed else { return }
    var fresh = StoreJournal(folder: folder, identity: journal.identity)
    try fresh.lookAhead()
    journal = fresh
    // What the other one had read, and not told yet, is told by this.
    take(StoreJournal.Progress(isReplaced: true), in: journal.contents)
  }
}

extension StoreJournal {
  /// Cuts off what was begun to be written and never came to its end. To set it aside, as the next writer would,
  /// takes room for each try, of which a full disk sees many.
  fileprivate mutating func cutUnfinished() throws {
    try lookAhead()
    guard tail > 0, !isTailDamaged else { return }
    let file = try folder.open(Self.name, .appending)
    try file.truncate(to: end)
    try file.sync()
    try lookAhead()
  }
}
