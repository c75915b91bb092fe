import Dispatch
import Synchronization

/// A bounded channel from one thread, which may block, to one reader: a task or another thread.
///
/// The channel is full if the next element would raise the queued weight above the limit, and no `SharedBudget`
/// (below) of several channels covers the element. The writer then waits. An empty channel accepts any element.
package final class BoundedChannel<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var weight = 0
    /// The part of `weight` that counts against the shared budget.
    var borrowed = 0
    var isFinished = false
    var failure: (any Error)?
    var isCancelled = false
    var writerWaits = false
    /// Wakes the reader that waits.
    var wakeReader: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let limit: Int
  private let budget: SharedBudget?
  private let weigh: @Sendable (Element) -> Int
  private let room = DispatchSemaphore(value: 0)
  private let news = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - limit: The weight of the elements that may be queued.
  ///   - budget: Covers what exceeds the limit, as far as it suffices.
  ///   - weigh: The weight of an element, in any unit. It is called once for each.
  package init(
    limit: Int, sharing budget: SharedBudget? = nil, weigh: @escaping @Sendable (Element) -> Int
  ) {
    (self.limit, self.budget, self.weigh) = (limit, budget, weigh)
  }

  /// Adds an element. Blocks the thread while the channel is full. Throws `CancellationError` after `cancel`.
  package func push(_ element: Element) throws {
    let weight = weigh(element)
    while true {
      let (isAccepted, wake) = try state.withLock { state in
        if state.isCancelled { throw CancellationError() }
        if !state.elements.isEmpty, state.weight + weight > limit {
          guard budget?.take(weight) == true else {
            state.writerWaits = true
            return (false, nil as (@Sendable () -> Void)?)
          }
          state.borrowed += weight
        }
        state.elements.append(element)
        state.weight += weight
        return (true, state.wakeReader.take())
      }
      wake?()
      if isAccepted { return }
      room.wait()
    }
  }

  /// Ends the channel after its last element. The reader gets `failure` after the elements.
  package func finish(_ failure: (any Error)? = nil) {
    let wake = state.withLock { state in
      (state.isFinished, state.failure) = (true, failure)
      return state.wakeReader.take()
    }
    wake?()
  }

  /// Drops the queued elements, stops the writer and ends the channel for its reader.
  package func cancel() {
    let (writerWaits, wake, dropped) = state.withLock { state in
      state.isCancelled = true
      let dropped = Self.empty(&state, budget)
      defer { state.writerWaits = false }
      return (state.writerWaits, state.wakeReader.take(), dropped)
    }
    if writerWaits { room.signal() }
    wake?()
    // The elements are released without the lock, because that may run code of their own.
    _ = dropped
  }

  /// Whether the channel was cancelled. A writer checks this if it pushes nothing for a long time.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Returns the elements since the last call; nil at the end. Waits until there is at least one.
  ///
  /// Only one task may call this. If it is cancelled, the channel is cancelled. Throws the failure that ended the
  /// channel.
  package func next() async throws -> [Element]? {
    while true {
      let (elements, isAtEnd) = try take()
      if !elements.isEmpty { return elements }
      if isAtEnd { return nil }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in whenReady { continuation.resume() } }
      } onCancel: {
        cancel()
      }
    }
  }

  /// Does the same as `next` for a reader that is a thread. Blocks the thread.
  package func nextBlocking() throws -> [Element]? {
    while true {
      let (elements, isAtEnd) = try take()
      if !elements.isEmpty { return elements }
      if isAtEnd { return nil }
      whenReady { [news] in news.signal() }
      news.wait()
    }
  }

  private func take() throws -> ([Element], isAtEnd: Bool) {
    let (elements, isAtEnd, writerWaits) = try state.withLock { state in
      let elements = Self.empty(&state, budget)
      if elements.isEmpty, let failure = state.failure { throw failure }
      defer { state.writerWaits = false }
      return (elements, state.isFinished || state.isCancelled, state.writerWaits)
    }
    if writerWaits { room.signal() }
    return (elements, isAtEnd)
  }

  /// Calls `wake` once as soon as there is something to take, perhaps at once.
  private func whenReady(_ wake: @escaping @Sendable () -> Void) {
    let isReady = state.withLock { state in
      if !state.elements.isEmpty || state.isFinished || state.isCancelled { return true }
      state.wakeReader = wake
      return false
    }
    if isReady { wake() }
  }

  private static func empty(_ state: inout State, _ budget: SharedBudget?) -> [Element] {
    let elements = state.elements
    budget?.giveBack(state.borrowed)
    (state.elements, state.weight, state.borrowed) = ([], 0, 0)
    return elements
  }
}

/// A budget that several channels share. Each draws on it once its own limit is reached.
package final class SharedBudget: Sendable {
  private let left: Mutex<Int>

  /// - Parameter size: The size, in the unit of the channels' weights.
  package init(_ size: Int) {
    left = Mutex(size)
  }

  fileprivate func take(_ weight: Int) -> Bool {
    left.withLock { left in
      if left < weight { return false }
      left -= weight
      return true
    }
  }

  fileprivate func giveBack(_ weight: Int) {
    if weight > 0 { left.withLock { $0 += weight } }
  }
}
