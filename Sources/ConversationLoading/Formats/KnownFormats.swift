/// Every format that can be read, the most particular first.
enum KnownFormats {
  static let all: [any ConversationFormat] = [
    SlackExportFormat(),
    WhatsAppFormat(),
    GenericJSONFormat(),
    GenericJSONLinesFormat(),
  ]
}
