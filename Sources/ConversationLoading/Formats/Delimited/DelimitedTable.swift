import JSONText

/// The records of a table, one after the other or at known places.
struct DelimitedTable {
  let header: DelimitedHeader
  private let reader: PositionedReader
  private let limit: Int
  /// Where the first record begins.
  let start: Int
  private let unclosed: UnclosedStretches

  /// Opens a file whose columns are told, or named by its first line; nil where neither is so.
  init?(_ file: any PositionedBytes, limit: Int, columns: TableColumns? = nil) throws {
    reader = PositionedReader(file, limit: limit)
    self.limit = limit
    unclosed = UnclosedStretches()
    let bytes = try reader.bytes(at: 0, atLeast: FormatSample.length)
    let mark = bytes.has("\u{FEFF}") ? 3 : 0
    let beginning = bytes.part(mark, min(bytes.count, FormatSample.length))
    let isWhole = bytes.count < FormatSample.length
    let told = columns.flatMap { DelimitedHeader(beginning, isWhole: isWhole, columns: $0) }
    guard let header = told ?? DelimitedHeader(beginning, isWhole: isWhole) else { return nil }
    self.header = header
    start = mark + header.length
  }

  /// A table that was walked through before, to be read once more.
  init(_ walked: Walked, _ reader: PositionedReader) {
    header = walked.header
    limit = walked.limit
    start = 0
    unclosed = UnclosedStretches(walked.unclosed)
    self.reader = reader
  }

  /// What is known of a table that was walked through.
  struct Walked: Sendable {
    let header: DelimitedHeader
    fileprivate let limit: Int
    fileprivate let unclosed: [Range<Int>]
  }

  var walked: Walked { Walked(header: header, limit: limit, unclosed: unclosed.stretches) }

  /// What stands at a place.
  enum Outcome {
    case record(DelimitedRecord)
    /// A record beyond the limit, up to the end of its first line.
    case tooLong(length: Int)
    case end
  }

  /// Reads the record at a place; it is valid until the next one is read.
  func read(at offset: Int) throws -> Outcome {
    var length = min(4096, limit)
    var staysInLine = unclosed.contain(offset)
    while true {
      let bytes = try reader.bytes(at: offset, atLeast: length)
      if bytes.isEmpty { return .end }
      let isWhole = bytes.count < length
      let part = bytes.part(0, min(bytes.count, limit))
      let record = DelimitedRecord(
        part, delimiter: header.delimiter, isWhole: isWhole, columns: header.names.count,
        staysInLine: staysInLine)
      if let record {
        // A quotation without end costs its own line; those behind it have none either.
        if record.isOpen { unclosed.note(offset..<offset + part.count) }
        return .record(record)
      }
      if part.count == limit {
        if staysInLine { return .tooLong(length: try lineLength(at: offset)) }
        unclosed.note(offset..<offset + limit)
        staysInLine = true
        continue
      }
      length = min(max(length, bytes.count) * 2, limit)
    }
  }

  private func lineLength(at start: Int) throws -> Int {
    var offset = start
    while true {
      let bytes = try reader.bytes(at: offset, atLeast: 4096)
      if let feed = bytes.firstIndex(of: 0x0A) { return offset + feed + 1 - start }
      offset += bytes.count
      if bytes.count < 4096 { return offset - start }
    }
  }

  /// Calls `body` with every record and its place, from the first to the last.
  func walk(_ body: (Outcome, Int) throws -> Void) throws {
    var offset = start
    while true {
      let outcome = try read(at: offset)
      switch outcome {
      case .end: return
      case .tooLong(let length):
        try body(outcome, offset)
        offset += length
      case .record(let record):
        if !record.isBlank { try body(outcome, offset) }
        offset += record.length
      }
    }
  }
}

/// Stretches of a file in which no quotation is closed that was open at their beginnings: what is quoted
/// there stays in its line, and is not searched for its end again.
private final class UnclosedStretches {
  private(set) var stretches: [Range<Int>]

  init(_ stretches: [Range<Int>] = []) {
    self.stretches = stretches
  }

  func contain(_ offset: Int) -> Bool { stretches.contains { $0.contains(offset) } }

  func note(_ stretch: Range<Int>) {
    if !contain(stretch.lowerBound) { stretches.append(stretch) }
  }
}
