/// How a command ended, as scripts see it.
public enum ExitStatus: Int32, CaseIterable, Sendable {
  /// Done.
  case done = 0
  /// Done, but some named inputs or windows failed.
  case partial = 1
  /// The command line or the settings are wrong or incomplete.
  case usage = 2
  /// No input could be read.
  case noInput = 3
  /// The endpoint cannot be used.
  case endpoint = 4
  /// The store cannot be used.
  case store = 5
  /// A limit that the user set ended the run early.
  case limit = 6
  /// The store is locked by another run.
  case locked = 7
  /// The terminal is gone (SIGHUP).
  case hungUp = 129
  /// Interrupted (SIGINT).
  case interrupted = 130
  /// Terminated (SIGTERM).
  case terminated = 143

  /// Which status is told where several apply, the first one first.
  private static let precedence: [ExitStatus] = [
    .interrupted, .terminated, .hungUp, .usage, .locked, .store, .noInput, .endpoint, .limit,
    .partial, .done,
  ]

  /// The status to tell where several apply.
  static func telling(_ statuses: some Sequence<ExitStatus>) -> ExitStatus {
    let statuses = Set(statuses)
    return precedence.first { statuses.contains($0) } ?? .done
  }

  /// What the status means, for `--help`.
  var meaning: String {
    switch self {
    case .done: "done"
    case .partial: "done, but some named inputs or windows failed; they will be taken again"
    case .usage: "the command line or the settings are wrong or incomplete"
    case .noInput: "no input could be read"
    case .endpoint: "the endpoint cannot be used (address, key, quota, too many failures)"
    case .store: "the store cannot be used (damaged, full disk, read-only)"
    case .limit: "a limit that you set ended the run early; the rest is taken next time"
    case .locked: "the store is locked by another run"
    case .hungUp: "the terminal was closed; everything acknowledged is kept"
    case .interrupted: "interrupted; everything acknowledged is kept"
    case .terminated: "terminated; everything acknowledged is kept"
    }
  }
}
