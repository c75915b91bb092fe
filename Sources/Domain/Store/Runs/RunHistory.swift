import Encoding

/// `runs.jsonl`: what every run did, one line when it begins and one when it ends.
///
/// It is a log, not the truth: a line that a crash cut short is passed over. Lines bear a checksum as those
/// of the journal do, and the number of the run. Who writes holds the run lock.
package struct RunHistory: Sendable {
  static let name = "runs.jsonl"
  /// Failures and files that a line names at most; the summary has all.
  private static let listed = 100
  /// The end of the file that is read, in bytes: some thousand runs.
  private static let readable = 32 << 20

  private let folder: any StorageFolder

  package init(folder: any StorageFolder) {
    self.folder = folder
  }

  /// The runs there were, the oldest first. One that was killed has no exit status.
  package func read() throws -> [RunRecord] {
    var records: [Int: RunRecord] = [:]
    for line in try lines().lines {
      if let record = Self.record(line) { records[record.run] = record }
    }
    return records.values.sorted { $0.run < $1.run }
  }

  /// The lines at the end of the file, and where the bytes begin that they are slices of.
  private func lines() throws -> (lines: [ArraySlice<UInt8>], start: Int) {
    guard let file = try folder.openIfThere(Self.name) else { return ([], 0) }
    let start = max(0, try file.size() - Self.readable)
    let bytes = try file.read(Self.readable, at: start)
    // The first one of very many is not all there.
    let rest = start == 0 ? bytes[...] : bytes.drop { $0 != 0x0A }
    return (rest.split(separator: 0x0A), start)
  }

  /// What a line says; nil where it is not as it was written.
  private static func record(_ line: ArraySlice<UInt8>) -> RunRecord? {
    guard line.withUnsafeBufferPointer({ JournalLine($0) }) != nil else { return nil }
    return (try? JSONValue(parsing: Array(line))).flatMap { RunRecord($0) }
  }

  /// Sentences about lines that are not as they were written; one that was cut short is none of them, nor one in which
  /// a power cut left a hole, full of zeros.
  func damages() throws -> [String] {
    let (lines, start) = try lines()
    return lines.compactMap { line in
      guard line.last == UInt8(ascii: "}"), Self.record(line) == nil,
        !zip(line, line.dropFirst()).contains(where: { $0 == (0, 0) })
      else { return nil }
      return
        "\(folder.path)/\(Self.name): the line at byte \(start + line.startIndex) is not as it was"
        + " written; items and messages are not touched by that"
    }
  }

  private static func line(_ record: RunRecord) -> [UInt8] {
    var writer = JSONWriter()
    record.write(to: &writer, limit: listed)
    var line: [UInt8] = []
    JournalLine.append(writer.bytes, sequence: record.run, to: &line)
    return line
  }

  /// The number of the last run; zero where there was none.
  package func lastRun() throws -> Int { try read().last?.run ?? 0 }

  /// Removes what failed, what was passed over and what was warned of, for these bear names of
  /// conversations and people; the counts stay. The caller holds the run lock.
  func forgetNames() throws {
    let records = try read()
    if records.isEmpty { return }
    var bytes: [UInt8] = []
    for var record in records {
      (record.failures, record.skipped, record.warnings) = ([], [], [])
      bytes += Self.line(record)
    }
    try folder.replace(Self.name, with: bytes)
  }

  /// Keeps a record: on disk when the call returns.
  package func append(_ record: RunRecord) throws {
    let isNew = try folder.identity(of: Self.name) == nil
    let file = try folder.open(Self.name, .appending)
    // A line that was cut short stays a line of its own.
    let size = try file.size()
    let isCut = try size > 0 && file.read(1, at: size - 1) != [0x0A]
    try file.append((isCut ? [0x0A] : []) + Self.line(record))
    try file.sync()
    if isNew { try folder.sync() }
  }
}
