/// Why a journal cannot be used.
public enum JournalError: Error, Hashable, Sendable {
  /// The file's first line is none that a journal begins with.
  case notAJournal(path: String)
  /// The file was written by a newer version.
  case newerFormat(path: String, found: Int, known: Int)
  /// A commit that is larger than any that is written, in bytes.
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
    case .newerFormat(let path, let found, let known):
      "\(path) has format \(found), this version reads up to \(known); update actionitems"
    case .commitTooLarge(let path, let limit):
      "\(path) holds more than \(limit) bytes without the end of a commit"
    case .failedBefore(let path):
      "an earlier write to \(path) failed; run again to go on from what was stored"
    }
  }
}
