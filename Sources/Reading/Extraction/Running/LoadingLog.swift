package import CivilTime
import Encoding
package import Loading
package import Store
package import System

/// Collects the loaders' reports for a run: failures, skipped files and records, and warnings.
package struct LoadingLog: Sendable {
  /// Inputs that could not be read, or only in part.
  package var failures: [RunRecord.Failure] = []
  /// Files in folders that are not exports, and records that did not become messages, by reason.
  package var skipped: [RunRecord.Skipped] = []
  package var conversations = 0
  /// The number of conversations that the options left out.
  package var leftOut = 0
  /// The most skipped places that are listed one by one.
  private static let named = 1000
  /// The number of records that became messages of any kind.
  package var messages = 0
  package var warnings: [String] = []
  private var fileWarnings = WarningTally()
  /// The languages of conversations, if the offline model reads them.
  var languages = LanguageLog()
  /// The time of the newest message of each given path, in the paths' order.
  private var newest: [Timestamp?] = []
  private var paths: [String] = []
  /// Whether the current path held an export, or a problem that was reported.
  private var hasFoundAnything = false

  package init() {}

  package var status: ExitStatus { failures.isEmpty ? .done : messages == 0 ? .noInput : .partial }

  package mutating func note(_ report: ConversationReport) {
    hasFoundAnything = true
    conversations += 1
    messages += report.records - report.skipped.values.reduce(0, +)
    for (reason, count) in report.skipped.sorted(by: { $0.key < $1.key }) {
      skip(report.file, reason, count)
    }
  }

  package mutating func begin(path: String) {
    paths.append(path)
    newest.append(nil)
    hasFoundAnything = false
  }

  /// Notes that a path was read to its end. Reports one that held nothing, such as an unmounted folder.
  package mutating func end(path: String, _ console: Console) {
    if hasFoundAnything { return }
    fail(
      path, "contains nothing readable ('actionitems formats' lists the supported formats)", console
    )
  }

  private mutating func fail(_ what: String, _ why: String, _ console: Console) {
    console.fail("\(what) \(why)")
    failures.append(RunRecord.Failure(what: what, why: why))
  }

  mutating func leaveOut() {
    leftOut += 1
    hasFoundAnything = true
  }

  package mutating func note(_ timestamp: Timestamp) {
    guard let last = newest.indices.last else { return }
    if newest[last].map({ $0.microseconds < timestamp.microseconds }) ?? true {
      newest[last] = timestamp
    }
  }

  /// Keeps a warning and passes it to `tell`.
  package mutating func add(_ warning: String, _ tell: (String) -> Void) {
    warnings.append(warning)
    tell(warning)
  }

  /// Counts a warning of a file. Prints the first of each kind at once.
  mutating func add(_ warning: LoadingWarning, of file: String, _ console: Console) {
    if let line = fileWarnings.add(warning, of: file) { console.warn(line) }
  }

  /// Keeps the counted warnings, and prints the number of further files for each kind.
  mutating func countWarnings(_ console: Console) {
    warnings += fileWarnings.lines
    fileWarnings.repeated.forEach(console.warn)
  }

  /// Warns if the options left out every conversation: usually a pattern was mistyped.
  mutating func warnOfLeavingAllOut(_ console: Console) {
    guard leftOut > 0, leftOut == conversations else { return }
    let what =
      leftOut == 1 ? "the only conversation was" : "all \(leftOut) conversations were"
    add("\(what) excluded by --conversation, --exclude or --kind", console.alert)
  }

  /// Warns of conversations in unsupported languages, so that an empty result is not mistaken for an answer.
  mutating func warnOfLanguages(_ console: Console) {
    for warning in languages.warnings { add(warning, console.warn) }
  }

  /// Warns of messages that are set aside after too many failures. A run cannot be silent about them, because they
  /// are only read again on request.
  package mutating func warnOfSetAside(_ messages: Int, _ console: Console) {
    guard messages > 0 else { return }
    add(
      "\(messages.counted("message is", "messages are")) set aside after "
        + "\(RunPlan.setAsideAfter) failures, a crash, or a refusal by a filter, and no longer read: "
        + "see 'actionitems runs --failures'; --retry-failed reads them again", console.alert)
  }

  /// Warns of paths without recent messages: the program that writes them may have stopped.
  mutating func warnOfStale(after limit: Duration?, now: Timestamp, _ console: Console) {
    guard let limit else { return }
    for (path, newest) in zip(paths, newest) {
      var problem = "no message has a time"
      if let newest {
        let age = Duration.microseconds(now.microseconds - newest.microseconds)
        guard age > limit else { continue }
        let days = age.components.seconds / 86_400
        problem = "the newest message is from \(newest.civil.date), \(Int(days).counted("day")) ago"
      }
      add("\(path): \(problem); check that it is still exported", console.alert)
    }
  }

  package mutating func note(_ error: LoadingError, _ console: Console) {
    hasFoundAnything = true
    fail(error.path, error.description, console)
  }

  package mutating func note(_ reason: SkippedFileReason, path: String, _ console: Console) {
    console.detail("\(path): skipped, \(reason)")
    if reason == .list || reason == .noMessages || reason == .repeated { hasFoundAnything = true }
    // A list is not skipped, because loaders use its data about other files.
    if reason == .list { return }
    skip(path, reason.description, 1)
  }

  /// Counts skipped files and records; beyond a thousand places, by reason only.
  private mutating func skip(_ file: String, _ reason: String, _ count: Int) {
    if skipped.count < Self.named {
      skipped.append(.init(file: file, reason: reason, count: count))
    } else if let place = skipped.dropFirst(Self.named).firstIndex(where: { $0.reason == reason }) {
      skipped[place].count += count
    } else {
      skipped.append(.init(file: "other files", reason: reason, count: count))
    }
  }
}
