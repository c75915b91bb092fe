/// Appends commits to a journal's file. The caller holds the store's lock.
///
/// One commit, or several together, is one write and one fdatasync. After a failure the writer
/// refuses to go on: what is on disk then is for the next one to find out, by reading.
public final class JournalWriter {
  private let file: any StorageFile
  private let path: String
  private let limit: Int
  private var hasFailed = false
  /// Whether a sync failed: what was appended can be read, but the system may have forgotten that it is
  /// still to be written, and no later sync makes up for that.
  public private(set) var isUnsynced = false
  /// Behind the last committed line.
  public private(set) var position: JournalReader.Position

  /// A commit beyond this many bytes is not written: even where the end of one is damaged, it and the
  /// next one are less than what a reader takes together.
  public static let commitLimit = JournalReader.commitLimit / 4

  /// Starts behind the last commit of a file, which has to end there.
  public init(
    _ file: any StorageFile, path: String, at position: JournalReader.Position,
    limit: Int = commitLimit
  ) {
    self.file = file
    self.path = path
    self.position = position
    self.limit = limit
  }

  /// One commit: entries and the object of the line that ends it, each a JSON object.
  public struct Commit: Sendable {
    /// The entries, in order.
    public var entries: [[UInt8]]
    /// The last line, `{"commit":…}`. Where more commits are written with this one, the last member of the
    /// commit is `"more":true`: a power cut may leave any part of what was written together.
    public var end: [UInt8]

    /// Puts the parts together.
    public init(entries: [[UInt8]], end: [UInt8]) {
      self.entries = entries
      self.end = end
    }
  }

  /// Appends commits and makes them durable. Returns all lines in order, those that end commits too.
  ///
  /// Throws `JournalError.commitTooLarge`, before anything is written, where one could not be read again.
  public func append(_ commits: [Commit]) throws -> [LinePlace] {
    if hasFailed { throw JournalError.failedBefore(path: path) }
    if commits.contains(where: { Self.size($0) > limit }) {
      throw JournalError.commitTooLarge(path: path, limit: limit)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(commits.reduce(0) { $0 + Self.size($1) })
    var sequence = position.sequence
    var lines: [LinePlace] = []
    func append(_ object: [UInt8]) {
      sequence += 1
      let start = bytes.count
      let checksum = JournalLine.append(object, sequence: sequence, to: &bytes)
      lines.append(
        LinePlace(
          offset: position.offset + start, length: bytes.count - start - 1, sequence: sequence,
          checksum: checksum))
    }
    for commit in commits {
      for entry in commit.entries { append(entry) }
      append(commit.end)
    }
    hasFailed = true
    try file.append(bytes)
    isUnsynced = true
    try file.sync()
    (hasFailed, isUnsynced) = (false, false)
    position = lines.last?.behind ?? position
    return lines
  }

  private static func size(_ commit: Commit) -> Int {
    commit.entries.reduce(commit.end.count + 48) { $0 + $1.count + 48 }
  }
}
