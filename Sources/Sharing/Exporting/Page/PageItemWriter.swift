import ActionItems
import CivilTime

/// Writes the HTML page of `export`, which makes no network requests: charts, then the items. The items are readable
/// without the script, which searches, filters and sorts. Their markup is kept until the charts are complete.
struct PageItemWriter: ItemWriter {
  let options: ExportOptions
  private var rows: [UInt8] = []
  private var tally: PageTally

  init(options: ExportOptions) {
    self.options = options
    tally = PageTally(today: options.local(options.now).civil.date)
  }

  mutating func add(
    _ item: ActionItem, around messages: [NearbyMessage], to output: inout [UInt8]
  ) {
    let isLate = options.isOverdue(item)
    let written = item.source.timestamp.map { $0.written(on: options.local) }
    let item = item.at(options.local)
    tally.add(item, isLate: isLate)
    rows += row(of: item, written: written, around: messages, isLate: isLate).utf8
  }

  mutating func finish(_ output: inout [UInt8]) {
    output += PageFrame.beginning.utf8
    output +=
      """
      <header><h1>Action items</h1>
      <p>\(tally.open) open, \(tally.late) of them overdue, \(tally.done) done, as of \(options.local(options.now).minute)</p></header>
      <main>
      \(tally.charts)
      \(PageFrame.controls)

      """.utf8
    output += rows
    rows = []
    output += PageFrame.end.utf8
  }

  private func row(
    of item: ActionItem, written: String?, around messages: [NearbyMessage], isLate: Bool
  ) -> String {
    let due = item.deadline?.description ?? ""
    let said = item.source.timestamp?.at(offset: 0).description ?? ""
    let state = item.isComplete ? "done" : "open"
    return """
      <li class="\(state)" data-who="\(HTMLEscaping.escaped(item.assignee ?? ""))" data-state="\(state)" \
      data-rank="\(Self.ranks[item.priority] ?? 2)" data-late="\(isLate ? "1" : "")" data-due="\(due)" \
      data-said="\(said)" data-room="\(HTMLEscaping.escaped(item.place))"><details><summary>\
      <span class="task">\(HTMLEscaping.escaped(item.task))</span>\
      <span class="facts">\(facts(of: item, isLate: isLate))</span></summary>
      \(quote(of: item))<p class="source">\(source(of: item, written))</p>\(nearby(messages))</details></li>

      """
  }

  /// The facts of an item in words, so that colour is never the only sign.
  private func facts(of item: ActionItem, isLate: Bool) -> String {
    var facts = [HTMLEscaping.escaped(item.assignee ?? "unassigned")]
    if item.isComplete {
      let done = item.completedAt.map { " \(options.local($0).civil.date)" } ?? ""
      facts.append("<strong>done\(done)</strong>")
    }
    if let deadline = item.deadline {
      facts.append("due \(deadline.words)" + (isLate ? " <b>overdue</b>" : ""))
    } else {
      facts.append("no date")
    }
    facts.append(HTMLEscaping.escaped(item.place))
    if item.priority != .medium {
      let words = "\(item.priority.rawValue) priority"
      facts.append(item.priority == .high ? "<strong>\(words)</strong>" : words)
    }
    return facts.joined(separator: " · ")
  }

  private func quote(of item: ActionItem) -> String {
    item.quote.map { "<blockquote>\(HTMLEscaping.escapedBlock($0))</blockquote>\n" } ?? ""
  }

  private func source(of item: ActionItem, _ written: String?) -> String {
    let sender = item.source.sender.map { $0 + " in " } ?? "In "
    var parts = [HTMLEscaping.escaped(sender + item.place)]
    if let written { parts.append(written) }
    if let link = WebAddress.checked(item.source.link) {
      parts.append(
        "<a href=\"\(HTMLEscaping.escaped(link))\" rel=\"noopener noreferrer\">open the message</a>"
      )
    }
    return parts.joined(separator: " · ")
  }

  /// The limit of a nearby message in characters; longer ones are cut.
  private static let longestNearby = 500

  private func nearby(_ messages: [NearbyMessage]) -> String {
    if messages.isEmpty { return "" }
    let lines = messages.map { message in
      let time = message.timestamp.map { " " + options.local($0).minute } ?? ""
      let text =
        message.text.count > Self.longestNearby
        ? message.text.prefix(Self.longestNearby) + "…" : message.text[...]
      return "<p><b>\(HTMLEscaping.escaped(message.sender ?? "Unknown sender"))</b>\(time): "
        + "\(HTMLEscaping.escaped(String(text)))</p>"
    }
    return "\n<div class=\"nearby\" role=\"group\" aria-label=\"Messages around it\">"
      + "\(lines.joined(separator: "\n"))</div>"
  }

  private static let ranks: [Priority: Int] = [.high: 1, .medium: 2, .low: 3]
}
