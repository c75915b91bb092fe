/// An error of a store: the store cannot be used, or a request cannot be carried out, such as undoing a change.
public enum StoreError: Error, Sendable {
  case missing(path: String)
  /// The source and the destination are the same store.
  case sameStore(path: String)
  /// The store was written by a newer version.
  case newerFormat(path: String, found: Int, known: Int)
  /// A file of the store cannot be read.
  case damaged(path: String, problem: String)
  /// The journal file is missing.
  case noJournal
  /// The journal belongs to another store.
  case foreignJournal(path: String)
  /// Another run is in progress.
  case locked(path: String, holder: String)
  /// The change cannot be undone.
  case notUndoable(sequence: Int, reason: UndoProblem)
  /// No change of a person is left to undo.
  case nothingToUndo
  /// No run has this number.
  case noRun(Int)
  /// The run was already undone.
  case undoneRun(Int)
  /// A later run read the run's messages again.
  case rereadRun(Int, by: Int)
  /// The run is too old: its read markers were merged with others.
  case settledRun(Int, undoable: Int)
  /// No item, or more than one, has an id with this prefix.
  case noItem(beginning: String, matches: Int)
  /// The item changed after it was read.
  case changedSince(id: String)
  /// Two ids name one item, or items of different conversations, so they cannot be joined.
  case notJoinable(String, String)
  /// People set a field of two items to different values, so they cannot be joined.
  case setOnBoth(field: String, one: String, other: String)
  /// The item has no conflict, or none that the rule decides.
  case noConflict(id: String, rule: String, isAny: Bool)
}

/// The reason why a change cannot be undone.
public enum UndoProblem: Hashable, Sendable {
  /// The number does not belong to an item's change.
  case noChange
  /// Compaction dropped the change.
  case compacted
  /// A later change of the item builds on it.
  case followed(by: Int)
  /// A run or another device changed the item since.
  case changedSince(id: String)
  /// The item has not changed since it was found.
  case found(id: String)
  /// The item was purged.
  case purged
}

extension StoreError: CustomStringConvertible {
  /// The message shown to the user.
  public var description: String {
    switch self {
    case .missing(let path):
      "there is no store at \(path); 'actionitems extract' creates one, --store sets another path"
    case .sameStore(let path):
      "\(path) is the target store itself and cannot be merged into itself (--store sets the target)"
    case .newerFormat(let path, let found, let known):
      "the store at \(path) has format \(found), this version supports \(known); update actionitems"
    case .damaged(let path, let problem):
      "\(path) is damaged: \(problem); restore it from a backup"
    case .noJournal: "the store's journal is missing; restore it from a backup"
    case .foreignJournal(let path):
      "\(path) belongs to another store than the store.json next to it; restore both from one backup"
    case .locked(let path, let holder):
      "the store at \(path) is in use by another run (\(holder)); try again when it has ended"
    case .notUndoable(let sequence, .noChange):
      "\(sequence) is not the number of a change ('actionitems watch --no-follow' lists them)"
    case .notUndoable(let sequence, .compacted):
      "change \(sequence) is no longer in the journal; use 'edit', 'reopen' or 'done'"
    case .notUndoable(let sequence, .followed(let by)):
      "change \(sequence) was followed by change \(by) of the same item; undo that first"
    case .notUndoable(let sequence, .purged):
      "change \(sequence) cannot be undone: the item was purged"
    case .notUndoable(let sequence, .changedSince(let id)):
      "the item \(id) was changed by a run or another device since, by change \(sequence); 'actionitems undo \(id)' undoes that"
    case .notUndoable(_, .found(let id)):
      "the item was not changed since it was found; 'actionitems remove \(id)' removes it"
    case .nothingToUndo:
      "no changes by a person are left to undo ('runs undo' undoes a run)"
    case .noRun(let run): "unknown run \(run) ('actionitems runs' lists them)"
    case .undoneRun(let run): "run \(run) was already undone"
    case .rereadRun(let run, let by):
      "the messages of run \(run) were read again by run \(by), which found the same; undo that first"
    case .settledRun(let run, let undoable):
      "run \(run) is too old to be undone; only the last \(undoable) runs can be"
    case .notJoinable(let one, let other):
      one == other
        ? "both ids name the item \(one)"
        : "\(one) and \(other) are of different conversations and cannot be joined; 'remove' removes one"
    case .setOnBoth(let field, let one, let other):
      "people set the \(field) of both items: \(one) and \(other); "
        + "give both the same first, with 'edit', 'done' or 'reopen'"
    case .noItem(let beginning, let matches):
      matches == 0
        ? "no item has an id that begins with '\(beginning)'"
        : "several items have ids that begin with '\(beginning)'; give more of it"
    case .changedSince(let id): "item \(id) was changed since it was read"
    case .noConflict(let id, let rule, let isAny):
      isAny
        ? "'\(rule)' matches no side of the conflicts of \(id) ('actionitems sync --conflicts' lists them)"
        : "\(id) has no conflict ('actionitems sync --conflicts' lists items that have)"
    }
  }
}
