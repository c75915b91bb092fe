/// What the change feed of a store tells.
public enum FeedEvent: Hashable, Sendable {
  /// What was told before does not count any more: everything that is there follows.
  case reset
  /// A change.
  case change(StoreChange)

  /// The number of the change; zero for a reset.
  public var sequence: Int {
    if case .change(let change) = self { change.sequence } else { 0 }
  }
}
