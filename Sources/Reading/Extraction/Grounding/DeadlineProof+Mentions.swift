import ActionItems
import CivilTime
import DueDates
import ItemRecords
import Windowing

/// Days that a message mentions without stating them as a deadline. They confirm a day of the model.
extension DeadlineProof {
  /// Returns the deadline if a line's words may mean its day, or mention it in any way.
  mutating func mentioned(_ wanted: Deadline, _ line: Int) -> Deadline? {
    match(wanted, line) ?? (mentions(wanted.date, line) ? wanted : nil)
  }

  /// Returns whether a line mentions a day in any way.
  mutating func mentions(_ day: CivilDate, _ line: Int) -> Bool {
    mentions(ofLine: line).contains { $0.contains(day) }
  }

  /// Returns whether a line names the weekday of a later week's day, and a line near it means that week or day.
  mutating func isWeekdayOfLater(_ day: CivilDate, _ line: Int) -> Bool {
    let earlier = day.adding(days: -7)
    guard
      mentions(ofLine: line).contains(where: {
        $0.preferred?.form == .weekday && $0.contains(earlier)
      })
    else { return false }
    // Of tomorrow, people say "tomorrow".
    if let written = window.lines[line].message.timestamp,
      zone(ofLine: line).timestamp(at: written).civil.date == earlier.adding(days: -1)
    {
      return true
    }
    let near = window.lines.indices.clamped(to: max(0, line - Self.near)..<line + Self.near + 1)
    return near.contains { other in
      other != line
        && (readings(ofLine: other).contains { $0.contains(day) } || mentions(day, other))
    }
  }

  /// Returns whether a day is that of the line, and the line names a time of the day.
  mutating func isSameDay(_ day: CivilDate, _ line: Int) -> Bool {
    guard let written = window.lines[line].message.timestamp,
      zone(ofLine: line).timestamp(at: written).civil.date == day
    else { return false }
    let text = FoldedText(window.lines[line].message.text)
    return FoldedText.words(of: text.bytes).contains { word in
      Self.timesOfDay.contains { word.hasPrefix($0) }
    }
      || readings(ofLine: line).contains { $0.contains(day) }
  }

  private static let timesOfDay = [
    "lunch", "standup", "morning", "afternoon", "evening", "tonight", "today", "noon", "now",
    "mittag", "nachmittag", "abend", "heut", "feierabend", "gleich", "sofort", "nachher", "jetzt",
    "vormittag",
  ]

  /// Returns whether the line says "before", and the day after is that of the event.
  mutating func isDayBefore(
    _ day: CivilDate, _ subject: Subject, _ text: inout WindowText
  ) -> Bool {
    let words = FoldedText.words(of: text.text(ofLine: subject.line).bytes)
    guard words.contains(where: Self.before.contains) else { return false }
    let next = Deadline.day(day.adding(days: 1))
    return mentions(next.date, subject.line) || neighbours(next, subject, &text) != nil
  }

  private static let before = Set(words: "before vor davor vorher zuvor vortag vorabend vorm ahead")
}
