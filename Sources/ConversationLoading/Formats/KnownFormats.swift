/// Every format that can be read, the most particular first.
enum KnownFormats {
  static let all: [any ConversationFormat] =
    structured + tables + texts + [
      GenericJSONFormat(), GenericJSONLinesFormat(), PlainIRCFormat(),
    ]

  /// Those of a program's own JSON.
  private static let structured: [any ConversationFormat] = [
    SlackExportFormat(), SlackDumpFormat(), SlackChunkFormat(), DiscordFormat(), TelegramFormat(),
    TelegramHTMLFormat(),
    TeamsFormat(),
    MattermostFormat(),
    ZulipFormat(), ZulipArchiveFormat(), MatrixFormat(), GoogleChatFormat(),
    InstagramFormat(), MessengerFormat(),
    ChatGPTFormat(), OpenAIFormat(), RocketChatFormat(), GitterFormat(),
  ]

  /// Tables with a line of names that no text begins with, whatever was pasted into their cells.
  private static let tables: [any ConversationFormat] = [DiscordCSVFormat(), DelimitedFormat()]

  /// Those that are plain text.
  private static let texts: [any ConversationFormat] = [
    WebVTTFormat(), SubRipFormat(), ZoomChatFormat(), IRCFormat(), SignalFormat(), IMessageFormat(),
    WhatsAppFormat(), MboxFormat(),
  ]
}
