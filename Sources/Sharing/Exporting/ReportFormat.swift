/// An output format of `report`.
package enum ReportFormat: String, CaseIterable, Sendable {
  case text, markdown, html
  /// For incoming webhooks of Slack.
  case slackBlocks = "slack-blocks"
  /// For webhooks of Discord.
  case discord
  /// For workflows of Microsoft Teams: an adaptive card.
  case teamsCard = "teams-card"

  /// The media type of the report in a mail; nil for formats that are not for mail.
  var mediaType: String? {
    switch self {
    case .text: "text/plain"
    case .markdown: "text/markdown"
    case .html: "text/html"
    case .slackBlocks, .discord, .teamsCard: nil
    }
  }

  package var canBeMailed: Bool { mediaType != nil }
}
