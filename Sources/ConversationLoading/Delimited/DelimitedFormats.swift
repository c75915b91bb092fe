/// Channels as DiscordChatExporter writes them in CSV.
struct DiscordCSVFormat: ConversationFormat {
  let description = FormatDescription(
    name: "discord-csv", platform: "discord", title: "Discord CSV (DiscordChatExporter)",
    reads: "its CSV files, one a channel; JSON holds more",
    howToExport: """
      DiscordChatExporter (https://github.com/Tyrrrz/DiscordChatExporter): choose channels > Download > \
      format CSV. Dates without a zone are those of the machine that wrote them.
      """)

  func recognizes(_ sample: FormatSample) -> Bool { sample.table?.isDiscord ?? false }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    try DelimitedLoader(format: description, file: file, context: context).load()
  }
}

/// Tables of messages, whatever their columns are called.
struct DelimitedFormat: ConversationFormat {
  let description = FormatDescription(
    name: "csv", platform: "csv", title: "CSV or TSV",
    reads:
      "a message a line under a line of column names, or with --columns, with commas, semicolons, tabs or bars",
    howToExport: """
      Any program that writes messages with a text, a sender and a time under their usual names; from a \
      spreadsheet: save as CSV (UTF-8).
      """)

  func recognizes(_ sample: FormatSample) -> Bool { sample.table != nil }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    try DelimitedLoader(format: description, file: file, context: context).load()
  }
}

/// Tables whose columns the user tells.
struct ToldTableFormat: ConversationFormat {
  let columns: TableColumns
  let description = DelimitedFormat().description

  func recognizes(_ sample: FormatSample) -> Bool {
    sample.json == nil
      && sample.bytes.withUnsafeBufferPointer {
        DelimitedHeader($0, isWhole: sample.isWhole, columns: columns) != nil
      }
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    try DelimitedLoader(format: description, file: file, context: context).load()
  }
}

extension FormatSample {
  /// The columns of a table of messages; nil where it is none.
  fileprivate var table: DelimitedHeader? {
    bytes.withUnsafeBufferPointer { bytes in
      if let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
        return nil
      }
      return DelimitedHeader(bytes, isWhole: isWhole)
    }
  }
}
