import ActionItemModel
import CivilTime

/// What stands behind a task, for formats with one field for it.
enum ItemDescription {
  /// Who is to do it, the words that prove it, who said them, where and when, and where to read on.
  static func text(of item: ActionItem) -> String {
    var lines: [String] = []
    if let assignee = item.assignee { lines.append("For: " + PlainText.line(assignee)) }
    if let quote = item.quote { lines.append("“" + PlainText.block(quote) + "”") }
    var said = PlainText.line(item.source.sender ?? "")
    said += (said.isEmpty ? "In " : " in ")
    said += PlainText.line(item.conversationTitle ?? item.conversationId)
    if let time = item.source.timestamp {
      said += ", \(time.civil.date) \(time.civil.time.description.prefix(5))"
    }
    lines.append(said)
    if let link = WebAddress.checked(item.source.link) { lines.append(link) }
    return lines.joined(separator: "\n")
  }
}
