import ActionItemModel
import CivilTime

/// In which order a list is shown.
enum ItemOrder: String, CaseIterable, Sendable {
  /// Repository order.
  case due
  /// What was said last first.
  case said
  /// By the name of whoever is to do it, nobody in particular last.
  case person
  /// What is most urgent first.
  case priority

  /// Whether one item is to be shown before another; what is equal stays in repository order.
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
    // What is done is urgent no more.
    (item.isComplete ? 3 : 0) + (Priority.allCases.firstIndex(of: item.priority) ?? 0)
  }

  private static func isBefore(_ a: String?, _ b: String?) -> Bool {
    guard let a else { return false }
    return b.map { a < $0 } ?? true
  }
}
