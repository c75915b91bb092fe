import Encoding

/// The file `runs.jsonl`: a line for the start and the end of each run.
///
/// It is only a log: a line that a crash cut short is skipped. Lines have a checksum, as in the journal, and the number
/// of the run. A writer holds the run lock.
package struct RunHistory: Sendable {
  static let name = "runs.jsonl"
  /// The most failures and skipped files listed in a line. The summary lists all of them.
  private static let listed = 100
  /// The size in bytes of the file's end that is read, which covers some thousand runs.
  private static let readable = 32 << 20

  private let folder: any StorageFolder

  package init(folder: any StorageFolder) {
    self.folder = folder
  }

  /// Returns the runs, the oldest first. A killed run has no exit status.
  package func read() throws -> [RunRecord] {
    var records: [Int: RunRecord] = [:]
    for line in try lines().lines {
      if let record = Self.record(line) { records[record.run] = record }
    }
    return records.values.sorted { $0.run < $1.run }
  }

  /// The lines at the end of the file, and the offset of the bytes of which they are slices.
  private func lines() throws -> (lines: [ArraySlice<UInt8>], start: Int) {
    guard let file = try folder.openIfThere(Self.name) else { return ([], 0) }
    let start = max(0, try file.size() - Self.readable)
    let bytes = try file.read(Self.readable, at: start)
    // If the file is longer than that, its first line is incomplete.
    let rest = start == 0 ? bytes[...] : bytes.drop { $0 != 0x0A }
    return (rest.split(separator: 0x0A), start)
  }

  /// The record in a line; nil if the line is damaged.
  private static func record(_ line: ArraySlice<UInt8>) -> RunRecord? {
    guard line.withUnsafeBufferPointer({ JournalLine($0) }) != nil else { return nil }
    return (try? JSONValue(parsing: Array(line))).flatMap { RunRecord($0) }
  }

  /// Warnings about damaged lines. Lines that were cut short do not count, nor do those with a hole of zeros from a
  /// power cut.
  func damages() throws -> [String] {
    let (lines, start) = try lines()
    return lines.compactMap { line in
      guard line.last == UInt8(ascii: "}"), Self.record(line) == nil,
        !zip(line, line.dropFirst()).contains(where: { $0 == (0, 0) })
      else { return nil }
      return
        "\(folder.path)/\(Self.name): the line at byte \(start + line.startIndex) is damaged;"
        + " items and messages are not affected"
    }
  }

  private static func line(_ record: RunRecord) -> [UInt8] {
    var writer = JSONWriter()
    record.write(to: &writer, limit: listed)
    var line: [UInt8] = []
    JournalLine.append(writer.bytes, sequence: record.run, to: &line)
    return line
  }

  /// The number of the last run; zero before the first run.
  package func lastRun() throws -> Int { try read().last?.run ?? 0 }

  /// Removes failures, skipped files and warnings, which contain names of conversations and people. The counts stay.
  /// The caller holds the run lock.
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

  /// Appends a record. It is on disk when the call returns.
  package func append(_ record: RunRecord) throws {
    let isNew = try folder.identity(of: Self.name) == nil
    let file = try folder.open(Self.name, .appending)
    // A line that was cut short must not join the next one.
    let size = try file.size()
    let isCut = try size > 0 && file.read(1, at: size - 1) != [0x0A]
    try file.append((isCut ? [0x0A] : []) + Self.line(record))
    try file.sync()
    if isNew { try folder.sync() }
  }
}
