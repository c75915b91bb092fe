/// Appends commits to a journal file. The caller holds the store's lock.
///
/// Commits that are appended together take one write and one fdatasync. After a failure, the writer refuses to
/// continue; the next reader finds out what is on disk. `JournalError`, below, also has errors of reading.
package final class JournalWriter {
  private let file: any StorageFile
  private let path: String
  private let limit: Int
  private var hasFailed = false
  /// Whether a sync failed. The appended bytes can be read, but the system may have dropped the pending write. A later
  /// sync does not repeat it.
  package private(set) var isUnsynced = false
  /// The last committed line.
  package private(set) var last: LinePlace

  /// The largest commit in bytes that is written. Even if its end is damaged, a reader's limit covers it and the next
  /// one together.
  package static let commitLimit = JournalReader.commitLimit / 4

  /// Starts after the last commit of a file, which must end there.
  package init(
    _ file: any StorageFile, path: String, after last: LinePlace,
    limit: Int = commitLimit
  ) {
    self.file = file
    self.path = path
    self.last = last
    self.limit = limit
  }

  /// Appends commits and syncs them. Returns the places of all lines in order.
  ///
  /// A commit consists of lines, which are JSON objects; the last one is `{"commit":…}`. If further commits are written
  /// with it, the last member of that is `"more":true`. A power cut may leave any part of one write.
  ///
  /// Throws `JournalError.commitTooLarge` before anything is written if a commit is too large to be read again.
  package func append(_ commits: [[[UInt8]]]) throws -> [LinePlace] {
    if hasFailed { throw JournalError.failedBefore(path: path) }
    if commits.contains(where: { Self.size($0) > limit }) {
      throw JournalError.commitTooLarge(path: path, limit: limit)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(commits.reduce(0) { $0 + Self.size($1) })
    var sequence = last.sequence
    var lines: [LinePlace] = []
    for object in commits.joined() {
      sequence += 1
      let start = bytes.count
      let checksum = JournalLine.append(object, sequence: sequence, to: &bytes)
      lines.append(
        LinePlace(
          offset: last.end + start, length: bytes.count - start - 1, sequence: sequence,
          checksum: checksum))
    }
    hasFailed = true
    try file.append(bytes)
    isUnsynced = true
    try file.sync()
    (hasFailed, isUnsynced) = (false, false)
    last = lines.last ?? last
    return lines
  }

  private static func size(_ commit: [[UInt8]]) -> Int {
    commit.reduce(0) { $0 + $1.count + 48 }
  }
}

/// The reason why a journal cannot be used.
public enum JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first line is not that of a journal.
  case notAJournal(path: String)
  /// A commit exceeds the limit, in bytes, for writing or reading.
  case commitTooLarge(path: String, limit: Int)
  /// A commit could not be synced; this process writes nothing more.
  case failedBefore(path: String)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .notAJournal(let path):
      "\(path) is not a journal; restore the store from a backup, or use another store"
    case .commitTooLarge(let path, let limit):
      "a commit of more than \(limit) bytes is too large for \(path); change fewer items at a time, "
        + "or restore the store from a backup if the journal already contains it"
    case .failedBefore(let path):
      "an earlier write to \(path) failed; run again to continue from what was stored"
    }
  }
}
