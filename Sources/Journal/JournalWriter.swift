/// Appends commits to a journal's file. The caller holds the store's lock.
///
/// One commit, or several together, is one write and one fdatasync. After a failure the writer
/// refuses to go on: what is on disk then is for the next one to find out, by reading.
public final class JournalWriter {
  private let file: any StorageFile
  private let path: String
  private var hasFailed = false
  /// Whether a sync failed: what was appended can be read, but the system may have forgotten that it is
  /// still to be written, and no later sync makes up for that.
  public private(set) var isUnsynced = false
  /// Behind the last committed line.
  public private(set) var position: JournalReader.Position

  /// Starts behind the last commit of a file, which has to end there.
  public init(_ file: any StorageFile, path: String, at position: JournalReader.Position) {
    self.file = file
    self.path = path
    self.position = position
  }

  /// One commit: entries and the object of the line that ends it, each a JSON object.
  public struct Commit: Sendable {
    /// The entries, in order.
    public var entries: [[UInt8]]
    /// The last line, `{"commit":…}`.
    public var end: [UInt8]

    /// Puts the parts together.
    public init(entries: [[UInt8]], end: [UInt8]) {
      self.entries = entries
      self.end = end
    }
  }

  /// Appends commits and makes them durable. Returns the number of each one's first line.
  public func append(_ commits: [Commit]) throws -> [Int] {
    if hasFailed { throw JournalError.failedBefore(path: path) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(commits.reduce(0) { $0 + Self.size($1) })
    var sequence = position.sequence
    var firsts: [Int] = []
    for commit in commits {
      firsts.append(sequence + 1)
      for entry in commit.entries + [commit.end] {
        sequence += 1
        JournalLine.append(entry, sequence: sequence, to: &bytes)
      }
    }
    hasFailed = true
    try file.append(bytes)
    isUnsynced = true
    try file.sync()
    (hasFailed, isUnsynced) = (false, false)
    position = JournalReader.Position(
      offset: position.offset + bytes.count, sequence: sequence,
      checksum: Self.lastChecksum(of: bytes))
    return firsts
  }

  private static func size(_ commit: Commit) -> Int {
    commit.entries.reduce(commit.end.count + 48) { $0 + $1.count + 48 }
  }

  private static func lastChecksum(of bytes: [UInt8]) -> UInt32 {
    let lines = bytes.dropLast()
    let start = lines.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return lines[start...].withUnsafeBufferPointer { JournalLine($0)?.checksum ?? 0 }
  }
}
