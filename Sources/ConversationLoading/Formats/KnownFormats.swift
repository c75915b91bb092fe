/// Every format that can be read, the most particular first.
enum KnownFormats {
  static let all: [any ConversationFormat] =
    [SlackExportFormat()] + texts + [GenericJSONFormat(), GenericJSONLinesFormat()] + lastResorts

  /// Those that are plain text.
  private static let texts: [any ConversationFormat] = [IRCFormat(), WhatsAppFormat()]

  /// Those that many other files might pass for.
  private static let lastResorts: [any ConversationFormat] = [PlainIRCFormat()]
}
