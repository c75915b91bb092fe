import ActionItems
import CivilTime
import ItemRecords
import Encoding

/// What is written together: lines that count once the last one, which tells of the commit, stands
/// behind them.
struct StoreCommit {
  /// Changes, marks, failures and runs that are taken back.
  var entries: [StoreLine]
  var end: CommitLine

  /// The lines as the journal takes them.
  var written: [[UInt8]] { entries.map(\.line) + [end.line] }

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
    let known = change.known
    var size = known.item.task.utf8.count + (known.item.quote?.utf8.count ?? 0)
    for evidence in known.item.evidence { size += evidence.quote?.utf8.count ?? 0 }
    for wording in known.wordings { size += wording.utf8.count }
    for line in known.context { size += line.text.utf8.count }
    return size
  }
}

/// The line that ends a commit: when, by which run, and what it cost.
struct CommitLine {
  var at: Timestamp
  var run: Int?
  var usage = Usage()
  /// Whether more commits are written with this one.
  var isFollowed = false

  var line: [UInt8] {
    StoreLine.object("commit") { writer in
      writer.optional("at", at)
      writer.key("run")
      if let run { writer.int(run) } else { writer.null() }
      for (key, count) in [
        ("requests", usage.requests), ("retries", usage.retries),
        ("promptTokens", usage.promptTokens), ("completionTokens", usage.completionTokens),
      ] where count > 0 {
        writer.key(key)
        writer.int(count)
      }
      // The last member, as `JournalLine` expects it.
      writer.flag("more", isFollowed)
    }
  }
}
