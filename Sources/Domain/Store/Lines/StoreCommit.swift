import ActionItems
import CivilTime
import Encoding
import ItemRecords

/// A commit to be written: lines that count together, once the last one, the commit line, is written.
struct StoreCommit {
  var changes: [StoreChange] = []
  /// Read markers and failures.
  var marks: [MarkLine] = []
  var undoneRun: Int?
  var end: CommitLine

  var lineCount: Int { changes.count + marks.count + (undoneRun == nil ? 1 : 2) }

  /// Each line, decoded and as the JSON object to append.
  var lines: [(line: StoreLine, object: [UInt8])] {
    var lines: [(line: StoreLine, object: [UInt8])] = []
    for change in changes { lines.append((.change(change), change.line)) }
    for marks in marks { lines.append((.marks(marks), marks.line)) }
    if let undoneRun {
      lines.append((.undone(run: undoneRun), StoreLine.object { $0.field("undone", undoneRun) }))
    }
    lines.append((.commit(run: end.run), end.line))
    return lines
  }

  /// Splits changes into commits below the size limit. The last one also gets `marks` and `undoneRun`.
  ///
  /// After a crash, only the first commits may be there.
  static func commits(
    of changes: [StoreChange], _ marks: [MarkLine] = [], undoneRun: Int? = nil, end: CommitLine
  ) -> [StoreCommit] {
    if changes.isEmpty, marks.isEmpty, undoneRun == nil { return [] }
    var commits = [StoreCommit(end: end)]
    var room = textTogether
    for change in changes {
      let text = change.textSize
      let count = commits[commits.count - 1].changes.count
      if count == changesTogether || (count > 0 && room < text) {
        commits.append(StoreCommit(end: end))
        room = textTogether
      }
      commits[commits.count - 1].changes.append(change)
      room -= text
    }
    commits[commits.count - 1].marks = marks
    commits[commits.count - 1].undoneRun = undoneRun
    return commits
  }

  /// The most changes in a commit; 1000 typical items take a few megabytes.
  private static let changesTogether = 1000
  /// The most bytes of text in a commit of several changes. JSON escapes make the text at most six times as long.
  private static let textTogether = JournalWriter.commitLimit / 8
}

extension StoreChange {
  /// The size in bytes of the texts that may be long.
  fileprivate var textSize: Int {
    let known = change.known
    var size = known.item.task.utf8.count + (known.item.quote?.utf8.count ?? 0)
    for evidence in known.item.evidence { size += evidence.quote?.utf8.count ?? 0 }
    for wording in known.wordings { size += wording.utf8.count }
    for line in known.context { size += line.text.utf8.count }
    return size
  }
}

/// The line that ends a commit: its time, its run, and the usage of the model.
struct CommitLine {
  var at: Timestamp
  var run: Int?
  var usage = ModelUsage()
  /// Whether another commit of the same write follows.
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
      // `JournalLine` expects this as the last member.
      writer.flag("more", isFollowed)
    }
  }
}
