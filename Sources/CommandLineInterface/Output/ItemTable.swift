import ActionItemModel
import CivilTime
import TimeZones

/// Items as a table for people.
struct ItemTable {
  /// What the time is, to tell what is overdue.
  let now: Timestamp
  /// The team's zone, for days.
  let zone: Zone
  /// Where the zones are found that items name.
  let zones: ZoneDatabase

  /// The table's lines; `pending` names, for each item, the destinations that are still to be told of it.
  func lines(_ items: [ActionItem], pending: [[String]] = [], width: Int?) -> [String] {
    // A column that says nothing of any item would only take room.
    let isAnyPending = pending.contains { !$0.isEmpty }
    var table = TextTable(
      ["ID", "DUE", "PRIORITY", "WHO", "CONVERSATION"] + (isAnyPending ? ["PENDING"] : [])
        + ["TASK"])
    for (place, item) in items.enumerated() {
      let names = isAnyPending ? [pending[place].joined(separator: ",")] : []
      table.add(
        [
          String(item.id.prefix(8)), due(item), item.priority.rawValue, item.assignee ?? "-",
          item.conversationTitle ?? item.conversationId,
        ] + names + [
          (item.isComplete ? "[done] " : "") + item.task
        ])
    }
    return table.lines(width: width)
  }

  private func due(_ item: ActionItem) -> String {
    guard let deadline = item.deadline else { return "-" }
    let text =
      switch deadline {
      case .day(let date): "\(date)"
      case .time(let time): "\(time.civil.date) \(time.civil.time.description.prefix(5))"
      }
    return isOverdue(item) ? text + " !" : text
  }

  /// When an item's deadline begins, its day in the item's zone; nil where it has none.
  func start(of item: ActionItem) -> Timestamp? {
    switch item.deadline {
    case nil: nil
    case .time(let time)?: time
    case .day(let date)?:
      zone(of: item).timestamp(of: CivilDateTime(date: date, time: .midnight))
    }
  }

  /// The zone that an item's day is meant in.
  private func zone(of item: ActionItem) -> Zone {
    // A zone that this machine does not know is as good as the team's.
    item.timeZone.flatMap { try? zones.zone(named: $0) } ?? zone
  }

  /// Whether the time has passed, or the day has ended in the item's zone.
  func isOverdue(_ item: ActionItem) -> Bool {
    if item.isComplete { return false }
    switch item.deadline {
    case nil: return false
    case .time(let time)?: return time.microseconds < now.microseconds
    case .day(let date)?:
      return date < zone(of: item).timestamp(at: now).civil.date
    }
  }
}
