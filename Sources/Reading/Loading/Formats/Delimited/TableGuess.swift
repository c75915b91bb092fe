/// A guess at the roles of a table's columns, to suggest `--columns`. Below: `TableSample`, its first records.
struct TableGuess {
  /// The columns in the form of `--columns`.
  let columns: TableColumns
  /// Whether a time, a sender and a text were found, which few tables other than chats have.
  let isConvincing: Bool

  private struct Column {
    var filled = 0
    var times = 0
    /// Times that are only a day, and those that are only a time of day.
    var days = 0
    var clocks = 0
    var length = 0
    var spaces = 0
    var worded = 0
    var signs = 0
    var numbered = 0
    var values: Set<[UInt8]> = []

    /// The lowest rank is the sender: few names, few digits. A name that never changes is rather the conversation's.
    var rank: (Int, Int, Int) { (values.count == 1 && filled > 1 ? 1 : 0, values.count, numbered) }
  }

  private static let columnLimit = 30

  /// Examines the beginning of a file; nil if it is not a table or has no texts.
  init?(_ sample: FormatSample) {
    guard sample.json == nil, !sample.bytes.contains(0) else { return nil }
    let guesses = sample.bytes.withUnsafeBufferPointer { bytes in
      DelimitedRecord.delimiters.compactMap { delimiter in
        Self(TableSample(bytes, delimiter: delimiter, isWhole: sample.isWhole))
      }
    }
    guard let best = guesses.max(by: { $0.worth < $1.worth }) else { return nil }
    self = best
  }

  private var worth: Int { (isConvincing ? 100 : 0) + columns.roles.count { $0 != nil } }

  private init?(_ sample: TableSample) {
    guard let first = sample.rows.first, first.count <= Self.columnLimit else { return nil }
    // The first line may hold unknown column names.
    let hasNames = !(0..<first.count).contains { sample.hasTime(0, $0) }
    let body = (hasNames && sample.rows.count > 1 ? 1 : 0)..<sample.rows.count
    let width = sample.rows[body.lowerBound].count
    guard
      (2...Self.columnLimit).contains(width),
      body.count(where: { sample.rows[$0].count == width }) * 10 >= body.count * 9
    else { return nil }
    let columns = (0..<width).map { Self.column($0, sample, body) }
    var roles = [FieldRole?](repeating: nil, count: width)
    func take(_ role: FieldRole, _ column: Int?) {
      if let column, !roles.contains(role) { roles[column] = role }
    }
    var free: [Int] { columns.indices.filter { roles[$0] == nil && columns[$0].filled > 0 } }

    for (number, role) in Self.named(first, in: hasNames ? width : 0) { take(role, number) }
    take(.timestamp, free.first { columns[$0].times * 10 >= body.count * 9 })
    if let day = roles.firstIndex(of: .timestamp), columns[day].days == columns[day].times {
      take(.clock, free.first { columns[$0].clocks * 10 >= body.count * 9 })
    }
    let worded = free.filter { columns[$0].worded * 2 > columns[$0].filled }
    take(.text, worded.max { columns[$0].length < columns[$1].length })
    take(.conversationId, free.first { columns[$0].signs * 2 > columns[$0].filled })
    // Senders have short names that repeat.
    take(
      .sender,
      free.filter { column in
        let seen = columns[column]
        return seen.worded * 2 > seen.filled && seen.length <= seen.filled * 40
          && seen.spaces <= seen.filled * 3
      }.min {
        columns[$0].rank < columns[$1].rank
      })
    take(
      .id,
      free.first { column in
        let seen = columns[column]
        return body.count > 2 && seen.filled == body.count && seen.values.count == body.count
          && seen.spaces == 0 && seen.length <= seen.filled * 64
      })
    guard let found = TableColumns(roles: roles),
      roles.contains(.sender) || roles.contains(.timestamp)
    else { return nil }
    self.columns = found
    isConvincing = roles.contains(.sender) && roles.contains(.timestamp)
  }

  /// The columns whose names are known.
  private static func named(_ first: DelimitedRecord, in width: Int) -> [(Int, FieldRole)] {
    let known: [FieldRole] = [.timestamp, .sender, .text, .threadId, .conversationId, .id]
    let named = (0..<width).compactMap { number -> (number: Int, role: FieldRole, rank: Int)? in
      let name = String(decoding: first.field(number) ?? [], as: UTF8.self).filter { $0 != " " }
      return FieldRole.of(name).flatMap {
        known.contains($0.role) ? (number, $0.role, $0.rank) : nil
      }
    }
    return named.sorted { $0.rank < $1.rank }.map { ($0.number, $0.role) }
  }

  private static func column(
    _ number: Int, _ sample: TableSample, _ body: Range<Int>
  ) -> Column {
    var column = Column()
    for row in body {
      guard let field = sample.rows[row].field(number), !field.isEmpty else { continue }
      column.filled += 1
      let isTime = sample.hasTime(row, number)
      if isTime { column.times += 1 }
      if sample.isDay(row, number) { column.days += 1 }
      if sample.isClock(row, number) { column.clocks += 1 }
      column.length += field.count
      column.spaces += field.count { $0 == 0x20 }
      if field.contains(where: { $0.isASCIILetter || $0 >= 0x80 }) { column.worded += 1 }
      if field.first == UInt8(ascii: "#") { column.signs += 1 }
      if field.contains(where: \.isASCIIDigit) { column.numbered += 1 }
      column.values.insert(field)
    }
    return column
  }
}

/// The first records of a possible table.
struct TableSample {
  let rows: [DelimitedRecord]

  private static let limit = 50

  /// Splits the beginning of a file with a delimiter; leaves out empty lines.
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

  /// Whether a field is a date without a time of day.
  func isDay(_ row: Int, _ column: Int) -> Bool {
    hasTime(row, column) && rows[row].field(column)?.contains(UInt8(ascii: ":")) == false
  }

  /// Whether a field is only a time of day.
  func isClock(_ row: Int, _ column: Int) -> Bool {
    rows[row].field(column)?.withUnsafeBufferPointer { bytes in
      var cursor = ByteCursor(bytes.trimmed)
      return cursor.clockTime() != nil && cursor.isAtEnd
    } ?? false
  }

  /// Whether a field of a record is a time, not just a number.
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
