import ActionItems
import CivilTime

/// The current time, used to determine which items are overdue and how far away their deadlines are.
struct ItemClock: Sendable {
  let now: Timestamp
  let zone: Zone
  let zones: ZoneDatabase

  /// Returns the start of an item's deadline; nil if it has none. Days are in the team's zone, as in options, so an
  /// item due on a day is not due before it.
  func start(of item: ActionItem) -> Timestamp? {
    switch item.deadline {
    case nil: nil
    case .time(let time)?: time
    case .day(let date)?: zone.timestamp(of: CivilDateTime(date: date, time: .midnight))
    }
  }

  /// Returns whether the time has passed, or the day has ended in the item's zone.
  func isOverdue(_ item: ActionItem) -> Bool {
    if !item.isOpen { return false }
    switch item.deadline {
    case nil: return false
    case .time(let time)?: return time.microseconds < now.microseconds
    case .day(let date)?: return date < today(for: item)
    }
  }

  /// Days without a mention after which an item is stale.
  private static let staleDays = 30

  /// Returns whether an open item was last mentioned long ago, and has no deadline that is recent or ahead.
  func isStale(_ item: ActionItem) -> Bool {
    if !item.isOpen { return false }
    if let days = days(to: item), days > -Self.staleDays { return false }
    let said = item.source.timestamp ?? item.extractedAt
    return now.seconds - said.seconds >= Self.staleDays * 86_400
  }

  /// Returns the days until an item's deadline, negative if it has passed; nil if it has none.
  func days(to item: ActionItem) -> Int? {
    guard let date = item.deadline?.date else { return nil }
    return date.daysSinceEpoch - today(for: item).daysSinceEpoch
  }

  /// Returns an item's deadline in a word or two: `tomorrow`, `Fri 15:00`, `3 days late`.
  func due(_ item: ActionItem) -> String {
    guard let deadline = item.deadline, let days = days(to: item) else { return "-" }
    var time = ""
    if case .time(let stamp) = deadline { time = " \(stamp.civil.time.description.prefix(5))" }
    let date = "\(deadline.date)\(time)"
    if !item.isOpen { return date }
    if isOverdue(item) { return late(deadline, days: -days) }
    switch days {
    case 0: return "today" + time
    case 1: return "tomorrow" + time
    // A bare weekday means the next one; seven days ahead it would be ambiguous.
    case 2...6: return Self.day(deadline.date) + time
    default: return date
    }
  }

  private func late(_ deadline: Deadline, days: Int) -> String {
    func text(_ count: Int, _ unit: String) -> String {
      "\(count) \(unit)\(count == 1 ? "" : "s") late"
    }
    switch days {
    case ..<1:
      guard case .time(let time) = deadline else { return text(0, "day") }
      let minutes = (now.seconds - time.seconds) / 60
      return minutes < 60 ? "\(minutes) min late" : text(minutes / 60, "hour")
    case ..<14: return text(days, "day")
    // For longer periods, the date says more.
    default: return "\(deadline.date) late"
    }
  }

  /// Returns an abbreviated weekday: `Fri`.
  private static func day(_ date: CivilDate) -> String {
    let name = "\(date.weekday)"
    return name.prefix(1).uppercased() + name.dropFirst().prefix(2)
  }

  /// Returns today's date in the zone of an item's deadline.
  private func today(for item: ActionItem) -> CivilDate {
    // A time is written for the day in its own offset.
    if case .time(let time)? = item.deadline { return now.at(offset: Int(time.offset)).civil.date }
    return zone(of: item).timestamp(at: now).civil.date
  }

  private func zone(of item: ActionItem) -> Zone {
    // Falls back to the team's zone if this machine does not know the item's.
    item.timeZone.flatMap { try? zones.zone(named: $0) } ?? zone
  }
}
