import ActionItems
import CivilTime

/// Writes items as the tasks (VTODO) of an iCalendar file (RFC 5545, section 3.6.2). Below: `ContentLine`.
struct CalendarItemWriter: ItemWriter {
  /// How long before a deadline the calendar reminds; nil for no reminder.
  let reminder: Duration?

  func begin(_ output: inout [UInt8]) {
    put(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//actionitems//EN"], to: &output)
  }

  func add(_ item: ActionItem, around _: [NearbyMessage], to output: inout [UInt8]) {
    var lines = [
      "BEGIN:VTODO", "UID:" + item.id,
      // Without a METHOD, DTSTAMP is the time of the last change.
      "DTSTAMP:" + ContentLine.time(item.updatedAt),
      "CREATED:" + ContentLine.time(item.extractedAt),
      "LAST-MODIFIED:" + ContentLine.time(item.updatedAt),
      "SUMMARY:" + ContentLine.text(PlainText.line(item.task)),
      "DESCRIPTION:" + ContentLine.text(item.details),
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

  func finish(_ output: inout [UInt8]) { put(["END:VCALENDAR"], to: &output) }

  /// The values of PRIORITY, from 1 to 9: below 5 is high, above 5 is low (section 3.8.1.9).
  private static let numbers: [Priority: Int] = [.high: 1, .medium: 5, .low: 9]

  /// A reminder before the deadline: `RELATED=END`, because a task without a start has no other time (section 3.8.6.3).
  private static func alarm(_ reminder: Duration, for item: ActionItem) -> [String] {
    [
      "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;RELATED=END:-" + ContentLine.duration(reminder),
      "DESCRIPTION:" + ContentLine.text(PlainText.line(item.task)), "END:VALARM",
    ]
  }

  private func put(_ lines: [String], to output: inout [UInt8]) {
    for line in lines { ContentLine.append(line, to: &output) }
  }
}

/// Writes the lines of an iCalendar file and their values (RFC 5545, section 3.1).
enum ContentLine {
  /// Appends a line, folded to at most 75 octets; characters are not split.
  static func append(_ line: String, to output: inout [UInt8]) {
    var room = 75
    for scalar in line.unicodeScalars {
      let bytes = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      if bytes.count > room {
        output += [0x0D, 0x0A, 0x20]
        room = 74
      }
      output += bytes
      room -= bytes.count
    }
    output += [0x0D, 0x0A]
  }

  /// A value of type TEXT (section 3.3.11).
  static func text(_ text: String) -> String {
    var output = ""
    for scalar in PlainText.block(text).unicodeScalars {
      switch scalar {
      case "\\", ";", ",": output += "\\\(scalar)"
      case "\n": output += "\\n"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  /// A value of type DATE: `20260131`.
  static func date(_ date: CivilDate) -> String { "\(date)".filter { $0 != "-" } }

  /// A value of type DATE-TIME in UTC: `20260131T160000Z`.
  static func time(_ time: Timestamp) -> String {
    let civil = time.at(offset: 0).civil
    return date(civil.date) + "T" + "\(civil.time)".filter { $0 != ":" } + "Z"
  }

  /// A value of type DURATION in whole seconds: `P1D`, `PT1H30M`.
  static func duration(_ duration: Duration) -> String {
    let seconds = Int(duration.components.seconds)
    if seconds > 0, seconds % 86_400 == 0 { return "P\(seconds / 86_400)D" }
    let parts = [(seconds / 3600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
    return "PT" + (text.isEmpty ? "0S" : text)
  }
}
