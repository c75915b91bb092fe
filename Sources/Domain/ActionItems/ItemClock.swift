package import CivilTime
import Encoding

/// The time and zone of a reader, to decide which items are overdue or stale, to word due times, and to sort lists.
/// Also reads deadlines that a person types.
package struct ItemClock: Sendable {
  package let now: Timestamp
  package let zone: Zone
  package let zones: ZoneDatabase

  package init(now: Timestamp, zone: Zone, zones: ZoneDatabase) {
    (self.now, self.zone, self.zones) = (now, zone, zones)
  }

  /// Returns the start of an item's deadline; nil if it has none. Days are in this clock's zone, as in options, so an
  /// item due on a day is not due before it.
  package func start(of item: ActionItem) -> Timestamp? {
    switch item.deadline {
    case nil: nil
    case .time(let time)?: time
    case .day(let date)?: zone.timestamp(of: CivilDateTime(date: date, time: .midnight))
    }
  }

  /// Returns whether the time has passed, or the day has ended in the item's zone.
  package func isOverdue(_ item: ActionItem) -> Bool {
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
  package func isStale(_ item: ActionItem) -> Bool {
    if !item.isOpen { return false }
    if let days = days(to: item), days > -Self.staleDays { return false }
    let said = item.source.timestamp ?? item.extractedAt
    return now.seconds - said.seconds >= Self.staleDays * 86_400
  }

  /// Returns the days until an item's deadline, negative if it has passed; nil if it has none.
  package func days(to item: ActionItem) -> Int? {
    guard let date = item.deadline.map({ local($0).date }) else { return nil }
    return date.daysSinceEpoch - today(for: item).daysSinceEpoch
  }

  /// Returns an item's deadline in a word or two: `tomorrow`, `Fri 15:00`, `3 days late`.
  package func due(_ item: ActionItem) -> String {
    guard let deadline = item.deadline.map(local), let days = days(to: item) else { return "-" }
    var time = ""
    if case .time(let stamp) = deadline { time = " \(stamp.minute.suffix(5))" }
    if !item.isOpen { return deadline.words }
    if isOverdue(item) { return late(deadline, days: -days) }
    switch days {
    case 0: return "today" + time
    case 1: return "tomorrow" + time
    // A bare weekday means the next one; seven days ahead it would be ambiguous.
    case 2...6: return Self.day(deadline.date) + time
    default: return deadline.words
    }
  }

  private func late(_ deadline: Deadline, days: Int) -> String {
    func text(_ count: Int, _ unit: String) -> String {
      "\(count.counted(unit)) late"
    }
    switch days {
    case ..<1:
      guard case .time(let time) = deadline else { return text(0, "day") }
      let minutes = (now.seconds - time.seconds) / 60
      return minutes < 60 ? "\(minutes) min late" : text(minutes / 60, "hour")
    case ..<14: return text(days, "day")
    // For longer periods, the date says more.
    default: return "\(deadline.words) late"
    }
  }

  /// Returns an abbreviated weekday: `Fri`.
  private static func day(_ date: CivilDate) -> String {
    let name = "\(date.weekday)"
    return name.prefix(1).uppercased() + name.dropFirst().prefix(2)
  }

  /// Returns a time on the reader's clock: `2026-01-05 10:00`.
  package func minute(_ time: Timestamp) -> String { zone.timestamp(at: time).minute }

  /// Returns when a message was written, on this clock, with the sender's own clock if that differs.
  package func written(_ time: Timestamp) -> String { time.written(on: zone.timestamp) }

  /// Returns a deadline: a day as it was written, or a time on the reader's clock.
  package func words(_ deadline: Deadline, isOverdue: Bool = false) -> String {
    local(deadline).words + (isOverdue ? " (overdue)" : "")
  }

  /// Returns the items in the order in which this clock shows them.
  package func sorted(_ items: [ActionItem]) -> [ActionItem] {
    items.sorted {
      ItemSortKey($0, on: zone.timestamp) < ItemSortKey($1, on: zone.timestamp)
    }
  }

  /// Reads a deadline as a person types it: a time without an offset is one of this clock.
  package func deadline(_ text: String) -> Deadline? {
    if let deadline = Deadline(text) { return deadline }
    guard let reading = ISO8601.read(text), reading.hasTime, reading.offset == nil else {
      return nil
    }
    return zone.timestamp(of: reading.civil).map(Deadline.time)
  }

  private func local(_ deadline: Deadline) -> Deadline { deadline.at(zone.timestamp) }

  /// Returns today's date in the zone of an item's deadline.
  private func today(for item: ActionItem) -> CivilDate {
    // A time is shown on the reader's clock.
    if case .time? = item.deadline { return zone.timestamp(at: now).civil.date }
    return zone(of: item).timestamp(at: now).civil.date
  }

  private func zone(of item: ActionItem) -> Zone {
    // Falls back to this clock's zone if this machine does not know the item's.
    item.timeZone.flatMap { try? zones.zone(named: $0) } ?? zone
  }
}
