/// What the first line of a table says about its columns.
struct DelimitedHeader {
  let delimiter: UInt8
  private(set) var names: [String] = []
  private var columns: [FieldRole: Int] = [:]
  /// The column with the names of files that came with a message.
  private(set) var attachments: Int?
  /// The length of the line; zero where the first line is a message.
  let length: Int
  /// Whether the user told what the columns hold.
  private let isTold: Bool

  /// Takes the columns that the user names; nil where the file's first records are none of such a table.
  init?(_ bytes: Bytes, isWhole: Bool, columns told: TableColumns) {
    let found = DelimitedRecord.delimiters.map { sign in
      (sign, TableSample(bytes, delimiter: sign, isWhole: isWhole))
    }
    guard
      let (sign, sample) = found.max(by: {
        $0.1.count(withFields: told.roles.count) < $1.1.count(withFields: told.roles.count)
      }), case let fitting = sample.count(withFields: told.roles.count), fitting > 0,
      fitting * 10 >= sample.rows.count * 8
    else { return nil }
    delimiter = sign
    isTold = true
    for (number, role) in told.roles.enumerated() {
      names.append("column \(number + 1)")
      if let role { columns[role] = number }
    }
    // A line of names has no time where the others have one.
    guard let time = columns[.timestamp] else {
      length = Self(bytes, isWhole: isWhole)?.length ?? 0
      return
    }
    let timed = sample.rows.indices.count { sample.hasTime($0, time) }
    guard timed > 0, timed * 2 >= sample.rows.count - 1 else { return nil }
    length = sample.hasTime(0, time) ? 0 : sample.rows[0].length
  }

  /// Reads the first line; nil where it names no messages.
  init?(_ bytes: Bytes, isWhole: Bool) {
    let found = DelimitedRecord.delimiters.compactMap { sign -> DelimitedHeader? in
      DelimitedRecord(bytes, delimiter: sign, isWhole: isWhole).flatMap {
        DelimitedHeader($0, delimiter: sign)
      }
    }
    guard let best = found.max(by: { $0.columns.count < $1.columns.count }) else { return nil }
    self = best
  }

  private init?(_ record: DelimitedRecord, delimiter: UInt8) {
    guard (2...200).contains(record.count), record.length < 1 << 14 else { return nil }
    self.delimiter = delimiter
    length = record.length
    isTold = false
    var ranks: [FieldRole: Int] = [:]
    for number in 0..<record.count {
      let name = String(decoding: (record.field(number) ?? []), as: UTF8.self)
        .filter { $0 != "\u{FEFF}" }
      names.append(name)
      let plain = String(name.filter { $0 != " " })
      if plain.lowercased() == "attachments" { attachments = number }
      guard let (role, rank) = FieldRole.of(plain), ranks[role] ?? .max > rank else { continue }
      ranks[role] = rank
      columns[role] = number
    }
    // `value` and `comment` stand in many tables; without who wrote when, none is a chat.
    guard let text = ranks[.text], text < 6,
      columns[.sender] != nil || columns[.senderId] != nil,
      columns[.timestamp] != nil || columns[.id] != nil
    else { return nil }
  }

  subscript(role: FieldRole) -> Int? { columns[role] }

  /// Whether these are the columns of DiscordChatExporter.
  var isDiscord: Bool {
    names.prefix(4).map { $0 } == ["AuthorID", "Author", "Date", "Content"]
  }

  /// Which column was taken for what.
  var summary: String {
    let taken = FieldRole.allCases.compactMap { role in
      columns[role].map { "\(names[$0]) as \(role)" }
    }
    return "its columns were taken \(isTold ? "as --columns says" : "by their names"): "
      + taken.joined(separator: ", ") + (isTold && length > 0 ? "; its first line names them" : "")
  }
}
