import ActionItemModel
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
}

extension StoreCommit {
  /// What is done to many items, in commits that can be read again, `other` in the last one.
  ///
  /// Whoever is cut off between two of them has done a part; what `other` says is not said then.
  static func commits(
    of changes: [StoreChange], _ other: [StoreLine] = [], end: CommitLine
  ) -> [StoreCommit] {
    if changes.isEmpty, other.isEmpty { return [] }
    var commits = [StoreCommit(entries: [], end: end)]
    var room = textTogether
    for change in changes {
      let text = change.textSize
      let count = commits[commits.count - 1].entries.count
      if count == changesTogether || (count > 0 && room < text) {
        commits.append(StoreCommit(entries: [], end: end))
        room = textTogether
      }
      commits[commits.count - 1].entries.append(.change(change))
      room -= text
    }
    commits[commits.count - 1].entries += other
    return commits
  }

  /// A few megabytes, as items go.
  private static let changesTogether = 1000
  /// In bytes; written as escapes it becomes six times as much at worst.
  private static let textTogether = JournalWriter.commitLimit / 8
}

extension StoreChange {
  /// Bytes of the texts that may be long.
  fileprivate var textSize: Int {
    let item = change.known.item
    var size = item.task.utf8.count + (item.quote?.utf8.count ?? 0)
    for evidence in item.evidence { size += evidence.quote?.utf8.count ?? 0 }
    for wording in change.known.wordings { size += wording.utf8.count }
    for line in change.known.context { size += line.text.utf8.count }
    return size
  }
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
