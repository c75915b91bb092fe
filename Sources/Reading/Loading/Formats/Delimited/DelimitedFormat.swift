/// Tables of messages: CSV, TSV, or fields separated by semicolons or bars. The columns have usual names (`FieldRole`)
/// or are given by `--columns`.
struct DelimitedFormat: ConversationFormat {
  private(set) var description = FormatDescription(
    name: "csv", platform: "csv", title: "CSV or TSV",
    reads:
      "a message per line, with a header line or --columns, separated by commas, semicolons, tabs or bars",
    howToExport: """
      Any program that writes messages with a text, a sender and a time under their usual names; from a \
      spreadsheet: save as CSV (UTF-8).
      """)
  private let givenColumns: TableColumns?

  init(givenColumns: TableColumns? = nil) {
    self.givenColumns = givenColumns
  }

  /// The CSV files of DiscordChatExporter, one per channel.
  static var discord: Self {
    var format = Self()
    format.description = FormatDescription(
      name: "discord-csv", platform: "discord", title: "Discord CSV (DiscordChatExporter)",
      reads: "its CSV files, one per channel; JSON has more data",
      howToExport: """
        DiscordChatExporter (https://github.com/Tyrrrz/DiscordChatExporter): choose channels > Download > \
        format CSV. Dates without a zone are those of the machine that wrote them.
        """)
    return format
  }

  func recognizes(_ sample: FormatSample) -> Bool {
    sample.bytes.withUnsafeBufferPointer { bytes in
      if let givenColumns {
        return sample.json == nil
          && DelimitedHeader(bytes, isWhole: sample.isWhole, columns: givenColumns) != nil
      }
      if let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
        return false
      }
      guard let header = DelimitedHeader(bytes, isWhole: sample.isWhole) else { return false }
      return description.platform == "csv" || header.isDiscord
    }
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    try DelimitedLoader(format: description, file: file, context: context).load()
  }
}
