import Synchronization

/// Changes that came in and are to be taken over: put in one by one, taken out all together, so that many
/// share one commit.
final class IncomingQueue: Sendable {
  fileprivate struct State {
    var waiting: [HubLoop.Incoming] = []
    var taker: CheckedContinuation<Void, Never>?
    var isOver = false
  }

  private let state = Mutex(State())

  /// Puts a change in; never waits. How much comes is limited where it comes in.
  func put(_ incoming: HubLoop.Incoming) {
    let taker = state.withLock { state in
      state.waiting.append(incoming)
      return state.takeTaker()
    }
    taker?.resume()
  }

  /// Nothing more will come.
  func finish() {
    let taker = state.withLock { state in
      state.isOver = true
      return state.takeTaker()
    }
    taker?.resume()
  }

  /// Whether nothing more will come.
  var isFinished: Bool { state.withLock { $0.isOver } }

  /// Takes all there is, at least one change; nil at the end. One call at a time.
  func next() async -> [HubLoop.Incoming]? {
    await withCheckedContinuation { continuation in
      let isDue = state.withLock { state in
        if state.isOver || !state.waiting.isEmpty { return true }
        state.taker = continuation
        return false
      }
      if isDue { continuation.resume() }
    }
    return state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting.isEmpty ? nil : state.waiting
    }
  }
}

extension IncomingQueue.State {
  fileprivate mutating func takeTaker() -> CheckedContinuation<Void, Never>? {
    defer { taker = nil }
    return taker
  }
}
