import ActionItemModel
import CivilTime

/// Writes items as the tasks of a calendar (RFC 5545, section 3.6.2).
struct CalendarItemWriter: ItemWriter {
  /// How long before a deadline to remind of it.
  let reminder: Duration?

  mutating func begin(_ output: inout [UInt8]) {
    put(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//actionitems//EN"], to: &output)
  }

  mutating func add(_ item: ActionItem, to output: inout [UInt8]) {
    var lines = [
      "BEGIN:VTODO", "UID:" + item.id,
      // Without a METHOD, that is when the task was last changed.
      "DTSTAMP:" + ContentLine.time(item.updatedAt),
      "CREATED:" + ContentLine.time(item.extractedAt),
      "LAST-MODIFIED:" + ContentLine.time(item.updatedAt),
      "SUMMARY:" + ContentLine.text(PlainText.line(item.task)),
      "DESCRIPTION:" + ContentLine.text(ItemDescription.text(of: item)),
    ]
    switch item.deadline {
    case nil: break
    case .day(let date)?: lines.append("DUE;VALUE=DATE:" + ContentLine.date(date))
    case .time(let time)?: lines.append("DUE:" + ContentLine.time(time))
    }
    lines.append("PRIORITY:\(Self.numbers[item.priority] ?? 0)")
    if let title = item.conversationTitle {
      lines.append("CATEGORIES:" + ContentLine.text(PlainText.line(title)))
    }
    if let link = WebAddress.checked(item.source.link) { lines.append("URL:" + link) }
    if item.isComplete {
      lines += ["STATUS:COMPLETED", "PERCENT-COMPLETE:100"]
      if let done = item.completedAt { lines.append("COMPLETED:" + ContentLine.time(done)) }
    } else {
      lines.append("STATUS:NEEDS-ACTION")
      if let reminder, item.deadline != nil { lines += Self.alarm(reminder, for: item) }
    }
    put(lines + ["END:VTODO"], to: &output)
  }

  mutating func finish(_ output: inout [UInt8]) {
    put(["END:VCALENDAR"], to: &output)
  }

  /// Of 1 to 9, high is what is below 5, and low what is above (section 3.8.1.9).
  private static let numbers: [Priority: Int] = [.high: 1, .medium: 5, .low: 9]

  /// Before the end, which a task without a beginning has alone (section 3.8.6.3).
  private static func alarm(_ reminder: Duration, for item: ActionItem) -> [String] {
    [
      "BEGIN:VALARM", "ACTION:DISPLAY",
      "TRIGGER;RELATED=END:-" + ContentLine.duration(reminder),
      "DESCRIPTION:" + ContentLine.text(PlainText.line(item.task)), "END:VALARM",
    ]
  }

  private func put(_ lines: [String], to output: inout [UInt8]) {
    for line in lines { ContentLine.append(line, to: &output) }
  }
}
