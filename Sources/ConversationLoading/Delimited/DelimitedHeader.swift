/// What the first line of a table says about its columns.
struct DelimitedHeader {
  let delimiter: UInt8
  /// The names of the columns.
  private(set) var names: [String] = []
  /// The column of each role.
  private var columns: [FieldRole: Int] = [:]
  /// The column with the names of files that came with a message.
  private(set) var attachments: Int?
  /// The length of the line.
  let length: Int

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
    return "its columns were taken by their names: " + taken.joined(separator: ", ")
  }
}
