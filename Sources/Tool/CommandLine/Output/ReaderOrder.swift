import ActionItems
import CivilTime
import Synchronization

/// Passes on items that arrive in repository order, in the order of a reader's clock.
///
/// A deadline with a time may be on another day there than on its author's clock. So an item waits until all later ones
/// are due more than two days after it, the most by which two clocks differ.
final class ReaderOrder<Element: Sendable>: Sendable {
  private let clock: ItemClock
  private let item: @Sendable (Element) -> ActionItem
  private let body: @Sendable (Element) throws -> Bool
  private let state = Mutex(State())

  /// The items that still wait.
  private struct State {
    /// Sorted.
    var waiting: [(order: RepositoryOrder, element: Element)] = []
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
    let order = RepositoryOrder(item(element), on: clock.zone.timestamp)
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

  /// Returns whether no item can come before `waiting` any more, once `next` has arrived.
  private static func isSettled(
    _ waiting: RepositoryOrder, before next: RepositoryOrder
  ) -> Bool {
    guard waiting.isComplete == next.isComplete, let day = waiting.deadline?.date,
      let later = next.deadline?.date
    else { return true }
    // Both may have moved.
    return later.daysSinceEpoch - day.daysSinceEpoch > 4
  }
}
