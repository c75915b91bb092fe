import ActionItems
import CivilTime
import Synchronization

/// Reorders items for the reader's time zone while the store returns them. Used by `list`, `export` and `report`.
///
/// The store sorts by the day of the deadline in its author's zone. In the reader's zone, it may be up to two days off.
/// So an item waits until one arrives that is due more than four days later, or that has no deadline or is done.
final class LocalOrder<Element: Sendable>: Sendable {
  private let clock: ItemClock
  private let item: @Sendable (Element) -> ActionItem
  private let body: @Sendable (Element) throws -> Bool
  private let state = Mutex(State())

  /// The items that still wait.
  private struct State {
    /// Sorted.
    var waiting: [(order: ItemSortKey, element: Element)] = []
    /// Whether `body` accepts more elements.
    var isWanted = true
  }

  /// `body` gets the elements, until it returns false.
  init(
    _ clock: ItemClock, of item: @escaping @Sendable (Element) -> ActionItem,
    body: @escaping @Sendable (Element) throws -> Bool
  ) {
    (self.clock, self.item, self.body) = (clock, item, body)
  }

  /// Adds an element. Returns whether more are wanted.
  func add(_ element: Element) throws -> Bool {
    let order = ItemSortKey(item(element), on: clock.zone.timestamp)
    return try state.withLock { state in
      let ready = state.waiting.prefix { Self.isSettled($0.order, before: order) }.count
      try pass(ready, &state)
      let place = state.waiting.lastIndex { $0.order < order }.map { $0 + 1 } ?? 0
      state.waiting.insert((order, element), at: place)
      return state.isWanted
    }
  }

  /// Passes on the elements that still wait.
  func finish() throws { try state.withLock { try pass($0.waiting.count, &$0) } }

  private func pass(_ count: Int, _ state: inout State) throws {
    for (_, element) in state.waiting.prefix(count) where state.isWanted {
      state.isWanted = try body(element)
    }
    state.waiting.removeFirst(count)
  }

  /// Returns whether no item that arrives after `next` can come before `waiting`.
  private static func isSettled(
    _ waiting: ItemSortKey, before next: ItemSortKey
  ) -> Bool {
    guard waiting.isComplete == next.isComplete, let day = waiting.deadline?.date,
      let later = next.deadline?.date
    else { return true }
    // Each of the two days may have moved by two.
    return later.daysSinceEpoch - day.daysSinceEpoch > 4
  }
}
