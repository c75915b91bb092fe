import ActionItems
import Encoding

/// Writes a report as plain text, Markdown or HTML, with mail headers on request. `ReportMessage` has webhook formats.
extension Report {
  /// The report in a format. With mail headers, a mail without a `To:` line, for a program such as sendmail.
  package func text(as format: ReportFormat, withMailHeaders: Bool = false) -> String {
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
    // Base64 keeps the lines short enough for mail, whatever the content.
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

  /// Joins `beginning`, the lines of each section, person and item, and `end`. `item` gets the message's link, or nil.
  private func lines(
    _ beginning: [String], section: (String) -> [String], person: (String) -> [String],
    item: (ActionItem, _ link: String?) -> String, personEnd: [String] = [], end: [String] = []
  ) -> String {
    let middle = sections.flatMap { part in
      section(part.title)
        + part.groups.flatMap { name, items in
          person(name) + items.map { item($0, WebAddress.checked($0.source.link)) } + personEnd
        }
    }
    return (beginning + middle + end).joined(separator: "\n") + "\n"
  }

  private var plainText: String {
    lines(
      [PlainText.line(title), summary], section: { ["", $0] }, person: { ["  " + $0] },
      item: { item, link in
        "    - " + PlainText.line(item.task) + facts(of: item) + (link.map { " " + $0 } ?? "")
      })
  }

  private var markdown: String {
    lines(
      ["# " + MarkdownText.escaped(title), "", summary], section: { ["", "## " + $0] },
      person: { ["", "### " + MarkdownText.escaped($0), ""] },
      item: { item, link in
        "- [\(item.isComplete ? "x" : " ")] " + MarkdownText.escaped(item.task) + facts(of: item)
          + (link.map { " " + MarkdownText.link("message", to: $0) } ?? "")
      })
  }

  private var html: String {
    let escaped = HTMLEscaping.escaped
    return lines(
      [
        "<!DOCTYPE html>", "<html lang=\"en\">",
        "<head><meta charset=\"utf-8\"><title>\(escaped(title))</title></head>", "<body>",
        "<h1>\(escaped(title))</h1>", "<p>\(escaped(summary))</p>",
      ], section: { ["<h2>\(escaped($0))</h2>"] }, person: { ["<h3>\(escaped($0))</h3>", "<ul>"] },
      item: { item, link in
        let facts = escaped(facts(of: item))
        let link = link.map { " <a href=\"\(escaped($0))\">message</a>" } ?? ""
        return "<li>\(escaped(item.task))\(facts.isEmpty ? "" : " " + facts)\(link)</li>"
      }, personEnd: ["</ul>"], end: ["</body>", "</html>"])
  }
}
