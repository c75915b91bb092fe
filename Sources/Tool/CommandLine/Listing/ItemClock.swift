import ActionItems
import CivilTime

/// What the time is, to tell which items are overdue and how far off their days are.
struct ItemClock: Sendable {
  let now: Timestamp
  let zone: Zone
  let zones: ZoneDatabase

  /// When an item's deadline begins; nil where it has none. A day is one of the team's zone, as those are that
  /// options name: what is due on a day is not due before it.
  func start(of item: ActionItem) -> Timestamp? {
    switch item.deadline {
    case nil: nil
    case .time(let time)?: time
    case .day(let date)?: zone.timestamp(of: CivilDateTime(date: date, time: .midnight))
    }
  }

  /// Whether the time has passed, or the day has ended in the item's zone.
  func isOverdue(_ item: ActionItem) -> Bool {
    if !item.isOpen { return false }
    switch item.deadline {
    case nil: return false
    case .time(let time)?: return time.microseconds < now.microseconds
    case .day(let date)?: return date < today(for: item)
    }
  }

  /// Days in which nobody has spoken of an item that is stale.
  private static let staleDays = 30

  /// Whether an open item was last spoken of long ago, and is not due any more either, or never was.
  func isStale(_ item: ActionItem) -> Bool {
    if !item.isOpen { return false }
    if let days = days(to: item), days > -Self.staleDays { return false }
    let said = item.source.timestamp ?? item.extractedAt
    return now.seconds - said.seconds >= Self.staleDays * 86_400
  }

  /// How many days off an item's deadline is, negative where it has passed; nil where it has none.
  func days(to item: ActionItem) -> Int? {
    guard let date = item.deadline?.date else { return nil }
    return date.daysSinceEpoch - today(for: item).daysSinceEpoch
  }

  /// When an item is due, in a word or two: `tomorrow`, `Fri 15:00`, `3 days late`.
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
    // A weekday alone is the next one; in a week it would mean two days.
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
    // Nobody counts back further: the day says more.
    default: return "\(deadline.date) late"
    }
  }

  /// `Fri`.
  private static func day(_ date: CivilDate) -> String {
    let name = "\(date.weekday)"
    return name.prefix(1).uppercased() + name.dropFirst().prefix(2)
  }

  /// The day that it is where an item's deadline is meant.
  private func today(for item: ActionItem) -> CivilDate {
    // The day of a time is the one that it is written for.
    if case .time(let time)? = item.deadline { return now.at(offset: Int(time.offset)).civil.date }
    return zone(of: item).timestamp(at: now).civil.date
  }

  private func zone(of item: ActionItem) -> Zone {
    // A zone that this machine does not know is as good as the team's.
    item.timeZone.flatMap { try? zones.zone(named: $0) } ?? zone
  }
}
