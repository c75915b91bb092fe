import ActionItems
import CivilTime
public import ItemRecords

extension ActionItemStore {
  /// A change that was taken back.
  public struct Undone: Sendable {
    /// The item as it is now.
    public let known: KnownItem
    /// The number of the change that was taken back.
    public let change: Int
    /// The number of the change that did so; to take that one back is to have it as it was.
    public let sequence: Int

    package init(known: KnownItem, change: Int, sequence: Int) {
      (self.known, self.change, self.sequence) = (known, change, sequence)
    }
  }

  /// Takes back what a person did last, in one command, of however many items.
  ///
  /// Throws where a later change of one of them builds on it, or where the journal has let go of it.
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

  /// Takes back the last change of the item whose id begins so, removed or not.
  ///
  /// Throws where nothing was changed of it since a run found it, or where that is not the change `expected`.
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

  /// The change that takes back another one.
  static func takingBack(
    _ sequence: Int, from after: KnownItem, to before: KnownItem?, _ at: Timestamp
  ) -> StoreChange {
    // What others told of it since, and who set what, stays known.
    var known = before ?? after
    known.settings = after.settings
    known.wordings = after.wordings
    known.unknownMembers = after.unknownMembers
    // Before its first change there was no item, and what a model once took away a person does now.
    if before == nil || known.removal == .withdrawn { known.setRemoval(.person) }
    // What a person said before stands again; of anything else they have said nothing.
    var undone = byPerson(known, at, over: after) { field in
      !(before?.isJudged(field) ?? false)
    }
    undone.undoes = sequence
    return undone
  }
}
