/// Every format that can be read, the most particular first.
struct KnownFormats {
  let all: [any ConversationFormat]

  /// Takes what the user tells of tables.
  init(columns: TableColumns? = nil) {
    let told = columns.map { [DelimitedFormat(told: $0) as any ConversationFormat] } ?? []
    // Without times to tell it by, a text with a sign here and there passes for a table.
    let particular =
      columns?.roles.contains(.timestamp) == true
      ? Self.structured + told + Self.tables + Self.texts
      : Self.structured + Self.tables + Self.texts + told
    all =
      particular + [
        GenericJSONFormat.whole, GenericJSONFormat.lines, IRCFormat(isUnmistakable: false),
      ]
  }

  /// Those of a program's own JSON.
  private static let structured: [any ConversationFormat] = [
    SlackExportFormat(), SlackDumpFormat(), SlackChunkFormat(), DiscordFormat(), TelegramFormat(),
    TelegramHTMLFormat(), TeamsFormat(), SkypeFormat(), MattermostFormat(), ZulipFormat(),
    ZulipArchiveFormat(),
    MatrixFormat(), GoogleChatFormat(),
    MetaFormat.instagram, MetaFormat.messenger,
    ChatGPTFormat(), OpenAIFormat(), RocketChatFormat(), GitterFormat(), GroupMeFormat(),
  ]

  /// Tables with a line of names that no text begins with, whatever was pasted into their cells.
  private static let tables: [any ConversationFormat] = [
    DelimitedFormat.discord, DelimitedFormat(),
  ]

  /// Those that are plain text.
  private static let texts: [any ConversationFormat] = [
    TranscriptFormat.webVTT, TranscriptFormat.subRip, ZoomChatFormat(),
    IRCFormat(isUnmistakable: true),
    SignalFormat(), IMessageFormat(),
    WhatsAppFormat(), MboxFormat(),
  ]
}
