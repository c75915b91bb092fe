/// Every format that can be read, the most particular first.
enum KnownFormats {
  static let all: [any ConversationFormat] =
    structured + texts + [GenericJSONFormat(), GenericJSONLinesFormat()] + lastResorts

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

  /// Those that are plain text.
  private static let texts: [any ConversationFormat] = [
    WebVTTFormat(), SubRipFormat(), ZoomChatFormat(), IRCFormat(), SignalFormat(), IMessageFormat(),
    WhatsAppFormat(), MboxFormat(),
  ]

  /// Those that many other files might pass for.
  private static let lastResorts: [any ConversationFormat] = [
    DiscordCSVFormat(), DelimitedFormat(), PlainIRCFormat(),
  ]
}
