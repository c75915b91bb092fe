/// Appends commits to a journal's file. The caller holds the store's lock.
///
/// One commit, or several together, is one write and one fdatasync. After a failure the writer
/// refuses to go on: what is on disk then is for the next one to find out, by reading.
package final class JournalWriter {
  private let file: any StorageFile
  private let path: String
  private let limit: Int
  private var hasFailed = false
  /// Whether a sync failed: what was appended can be read, but the system may have forgotten that it is
  /// still to be written, and no later sync makes up for that.
  package private(set) var isUnsynced = false
  /// The last committed line.
  package private(set) var last: LinePlace

  /// A commit beyond this many bytes is not written: even where the end of one is damaged, it and the
  /// next one are less than what a reader takes together.
  package static let commitLimit = JournalReader.commitLimit / 4

  /// Starts behind the last commit of a file, which has to end there.
  package init(
    _ file: any StorageFile, path: String, behind last: LinePlace,
    limit: Int = commitLimit
  ) {
    self.file = file
    self.path = path
    self.last = last
    self.limit = limit
  }

  /// Appends commits and makes them durable. Returns the places of all lines in order.
  ///
  /// Each is its lines, JSON objects, the last one `{"commit":…}`. Where more commits are written with it, the last
  /// member of that is `"more":true`: a power cut may leave any part of what was written together.
  ///
  /// Throws `JournalError.commitTooLarge`, before anything is written, where one could not be read again.
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

/// Why a journal cannot be used.
public enum JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's first line is none that a journal begins with.
  case notAJournal(path: String)
  /// A commit that is larger than any that is written, or that can be read again, in bytes.
  case commitTooLarge(path: String, limit: Int)
  /// A commit could not be made durable; nothing more is written by this process.
  case failedBefore(path: String)

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
