/// Every format that can be read, the most particular first.
enum KnownFormats {
  static let all: [any ConversationFormat] =
    particular + [
      GenericJSONFormat(), GenericJSONLinesFormat(), PlainIRCFormat(),
    ]

  /// Those that nothing else looks like.
  private static let particular = structured + tables + texts

  /// The format of what begins so; `longer` is asked for where a record is longer than what was looked at.
  static func format(
    of sample: FormatSample, longer: () throws -> FormatSample
  ) rethrows -> (any ConversationFormat)? {
    if let format = particular.first(where: { $0.recognizes(sample) }) { return format }
    let sample = sample.endsInFirstRecord ? try longer() : sample
    return all.first { $0.recognizes(sample) }
  }

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
