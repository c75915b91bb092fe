/// An error that prevents the use of a store.
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
      "there is no store at \(path); 'actionitems extract' makes one, --store names another"
    case .sameStore(let path):
      "\(path) is the store itself: it cannot be put into itself (--store names the one that the others go into)"
    case .newerFormat(let path, let found, let known):
      "the store at \(path) has format \(found), this version knows \(known); update actionitems"
    case .damaged(let path, let problem):
      "\(path) is damaged: \(problem); restore it from a backup"
    case .noJournal: "the store's journal is missing; restore it from a backup"
    case .foreignJournal(let path):
      "\(path) belongs to another store than the store.json beside it; restore both from one backup"
    case .locked(let path, let holder):
      "the store at \(path) is in use by another run (\(holder)); try again when it has ended"
    case .notUndoable(let sequence, .noChange):
      "number \(sequence) is no change of an item ('actionitems watch --no-follow' lists them)"
    case .notUndoable(let sequence, .compacted):
      "change \(sequence) is older than what the journal still has; use 'edit', 'reopen' or 'done'"
    case .notUndoable(let sequence, .followed(let by)):
      "change \(sequence) was followed by change \(by) of the same item; undo that first"
    case .notUndoable(let sequence, .purged):
      "change \(sequence) cannot be taken back: the item was purged"
    case .notUndoable(let sequence, .changedSince(let id)):
      "the item \(id) was changed by a run or another device since, by change \(sequence); 'actionitems undo \(id)' takes that back"
    case .notUndoable(_, .found(let id)):
      "nothing was changed of the item since it was found; 'actionitems remove \(id)' removes it"
    case .nothingToUndo:
      "nothing that a person changed is left to take back ('runs undo' takes a run back)"
    case .noRun(let run): "there has been no run \(run) ('actionitems runs' lists them)"
    case .undoneRun(let run): "run \(run) was taken back already"
    case .rereadRun(let run, let by):
      "the messages of run \(run) were read again by run \(by), which found the same; undo that first"
    case .settledRun(let run, let undoable):
      "run \(run) is too long ago to be undone; the last \(undoable) runs can be"
    case .noItem(let beginning, let matches):
      matches == 0
        ? "no item has an id that begins with '\(beginning)'"
        : "several items have ids that begin with '\(beginning)'; give more of it"
    case .changedSince(let id): "somebody has changed item \(id) since it was looked at"
    case .noConflict(let id, let rule, let isAny):
      isAny
        ? "no side of the conflicts of \(id) is meant by '\(rule)' ('actionitems sync --conflicts' lists them)"
        : "\(id) has no conflict ('actionitems sync --conflicts' lists those that have)"
    }
  }
}
