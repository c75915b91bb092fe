import ActionItems
import CivilTime

/// The orders of `list --sort`.
enum ItemOrder: String, CaseIterable, Sendable {
  /// The order of the store, adapted to the reader's time zone by `LocalOrder`.
  case due
  /// The latest message first.
  case said
  /// By assignee name, items without an assignee last.
  case person
  /// The highest priority first.
  case priority

  /// Returns whether one item comes before another. Equal items stay in the order `due`.
  func precedes(_ a: ActionItem, _ b: ActionItem) -> Bool {
    switch self {
    case .due: false
    case .said: Self.said(a) > Self.said(b)
    case .person: Self.isBefore(a.assignee?.lowercased(), b.assignee?.lowercased())
    case .priority: Self.rank(a) < Self.rank(b)
    }
  }

  private static func said(_ item: ActionItem) -> Int64 {
    (item.source.timestamp ?? item.extractedAt).microseconds
  }

  private static func rank(_ item: ActionItem) -> Int {
    // Completed items are no longer urgent.
    (item.isComplete ? 3 : 0) + (Priority.allCases.firstIndex(of: item.priority) ?? 0)
  }

  private static func isBefore(_ a: String?, _ b: String?) -> Bool {
    guard let a else { return false }
    return b.map { a < $0 } ?? true
  }
}
