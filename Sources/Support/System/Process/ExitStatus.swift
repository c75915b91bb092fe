/// The exit status of a command.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case partial = 1
  case usage = 2
  case noInput = 3
  case endpoint = 4
  case store = 5
  case limit = 6
  case locked = 7
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// The order of precedence if several statuses apply, highest first.
  private static let precedence: [ExitStatus] = [
    .interrupted, .terminated, .hungUp, .usage, .locked, .store, .noInput, .endpoint, .limit,
    .partial, .done,
  ]

  package static func mostImportant(of statuses: some Sequence<ExitStatus>) -> ExitStatus {
    let statuses = Set(statuses)
    return precedence.first { statuses.contains($0) } ?? .done
  }

  /// The meaning of the status, for `--help`.
  package var meaning: String {
    switch self {
    case .done: "done"
    case .partial: "done, but some inputs or windows failed; the next run retries them"
    case .usage: "the command line or the settings are wrong or incomplete"
    case .noInput: "no input could be read"
    case .endpoint: "the endpoint cannot be used (address, key, quota, too many failures)"
    case .store: "the store cannot be used (damaged, full disk, read-only)"
    case .limit: "a limit that you set ended the run early; the next run continues"
    case .locked: "the store is locked by another run"
    case .hungUp: "the terminal was closed"
    case .interrupted: "interrupted"
    case .terminated: "terminated"
    }
  }
}
