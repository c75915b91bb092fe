import ActionItems
import CivilTime

extension Timestamp {
  /// `2026-01-31 17:00`.
  var minute: String { "\(civil.date) \(civil.time.description.prefix(5))" }
}

extension Deadline {
  /// `2026-01-31`, or `2026-01-31 17:00`.
  var words: String {
    switch self {
    case .day(let date): "\(date)"
    case .time(let time): time.minute
    }
  }
}

extension ActionItem {
  var place: String { conversationTitle ?? conversationId }

  /// The details of a task, for formats with one field for them: assignee, quote, sender, place, time and link.
  var details: String {
    var lines: [String] = []
    if let assignee { lines.append("For: " + PlainText.line(assignee)) }
    if let quote { lines.append("“" + PlainText.block(quote) + "”") }
    let sender = PlainText.line(source.sender ?? "")
    lines.append(
      (sender.isEmpty ? "In " : sender + " in ") + PlainText.line(place)
        + (source.timestamp.map { ", " + $0.minute } ?? ""))
    if let link = WebAddress.checked(source.link) { lines.append(link) }
    return lines.joined(separator: "\n")
  }
}
