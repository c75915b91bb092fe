import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store
import System

/// The part of the review's screen that shows the item: task, fields, quote and nearby messages.
extension ReviewScreen {
  /// Returns the lines for an item, up to a number of rows.
  func body(_ known: ItemRecord, rows: Int) -> [Line] {
    let task = SafeText.wrapped(SafeText.line(known.item.task), to: width, most: 3)
      .map { Line(text: $0, style: .bold) }
    let fields = self.fields(known)
    var (before, after) = around(known)
    let quote = self.quote(known)
    // A blank line precedes the messages.
    let room = max(0, rows - task.count - fields.count - quote.count - 1)
    while before.count + after.count > room {
      // The messages next to the item are the most useful.
      if before.count >= after.count { before.removeFirst() } else { after.removeLast() }
    }
    return task + fields + [Line(text: "")] + before + quote + after
  }

  private func fields(_ known: ItemRecord) -> [Line] {
    let item = known.item
    let due = item.deadline.map { deadline in
      let (text, words) = (clock.words(deadline), clock.due(item))
      return words == text ? text : "\(text) (\(words))"
    }
    let place = item.conversationTitle ?? item.conversationId
    let fields: [(String, String?)] = [
      ("who", item.assignee ?? "unassigned"), ("due", due ?? "-"),
      ("done?", known.perhapsClosedBy?.words), ("done by", known.closedBy?.words),
      ("priority", item.priority == .medium ? nil : item.priority.rawValue),
      ("in", "\(place) (\(item.source.platform))"), ("link", item.source.link),
    ]
    return fields.compactMap { label, value in
      value.map {
        Line(text: SafeText.cut("  " + HelpText.padded(label, 10) + SafeText.line($0), to: width))
      }
    }
  }

  /// Returns the proving quote with its sender.
  private func quote(_ known: ItemRecord) -> [Line] {
    let item = known.item
    let head = self.head(item.source.timestamp, item.source.sender, known)
    let others = item.evidence.dropFirst().prefix(2).compactMap(\.quote)
    return ([head + (item.quote.map { "\"\($0)\"" } ?? "-")] + others.map { "later: \"\($0)\"" })
      .flatMap { text in
        SafeText.wrapped(SafeText.line(text), to: width - 2, most: 4).enumerated().map {
          Line(text: ($0 == 0 ? "> " : "  ") + $1)
        }
      }
  }

  /// Returns the stored messages before and after the item's own.
  private func around(_ known: ItemRecord) -> (before: [Line], after: [Line]) {
    var (before, after): ([Line], [Line]) = ([], [])
    for message in known.neighbours {
      let text = SafeText.line(head(message.timestamp, message.sender, known) + message.text)
      let line = Line(text: "  " + SafeText.cut(text, to: width - 2), style: .faint)
      let isAfter =
        message.timestamp.flatMap { time in
          known.item.source.timestamp.map { time.microseconds > $0.microseconds }
        } ?? false
      if isAfter { after.append(line) } else { before.append(line) }
    }
    return (before, after)
  }

  /// Returns `10:02 Anna: `. Includes the date for the item's own message and for other days.
  private func head(_ time: Timestamp?, _ sender: String?, _ known: ItemRecord) -> String {
    var words: [String] = []
    if let time {
      let (shown, own) = (clock.minute(time), known.item.source.timestamp.map(clock.minute))
      let isOwn = time == known.item.source.timestamp
      words.append(
        isOwn || own?.prefix(10) != shown.prefix(10) ? shown : String(shown.suffix(5)))
    }
    if let sender { words.append(sender) }
    return words.isEmpty ? "" : words.joined(separator: " ") + ": "
  }
}
