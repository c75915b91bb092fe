import ActionItemModel
import CivilTime

/// Deadlines for people.
enum DeadlineText {
  /// `2026-01-31`, or `2026-01-31 17:00`.
  static func short(_ deadline: Deadline) -> String {
    switch deadline {
    case .day(let date): "\(date)"
    case .time(let time): "\(time.civil.date) \(time.civil.time.description.prefix(5))"
    }
  }
}
