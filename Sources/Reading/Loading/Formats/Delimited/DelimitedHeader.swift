import Encoding

/// The columns of a table, read from its first line or given by the user.
struct DelimitedHeader {
  let delimiter: UInt8
  private(set) var names: [String] = []
  private var columns: [FieldRole: Int] = [:]
  /// The column with the names of a message's files.
  private(set) var attachments: Int?
  /// The length of the header line; zero if the first line is a message.
  let length: Int
  /// Whether the user gave the columns.
  private let isTold: Bool

  /// Takes the columns given by the user; nil if the file's first records do not fit them.
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
    // A header line has no time in the time column.
    guard let time = columns[.timestamp] else {
      length = Self(bytes, isWhole: isWhole)?.length ?? 0
      return
    }
    let timed = sample.rows.indices.count { sample.hasTime($0, time) }
    guard timed > 0, timed * 2 >= sample.rows.count - 1 else { return nil }
    length = sample.hasTime(0, time) ? 0 : sample.rows[0].length
  }

  /// Reads the first line; nil if its names are not those of a table of messages.
  init?(_ bytes: Bytes, isWhole: Bool) {
    let found = DelimitedRecord.delimiters.compactMap { sign -> DelimitedHeader? in
      DelimitedRecord(bytes, delimiter: sign, isWhole: isWhole).flatMap {
        DelimitedHeader($0, delimiter: sign)
      }
    }
    guard let best = found.max(by: { $0.columns.count < $1.columns.count }) else { return nil }
    self = best
    let sample = TableSample(bytes, delimiter: delimiter, isWhole: isWhole)
    guard columns[.clock] == nil, let time = columns[.timestamp], sample.rows.count > 1 else {
      return
    }
    func isMostly(_ isOne: (Int, Int) -> Bool, _ column: Int) -> Bool {
      let filled = (1..<sample.rows.count).filter {
        sample.rows[$0].field(column)?.isEmpty == false
      }
      return filled.count { isOne($0, column) } * 2 > filled.count
    }
    guard isMostly(sample.isDay, time) else { return }
    // The time of day may stand in a column of its own.
    columns[.clock] = names.indices.first { column in
      !columns.values.contains(column) && isMostly(sample.isClock, column)
        && ["time", "uhr", "hora", "heure"].contains { names[column].lowercased().holds($0) }
    }
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
    // Many tables have a `value` or `comment`; without a sender and a time or an id, they are not chats.
    let isDated = columns[.timestamp] != nil
    guard let text = ranks[.text], text < FieldRole.vagueText, isDated || columns[.id] != nil,
      // Discord's data package has only the messages of its owner.
      columns[.sender] != nil || columns[.senderId] != nil
        || isDated && columns[.id] != nil && attachments != nil
    else { return nil }
  }

  subscript(role: FieldRole) -> Int? { columns[role] }

  /// Whether these are the columns of DiscordChatExporter.
  var isDiscord: Bool { names.prefix(4).map { $0 } == ["AuthorID", "Author", "Date", "Content"] }

  /// A description of the role of each column.
  var summary: String {
    let taken = FieldRole.allCases.compactMap { role in
      columns[role].map { "\(names[$0]) as \(role)" }
    }
    return "its columns were read \(isTold ? "as set by --columns" : "by their names"): "
      + taken.joined(separator: ", ") + (isTold && length > 0 ? "; its first line names them" : "")
  }
}
