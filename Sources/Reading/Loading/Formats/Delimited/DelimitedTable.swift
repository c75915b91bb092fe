import Encoding

/// Reads the header of a table file, and its records, in order or at known offsets. `DelimitedLoader` uses it.
struct DelimitedTable {
  let header: DelimitedHeader
  /// The offset of the first record.
  let start: Int
  private let limit: Int
  /// Ranges of the file in which a quotation that opens at the start does not close.
  ///
  /// Quotations there stay in their line, and their ends are not searched for again.
  private var unclosed: [Range<Int>] = []

  /// Reads the header of a file, or takes the columns given by the user; nil if neither fits.
  init?(_ reader: PositionedReader, limit: Int, columns: TableColumns?) throws {
    self.limit = limit
    let bytes = try reader.bytes(at: 0, atLeast: FormatSample.length)
    let mark = bytes.has("\u{FEFF}") ? 3 : 0
    let beginning = bytes.part(mark, min(bytes.count, FormatSample.length))
    let isWhole = bytes.count < FormatSample.length
    let given = columns.flatMap { DelimitedHeader(beginning, isWhole: isWhole, columns: $0) }
    guard let header = given ?? DelimitedHeader(beginning, isWhole: isWhole) else { return nil }
    self.header = header
    start = mark + header.length
  }

  enum Outcome {
    case record(DelimitedRecord)
    /// A record longer than the limit; `length` is that of its first line.
    case tooLong(length: Int)
    case end
  }

  /// Reads the record at a place; it is valid until the next read.
  mutating func read(at offset: Int, from reader: PositionedReader) throws -> Outcome {
    var length = min(4096, limit)
    var staysInLine = isUnclosed(offset)
    while true {
      let bytes = try reader.bytes(at: offset, atLeast: length)
      if bytes.isEmpty { return .end }
      let isWhole = bytes.count < length
      let part = bytes.part(0, min(bytes.count, limit))
      let record = DelimitedRecord(
        part, delimiter: header.delimiter, isWhole: isWhole, columns: header.names.count,
        staysInLine: staysInLine)
      if let record {
        // A quotation without an end is confined to its line, and so are later ones.
        if record.hasUnclosedQuote { noteUnclosed(offset..<offset + part.count) }
        return .record(record)
      }
      if part.count == limit {
        if staysInLine { return .tooLong(length: try Self.lineLength(at: offset, reader)) }
        noteUnclosed(offset..<offset + limit)
        staysInLine = true
        continue
      }
      length = min(max(length, bytes.count) * 2, limit)
    }
  }

  private func isUnclosed(_ offset: Int) -> Bool { unclosed.contains { $0.contains(offset) } }

  private mutating func noteUnclosed(_ stretch: Range<Int>) {
    if !isUnclosed(stretch.lowerBound) { unclosed.append(stretch) }
  }

  private static func lineLength(at start: Int, _ reader: PositionedReader) throws -> Int {
    var offset = start
    while true {
      let bytes = try reader.bytes(at: offset, atLeast: 4096)
      if let feed = bytes.firstIndex(of: 0x0A) { return offset + feed + 1 - start }
      offset += bytes.count
      if bytes.count < 4096 { return offset - start }
    }
  }

  /// Calls `body` with every record and its place, in order.
  mutating func walk(_ reader: PositionedReader, _ body: (Outcome, Int) throws -> Void) throws {
    var offset = start
    while true {
      let outcome = try read(at: offset, from: reader)
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
