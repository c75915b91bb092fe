import ActionItems
import CivilTime
import DueDates
import Windowing

/// Confirms a deadline that the model gives by a line that mentions its day without stating a deadline.
extension DeadlineProof {
  /// Returns the deadline if a line's words may mean its day, or mention it in any way.
  mutating func mentioned(_ claimed: Deadline, _ line: Int) -> Deadline? {
    match(claimed, line) ?? (mentions(claimed.date, line) ? claimed : nil)
  }

  /// Returns whether a line mentions a day in any way.
  mutating func mentions(_ day: CivilDate, _ line: Int) -> Bool {
    mentions(ofLine: line).contains { $0.contains(day) }
  }

  /// Returns whether a line's weekday means the given day, although that is a week after the weekday's next date.
  mutating func isWeekdayOfLater(_ day: CivilDate, _ line: Int) -> Bool {
    let earlier = day.adding(days: -7)
    guard
      mentions(ofLine: line).contains(where: {
        $0.preferred?.form == .weekday && $0.contains(earlier)
      })
    else { return false }
    // The next date is tomorrow. People call that "tomorrow".
    if self.day(ofLine: line) == earlier.adding(days: -1) { return true }
    let near = window.lines.indices.clamped(to: max(0, line - Self.near)..<line + Self.near + 1)
    return near.contains { other in
      other != line
        && (readings(ofLine: other).contains { $0.contains(day) } || mentions(day, other))
    }
  }

  /// Maximum distance in lines of a message that says which week is meant.
  private static let near = 5
}
