/// The first records of what may be a table.
struct TableSample {
  let rows: [DelimitedRecord]

  private static let limit = 50

  /// Parts the beginning of a file at a sign; empty lines are left out.
  init(_ bytes: Bytes, delimiter: UInt8, isWhole: Bool) {
    var rows: [DelimitedRecord] = []
    var place = 0
    while place < bytes.count, rows.count < Self.limit {
      guard
        let record = DelimitedRecord(
          bytes.part(from: place), delimiter: delimiter, isWhole: isWhole,
          columns: rows.first?.count)
      else { break }
      if !record.isBlank { rows.append(record) }
      place += record.length
    }
    self.rows = rows
  }

  func count(withFields count: Int) -> Int { rows.count { $0.count == count } }

  /// Whether a field of a record is a time, and not merely some number.
  func hasTime(_ row: Int, _ column: Int) -> Bool {
    guard let field = rows[row].field(column) else { return false }
    return field.withUnsafeBufferPointer { bytes in
      let text = bytes.trimmed
      if text.count < 9, text.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }) {
        return false
      }
      return WrittenTime(text) != nil
    }
  }
}
