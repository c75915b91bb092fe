import JSONText
public import Journal

/// `runs.jsonl`: what every run did, one line when it begins and one when it ends.
///
/// It is a log, not the truth: a line that a crash cut short is passed over. Who writes holds the
/// run lock.
public struct RunHistory: Sendable {
  static let name = "runs.jsonl"
  /// Failures and files that a line names at most; the summary has all.
  private static let listed = 100
  /// The end of the file that is read, in bytes: some thousand runs.
  private static let readable = 32 << 20

  private let folder: any StorageFolder

  /// The history of a store.
  public init(folder: any StorageFolder) {
    self.folder = folder
  }

  /// The runs there were, the oldest first. One that was killed has no exit status.
  public func read() throws -> [RunRecord] {
    guard try folder.identity(of: Self.name) != nil else { return [] }
    let file = try folder.open(Self.name, .reading)
    let size = try file.size()
    let bytes = try file.read(min(size, Self.readable), at: max(0, size - Self.readable))
    var records: [Int: RunRecord] = [:]
    for line in bytes.split(separator: 0x0A) {
      guard let value = try? JSONValue(parsing: Array(line)), let record = RunRecord(value) else {
        continue
      }
      records[record.run] = record
    }
    return records.values.sorted { $0.run < $1.run }
  }

  /// The number of the last run; zero where there was none.
  public func lastRun() throws -> Int { try read().last?.run ?? 0 }

  /// Removes what failed, what was passed over and what was warned of, for these bear names of
  /// conversations and people; the counts stay. The caller holds the run lock.
  func forgetNames() throws {
    let records = try read()
    if records.isEmpty { return }
    var writer = JSONWriter()
    for var record in records {
      (record.failures, record.skipped, record.warnings) = ([], [], [])
      record.write(to: &writer, limit: Self.listed)
      writer.endLine()
    }
    let temporary = Self.name + ".new"
    let file = try folder.open(temporary, .replacing)
    try file.append(writer.bytes)
    try file.sync()
    try folder.rename(temporary, to: Self.name)
    try folder.sync()
  }

  /// Keeps a record: on disk when the call returns.
  public func append(_ record: RunRecord) throws {
    var writer = JSONWriter()
    record.write(to: &writer, limit: Self.listed)
    writer.endLine()
    let isNew = try folder.identity(of: Self.name) == nil
    let file = try folder.open(Self.name, .appending)
    // A line that was cut short stays a line of its own.
    let size = try file.size()
    let isCut = try size > 0 && file.read(1, at: size - 1) != [0x0A]
    try file.append((isCut ? [0x0A] : []) + writer.bytes)
    try file.sync()
    if isNew { try folder.sync() }
  }
}
