import ActionItems
import CivilTime
public import ItemRecords

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
    try undo { contents in
      let history = UndoHistory(contents: contents)
      let tops = try history.tops(ofItems: try history.itemsOfLastPerson())
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
    let undone = try undo { contents in
      let id = try contents.itemOrRemoved(beginning: beginning).item.id
      let tops = try UndoHistory(contents: contents).tops(ofItems: [id])
      for top in tops where top.before == nil && top.change.change.by != .person {
        throw StoreError.notUndoable(sequence: top.change.sequence, reason: .found(id: id))
      }
      for top in tops where top.change.sequence != expected ?? top.change.sequence {
        throw StoreError.notUndoable(
          sequence: top.change.sequence, reason: .changedSince(id: id))
      }
      return tops
    }
    guard let first = undone.first else { throw StoreError.nothingToUndo }
    return first
  }

  private func undo(_ tops: (StoreContents) throws -> [UndoHistory.Top]) throws -> [Undone] {
    try writeChanges { contents, at in
      try tops(contents).map { top in
        Self.takingBack(top.change.sequence, from: top.current, to: top.before, at)
      }
    }.map {
      Undone(known: $0.change.known, change: $0.undoes ?? 0, sequence: $0.sequence)
    }
  }

  /// The change that undoes another one.
  static func takingBack(
    _ sequence: Int, from after: ItemRecord, to before: ItemRecord?, _ at: Timestamp
  ) -> StoreChange {
    // Settings, wordings and unknown members that arrived since are kept.
    var known = before ?? after
    known.settings = after.settings
    known.wordings = after.wordings
    known.unknownMembers = after.unknownMembers
    // There was no item before its first change. An item that a model withdrew before is now removed by a person.
    if before == nil || known.removal == .withdrawn { known.setRemoval(.person) }
    // Fields that a person had set before count as set by a person again; other fields do not.
    var undone = byPerson(known, at, over: after) { field in
      !(before?.isJudged(field) ?? false)
    }
    undone.undoes = sequence
    return undone
  }
}
