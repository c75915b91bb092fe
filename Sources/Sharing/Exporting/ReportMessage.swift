import ActionItems
import Encoding

/// A report as JSON for a chat's webhook (Slack, Discord, Teams): within the chat's limits, and without text that the
/// chat would take for markup or a mention.
struct ReportMessage {
  private let report: Report
  /// The sections with a line for each item. `rest` counts the items beyond the limit.
  private let sections: [(title: String, lines: [Line], rest: Int)]

  /// An item: person, task and facts, and the link of its message.
  private struct Line {
    let text: String
    let link: String?
  }

  /// The limit of lines in all sections together, and of Unicode scalars in a line without its facts.
  private static let lineLimit = 30
  private static let textLimit = 120

  init(_ report: Report) {
    self.report = report
    var room = Self.lineLimit
    sections = report.sections.map { section in
      let items = section.groups.flatMap { group in group.items.map { (group.name, $0) } }
      let told = items.prefix(room)
      room -= told.count
      let lines = told.map { name, item in
        Line(
          text: Self.cut("\(name): \(PlainText.line(item.task))") + report.facts(of: item),
          link: WebAddress.checked(item.source.link).flatMap { $0.utf8.count <= 300 ? $0 : nil })
      }
      return (section.title, lines, items.count - told.count)
    }
  }

  private static func cut(_ text: String) -> String {
    // Counts scalars, because a character may have any number of them.
    guard text.unicodeScalars.count > textLimit else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(textLimit - 1))) + "…"
  }

  /// `{"text","blocks"}` as rich text, in which Slack interprets no markup
  /// (https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
  var slackBlocks: String {
    let blocks = sections.map { section -> JSONValue in
      let items = section.lines.map { Self.richText($0.text, link: $0.link) }
      let more = section.rest > 0 ? [Self.richText("and \(section.rest) more")] : []
      let list: JSONValue = [
        "type": "rich_text_list", "style": "bullet", "elements": .array(items + more),
      ]
      return ["type": "rich_text", "elements": [Self.richText(section.title, isBold: true), list]]
    }
    let head: [JSONValue] = [
      ["type": "header", "text": ["type": "plain_text", "text": .string(report.title)]],
      ["type": "rich_text", "elements": [Self.richText(report.summary)]],
    ]
    return Self.line([
      "text": .string("\(report.title): \(report.summary)"), "blocks": .array(head + blocks),
    ])
  }

  private static func richText(
    _ text: String, link: String? = nil, isBold: Bool = false
  ) -> JSONValue {
    let element: JSONValue =
      if let link { ["type": "link", "url": .string(link), "text": .string(text)] } else if isBold {
        ["type": "text", "text": .string(text), "style": ["bold": true]]
      } else { ["type": "text", "text": .string(text)] }
    return ["type": "rich_text_section", "elements": [element]]
  }

  /// `{"content","embeds"}` without mentions (https://discord.com/developers/docs/resources/webhook#execute-webhook).
  var discord: String {
    // Discord accepts 6,000 characters in all embeds together.
    var room = 5_000
    let embeds = sections.map { section -> JSONValue in
      var text = ""
      var rest = section.rest
      for line in section.lines {
        let words = MarkdownText.escaped(line.text)
        let item = "- " + words + (line.link.map { " [message](<\($0)>)" } ?? "") + "\n"
        if item.utf16.count > room {
          rest += 1
        } else {
          text += item
          room -= item.utf16.count
        }
      }
      if rest > 0 { text += "- and \(rest) more\n" }
      return ["title": .string(section.title), "description": .string(text)]
    }
    return Self.line([
      "content": .string("**\(report.title)**\n\(report.summary)"), "embeds": .array(embeds),
      "allowed_mentions": ["parse": []],
    ])
  }

  /// A message with a card whose text runs have no markup (https://adaptivecards.io/explorer/RichTextBlock.html).
  var teamsCard: String {
    var body = [Self.cardText(report.title, isBold: true), Self.cardText(report.summary)]
    for section in sections {
      body.append(Self.cardText(section.title, isBold: true))
      body += section.lines.map { Self.cardText("• " + $0.text, link: $0.link) }
      if section.rest > 0 { body.append(Self.cardText("• and \(section.rest) more")) }
    }
    let card: JSONValue = [
      "$schema": "http://adaptivecards.io/schemas/adaptive-card.json", "type": "AdaptiveCard",
      "version": "1.4", "body": .array(body),
    ]
    return Self.line([
      "type": "message",
      "attachments": [["contentType": "application/vnd.microsoft.card.adaptive", "content": card]],
    ])
  }

  private static func cardText(
    _ text: String, link: String? = nil, isBold: Bool = false
  ) -> JSONValue {
    let run: JSONValue =
      if isBold {
        ["type": "TextRun", "text": .string(text), "weight": "Bolder"]
      } else if let link {
        [
          "type": "TextRun", "text": .string(text),
          "selectAction": ["type": "Action.OpenUrl", "url": .string(link)],
        ]
      } else { ["type": "TextRun", "text": .string(text)] }
    return ["type": "RichTextBlock", "inlines": [run]]
  }

  private static func line(_ object: JSONValue) -> String {
    String(decoding: object.line(escaping: .invisibles), as: UTF8.self)
  }
}
