import Extraction
import Journal

/// What is written together: lines that count once the last one, which tells of the commit, stands
/// behind them.
struct StoreCommit {
  /// Changes, marks, failures and runs that are taken back.
  var entries: [StoreLine]
  var end: CommitLine

  /// The lines as the journal takes them.
  var written: JournalWriter.Commit {
    JournalWriter.Commit(entries: entries.map(\.line), end: end.line)
  }

  /// All lines, the last one too.
  var lines: [StoreLine] { entries + [.commit(run: end.run)] }
}

extension StoreCommit {
  /// What is done to many items, in commits that can be read again, `other` in the last one.
  ///
  /// Whoever is cut off between two of them has done a part; what `other` says is not said then.
  static func commits(
    of changes: [StoreChange], _ other: [StoreLine] = [], end: CommitLine
  ) -> [StoreCommit] {
    if changes.isEmpty, other.isEmpty { return [] }
    var commits = changes.chunks(of: changesTogether).map { changes in
      StoreCommit(entries: changes.map { .change($0) }, end: end)
    }
    if commits.isEmpty { commits = [StoreCommit(entries: [], end: end)] }
    commits[commits.count - 1].entries += other
    return commits
  }

  /// A few megabytes.
  private static let changesTogether = 1000
}

extension StoreLine {
  /// The object of a line; those that begin a file or end a commit are written by others.
  fileprivate var line: [UInt8] {
    switch self {
    case .change(let change): change.line
    case .marks(let marks): marks.line
    case .failed(let failure): failure.line
    case .undone(let run): StoreLine.undone(run: run)
    case .header, .commit, .unknown: preconditionFailure("no entry of a commit")
    }
  }
}
