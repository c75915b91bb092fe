import ActionItemModel
import Digests

/// A form of a report.
public enum ReportFormat: String, CaseIterable, Sendable {
  case text, markdown, html
  /// What Slack's incoming webhooks take.
  case slackBlocks = "slack-blocks"
  /// What Discord's webhooks take.
  case discord
  /// What workflows of Microsoft Teams take: an adaptive card.
  case teamsCard = "teams-card"

  /// What a mail says of its content; nil for what is no mail.
  var mediaType: String? {
    switch self {
    case .text: "text/plain"
    case .markdown: "text/markdown"
    case .html: "text/html"
    case .slackBlocks, .discord, .teamsCard: nil
    }
  }

  /// Whether it can be sent as a mail; what cannot is for webhooks.
  public var isMail: Bool { mediaType != nil }
}

extension Report {
  /// The report in a form; with headers, as a mail to which a program such as sendmail adds the address.
  public func text(as format: ReportFormat, withMailHeaders: Bool = false) -> String {
    let body =
      switch format {
      case .text: plainText
      case .markdown: markdown
      case .html: html
      case .slackBlocks: ReportMessage(self).slackBlocks
      case .discord: ReportMessage(self).discord
      case .teamsCard: ReportMessage(self).teamsCard
      }
    guard withMailHeaders, let mediaType = format.mediaType else { return body }
    // Base64, so that no line is too long for a mail, whatever somebody wrote.
    return """
      Subject: Action items: \(summary)
      MIME-Version: 1.0
      Content-Type: \(mediaType); charset=utf-8
      Content-Transfer-Encoding: base64
      Auto-Submitted: auto-generated

      \(Self.wrapped(Base64.string(Array(body.utf8))))

      """
  }

  private static func wrapped(_ base64: String) -> String {
    var lines: [Substring] = []
    var rest = base64[...]
    while !rest.isEmpty {
      lines.append(rest.prefix(76))
      rest = rest.dropFirst(76)
    }
    return lines.joined(separator: "\n")
  }

  private var plainText: String {
    var lines = [PlainText.line(title), summary]
    for section in sections {
      lines += ["", section.title]
      for (name, items) in section.groups {
        lines.append("  " + name)
        for item in items {
          let link = WebAddress.checked(item.source.link).map { " " + $0 } ?? ""
          lines.append("    - " + PlainText.line(item.task) + facts(of: item) + link)
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var markdown: String {
    var lines = ["# " + MarkdownText.escaped(title), "", summary]
    for section in sections {
      lines += ["", "## " + section.title]
      for (name, items) in section.groups {
        lines += ["", "### " + MarkdownText.escaped(name), ""]
        for item in items {
          let link = WebAddress.checked(item.source.link).map {
            " " + MarkdownText.link("message", to: $0)
          }
          let mark = item.isComplete ? "x" : " "
          lines.append(
            "- [\(mark)] \(MarkdownText.escaped(item.task))\(facts(of: item))\(link ?? "")")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var html: String {
    var lines = [
      "<!DOCTYPE html>", "<html lang=\"en\">",
      "<head><meta charset=\"utf-8\"><title>\(HTMLEscaping.escaped(title))</title></head>",
      "<body>",
      "<h1>\(HTMLEscaping.escaped(title))</h1>", "<p>\(HTMLEscaping.escaped(summary))</p>",
    ]
    for section in sections {
      lines.append("<h2>\(HTMLEscaping.escaped(section.title))</h2>")
      for (name, items) in section.groups {
        lines += ["<h3>\(HTMLEscaping.escaped(name))</h3>", "<ul>"]
        for item in items {
          let link = WebAddress.checked(item.source.link).map {
            " <a href=\"\(HTMLEscaping.escaped($0))\">message</a>"
          }
          let facts = HTMLEscaping.escaped(facts(of: item))
          lines.append(
            "<li>\(HTMLEscaping.escaped(item.task))\(facts.isEmpty ? "" : " " + facts)\(link ?? "")</li>"
          )
        }
        lines.append("</ul>")
      }
    }
    return (lines + ["</body>", "</html>"]).joined(separator: "\n") + "\n"
  }
}
