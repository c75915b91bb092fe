/// Every format that can be read, the most particular first.
enum KnownFormats {
  static let all: [any ConversationFormat] = [
    SlackExportFormat(),
    SlackDumpFormat(),
    DiscordFormat(),
    TelegramFormat(),
    TeamsFormat(),
    MattermostFormat(),
    ZulipFormat(),
    ZulipArchiveFormat(),
    MatrixFormat(),
    GoogleChatFormat(),
    GenericJSONFormat(),
    GenericJSONLinesFormat(),
  ]
}
