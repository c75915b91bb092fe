/// All formats that `ConversationLoader` tries, the most specific first.
struct KnownFormats {
  let all: [any ConversationFormat]

  /// Makes the list; `columns` are the table columns given by the user.
  init(columns: TableColumns? = nil) {
    let given = columns.map { [DelimitedFormat(givenColumns: $0) as any ConversationFormat] } ?? []
    // Without a time column, any text with some delimiters in it would pass for a table.
    let particular =
      columns?.roles.contains(.timestamp) == true
      ? Self.structured + given + Self.tables + Self.texts
      : Self.structured + Self.tables + Self.texts + given
    all =
      particular + [
        GenericJSONFormat.whole, GenericJSONFormat.lines, IRCFormat.lines,
      ]
  }

  /// Formats of a single program: its JSON, HTML or folders.
  private static let structured: [any ConversationFormat] = [
    SlackExportFormat(), SlackDumpFormat(), SlackChunkFormat(), DiscordFormat(),
    DiscordHTMLFormat(), DiscordPackageFormat(), TelegramFormat(), TelegramHTMLFormat(),
    SignalBackupFormat(),
    WhatsAppBackupFormat(), TeamsFormat(), MattermostFormat(), ZulipFormat(),
    ZulipArchiveFormat(), MatrixFormat(), GoogleChatFormat(), MetaFormat.instagram,
    MetaFormat.messenger, ChatGPTFormat(), RocketChatFormat(), GitterFormat(),
    GroupMeFormat(),
  ]

  /// Tables whose header line cannot be the beginning of a text, whatever their cells contain.
  private static let tables: [any ConversationFormat] = [
    DelimitedFormat.discord, DelimitedFormat(),
  ]

  /// Plain text formats.
  private static let texts: [any ConversationFormat] = [
    TranscriptFormat.webVTT, TranscriptFormat.subRip, MeetingChatFormat.zoom,
    MeetingChatFormat.webex, IRCFormat.log, SignalFormat(), IMessageFormat(), WhatsAppFormat(),
    ChatTextFormat.line, ChatTextFormat.kakao, MboxFormat(), ChatTextFormat.copied,
    TranscriptFormat.notes,
  ]
}
