public import CivilTime

/// The one order in which items are shown, exported and counted.
///
/// Open before complete; items with a deadline before those without; then by deadline as
/// `Deadline` compares; then most recently extracted first, and without a deadline most recently said first;
/// then by id, so that the order is total.
public struct RepositoryOrder: Hashable, Comparable, Sendable {
  /// Whether it is done: those come last.
  public var isComplete: Bool
  /// When it is due; those without come behind those with.
  public var deadline: Deadline?
  /// When it was first found; without a deadline, when its message was written: of an archive all is found at
  /// once.
  public var recency: Timestamp
  /// The item's id, which decides where all else is equal.
  public var id: String

  /// The place of an item of which this is known.
  public init(isComplete: Bool, deadline: Deadline?, recency: Timestamp, id: String) {
    self.isComplete = isComplete
    self.deadline = deadline
    self.recency = recency
    self.id = id
  }

  /// Takes from an item what its place depends on.
  public init(_ item: ActionItem) {
    isComplete = item.isComplete
    deadline = item.deadline
    recency =
      item.deadline == nil ? item.source.timestamp ?? item.extractedAt : item.extractedAt
    id = item.id
  }

  /// Whether `a` is shown before `b`.
  public static func < (a: RepositoryOrder, b: RepositoryOrder) -> Bool {
    if a.isComplete != b.isComplete { return b.isComplete }
    switch (a.deadline, b.deadline) {
    case (let x?, let y?) where x != y: return x < y
    case (.some, .none): return true
    case (.none, .some): return false
    default: break
    }
    if a.recency.microseconds != b.recency.microseconds {
      return a.recency.microseconds > b.recency.microseconds
    }
    return a.id < b.id
  }
}

extension Sequence where Element == ActionItem {
  /// The items as `list` shows them.
  public func inRepositoryOrder() -> [ActionItem] {
    sorted { RepositoryOrder($0) < RepositoryOrder($1) }
  }
}
