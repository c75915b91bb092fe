import ConversationLoading

/// What the loaders reported: what failed, what was passed over, what is worth a warning.
struct LoadingLog: Sendable {
  /// Inputs that could not be read, or only in part.
  var failures: [(what: String, why: String)] = []
  /// Files in walked folders that are nobody's export, and records that became nothing, by reason.
  var skipped: [(file: String, reason: String, count: Int)] = []
  /// Conversations that were read.
  var conversations = 0
  /// Conversations that the options left out.
  var leftOut = 0
  /// Records that became messages of any kind.
  var messages = 0

  mutating func note(_ report: ConversationReport) {
    conversations += 1
    messages += report.records - report.skipped.values.reduce(0, +)
    for (reason, count) in report.skipped.sorted(by: { $0.key < $1.key }) {
      skipped.append((report.file, reason, count))
    }
  }

  mutating func note(_ error: LoadingError) {
    failures.append((error.path, error.description))
  }

  mutating func note(_ reason: PassedReason, path: String) {
    // An index is read for what it says of the others.
    if reason == .index { return }
    skipped.append((path, reason.rawValue, 1))
  }
}
