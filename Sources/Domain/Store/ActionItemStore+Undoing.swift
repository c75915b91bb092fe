public import ActionItems
import CivilTime
import Encoding
public import ItemRecords

/// Undoing changes and runs.
extension ActionItemStore {
  /// A change that was undone.
  public struct Undone: Sendable {
    /// The current version of the item.
    public let known: ItemRecord
    /// The number of the change that was undone.
    public let change: Int
    /// The number of the change that undid it. Undoing that one restores the change.
    public let sequence: Int

    package init(known: ItemRecord, change: Int, sequence: Int) {
      (self.known, self.change, self.sequence) = (known, change, sequence)
    }
  }

  /// Undoes a person's last command, however many items it changed.
  ///
  /// Throws if a later change of one of them builds on it, or if compaction dropped it.
  public func undoLast() throws -> [Undone] {
    try undone { contents, merged in
      let history = UndoHistory(contents: contents)
      let tops = try merged.whole(history.tops(ofItems: try history.itemsOfLastPerson()))
      for top in tops where top.change.change.by != .person || top.change.origin != nil {
        throw StoreError.notUndoable(
          sequence: top.change.sequence, reason: .changedSince(id: top.current.item.id))
      }
      return tops
    }
  }

  /// Undoes the last change of the item whose id begins with `beginning`, removed or not.
  ///
  /// Throws if nothing changed since a run found the item, or if its last change is not `expected`.
  public func undo(idBeginning beginning: String, expected: Int? = nil) throws -> Undone {
    var id = ""
    let undone = try undone { contents, merged in
      id = try contents.itemOrRemoved(beginning: beginning).item.id
      let tops = try UndoHistory(contents: contents).tops(ofItems: [id])
      for top in tops where top.before == nil && top.change.change.by != .person {
        throw StoreError.notUndoable(sequence: top.change.sequence, reason: .found(id: id))
      }
      for top in tops where top.change.sequence != expected ?? top.change.sequence {
        throw StoreError.notUndoable(
          sequence: top.change.sequence, reason: .changedSince(id: id))
      }
      return try merged.whole(tops)
    }
    guard let first = undone.first(where: { $0.known.item.id == id }) ?? undone.first else {
      throw StoreError.nothingToUndo
    }
    return first
  }

  /// Undoes one change: restores what it set to the previous values, on behalf of a person.
  ///
  /// Throws if the number is not an item's change, if compaction dropped the change, or if later changes build on it.
  @discardableResult
  public func undo(sequence: Int) throws -> ActionItem {
    let changes = try undoing { contents, merged in
      let (change, before) = try UndoHistory(contents: contents).change(sequence)
      return try merged.whole([
        UndoHistory.Top(change: change, current: change.change.known, before: before)
      ])
    }
    guard let item = (changes.first { $0.undoes == sequence } ?? changes.first)?.item else {
      throw StoreError.notUndoable(sequence: sequence, reason: .noChange)
    }
    return item
  }

  private func undone(
    _ tops: (StoreContents, MergedItems) throws -> [UndoHistory.Top]
  ) throws -> [Undone] {
    try undoing(tops).compactMap { change in
      change.undoes.map {
        Undone(known: change.change.known, change: $0, sequence: change.sequence)
      }
    }
  }

  /// Undoes changes, and returns the new ones.
  func undoing(
    _ tops: (StoreContents, MergedItems) throws -> [UndoHistory.Top]
  ) throws -> [StoreChange] {
    try writeChanges { contents, at in
      var merged = MergedItems(contents, at)
      for top in try tops(contents, merged) { try merged.undo(top) }
      return merged.changes
    }
  }

  /// The change that undoes another one.
  static func takingBack(
    _ change: StoreChange, from after: ItemRecord, to before: ItemRecord?, _ at: Timestamp
  ) -> StoreChange {
    // Settings, wordings and unknown members that arrived since are kept.
    var known = before ?? after
    known.settings = after.settings
    known.wordings = after.wordings
    known.unknownMembers = after.unknownMembers
    // There was no item before its first change. An item that a model withdrew before is now removed by a person.
    if before == nil || known.removal == .withdrawn { known.setRemoval(.person) }
    // A person may have made a field follow from other messages. It follows from those before again.
    let following = ItemRecord.Field.ofTask.filter {
      change.change.by == .person && !after.isHeld($0)
    }
    // Fields that a person had set before count as set by a person again; other fields do not.
    var undone = byPerson(known, at, over: after, following: Set(following)) { field in
      !(before?.isJudged(field) ?? false)
    }
    undone.undoes = change.sequence
    return undone
  }

  // MARK: - Runs

  /// Undoes a run: its read markers, and its changes to items that no person has changed.
  ///
  /// Items that the run found are withdrawn, and items that it withdrew come back. Items that it restored from the
  /// archive are archived again. The next run reads its messages again. Returns how many items were withdrawn or
  /// restored.
  @discardableResult
  public func undoRun(_ run: Int) throws -> Int {
    var settled = 0
    let changes = try writeChanges(undoneRun: run) { contents, at in
      guard run >= 1, run <= contents.lastRun else { throw StoreError.noRun(run) }
      guard
        try run > contents.lastRun - SnapshotBuilder.undoableRuns || contents.hasMarks(ofRun: run)
      else { throw StoreError.settledRun(run, undoable: SnapshotBuilder.undoableRuns) }
      if contents.undoneRuns.contains(run) { throw StoreError.undoneRun(run) }
      if let later = try contents.runThatRead(messagesOfRun: run) {
        throw StoreError.rereadRun(run, by: later)
      }
      let versions = try UndoHistory(contents: contents).versions(beforeRun: run)
      var changes: [StoreChange] = []
      try contents.forEachKnown { known in
        guard known.removal ?? .withdrawn == .withdrawn, known.item.run == run,
          !known.isTouched || known.isBackByRule
        else { return }
        guard var before = versions[known.item.id] ?? Self.undone(known, run) else {
          settled += 1
          return
        }
        if known.isBackByRule {
          guard before.removal == .archived else { return }
          let archived = before.value(of: .presence)
          before.settings = known.settings
          before.item.updatedAt = known.item.updatedAt
          before.touch(at: at)
          before.set(.presence, to: archived, isByRule: true)
        } else {
          before.settings = known.settings
        }
        guard before.removal == nil || known.removal == nil else { return }
        before.item.run = nil
        changes.append(
          Self.byPerson(before, at, over: known, following: Set(ItemRecord.Field.allCases)))
      }
      return changes
    }
    if settled > 0 {
      journal.damages.note(
        "\(settled.counted("item keeps", "items keep")) the state of run \(run): the earlier state is no longer in the"
          + " journal")
    }
    return changes.count
  }

  /// Returns an item that a run found as withdrawn, or one that it withdrew as present. Returns nil if the run changed
  /// another run's item, whose earlier version is unknown.
  private static func undone(_ known: ItemRecord, _ run: Int) -> ItemRecord? {
    var before = known
    if known.foundInRun == run {
      before.removal = .withdrawn
    } else if known.removal == .withdrawn {
      before.removal = nil
    } else {
      return nil
    }
    return before
  }
}
