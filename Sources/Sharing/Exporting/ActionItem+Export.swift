import ActionItems
import CivilTime

/// Texts of an item that several export formats use, and the item with its times on another clock.
extension ActionItem {
  /// The item with its times on another clock.
  func at(_ clock: (Timestamp) -> Timestamp) -> ActionItem {
    var item = self
    item.source.timestamp = source.timestamp.map(clock)
    item.deadline = deadline?.at(clock)
    return item
  }

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
