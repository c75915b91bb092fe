/// Why a journal cannot be used.
public enum JournalError: Error, Hashable, Sendable {
  /// The file's first line is none that a journal begins with.
  case notAJournal(path: String)
  /// A commit that is larger than any that is written, or that can be read again, in bytes.
  case commitTooLarge(path: String, limit: Int)
  /// A commit could not be made durable; nothing more is written by this process.
  case failedBefore(path: String)
}

extension JournalError: CustomStringConvertible {
  /// The sentence that a person reads.
  public var description: String {
    switch self {
    case .notAJournal(let path):
      "\(path) does not begin like a journal; restore the store from a backup or name another one"
    case .commitTooLarge(let path, let limit):
      "a commit of more than \(limit) bytes can neither be written to \(path) nor read from it; "
        + "change fewer items at a time, or restore the store from a backup where it is there already"
    case .failedBefore(let path):
      "an earlier write to \(path) failed; run again to go on from what was stored"
    }
  }
}
