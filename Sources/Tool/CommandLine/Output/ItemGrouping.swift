import ActionItems
import CivilTime

/// The groups of `list --by`.
enum ItemGrouping: String, CaseIterable, Sendable {
  case person, conversation, due

  /// Returns the heading for an item and its sort rank.
  func heading(of item: ActionItem, _ clock: ItemClock) -> Heading {
    switch self {
    case .person:
      item.assignee.map { Heading(rank: 0, text: $0) }
        ?? Heading(rank: 1, text: "unassigned")
    case .conversation: Heading(rank: 0, text: item.conversationTitle ?? item.conversationId)
    case .due: Self.due(item, clock)
    }
  }

  /// The column that the heading makes redundant.
  var column: ColumnLayout.Part? {
    switch self {
    case .person: .who
    case .conversation: .conversation
    case .due: nil
    }
  }

  private static func due(_ item: ActionItem, _ clock: ItemClock) -> Heading {
    if item.archivedAt != nil { return Heading(rank: 8, text: "archived") }
    if item.isComplete { return Heading(rank: 7, text: "done") }
    guard let days = clock.days(to: item) else { return Heading(rank: 6, text: "no deadline") }
    if clock.isOverdue(item) { return Heading(rank: 0, text: "overdue") }
    let untilSunday = 7 - clock.zone.timestamp(at: clock.now).civil.date.weekday.rawValue
    switch days {
    case ...0: return Heading(rank: 1, text: "today")
    case 1: return Heading(rank: 2, text: "tomorrow")
    case ...untilSunday: return Heading(rank: 3, text: "this week")
    case ...(untilSunday + 7): return Heading(rank: 4, text: "next week")
    default: return Heading(rank: 5, text: "later")
    }
  }

  /// The title of a group, and its rank among the groups.
  struct Heading: Hashable, Comparable {
    let rank: Int
    let text: String

    static func < (a: Heading, b: Heading) -> Bool {
      (a.rank, a.text.lowercased(), a.text) < (b.rank, b.text.lowercased(), b.text)
    }
  }
}
