import Synchronization

/// A queue in which the requests of `EndpointClient` wait, in order of arrival, until `Pacer` permits the next one.
///
/// Only the first request in the queue checks the time and sleeps. The next one is woken when the first has passed.
/// Repeated requests go to the front.
final class RequestGate: Sendable {
  enum Refusal: Error, Hashable {
    case reached(LimitReached)
    case cancelled
  }

  private struct Waiter {
    let id: Int
    var continuation: CheckedContinuation<Void, Never>?
    /// Whether the request was woken before it was suspended.
    var isWoken = false
  }

  private struct State {
    var pacer: Pacer
    var queue: [Waiter] = []
    var lastId = 0

    /// Wakes the first request in the queue.
    mutating func wakeFirst() -> CheckedContinuation<Void, Never>? {
      guard !queue.isEmpty else { return nil }
      if let continuation = queue[0].continuation.take() { return continuation }
      queue[0].isWoken = true
      return nil
    }
  }

  private enum Step: Sendable {
    case done(Result<Pacer.Permit, Refusal>, next: CheckedContinuation<Void, Never>?)
    case sleep(Int)
    case park
  }

  private let state: Mutex<State>
  private let environment: EndpointClient.Environment

  init(pacer: Pacer, environment: EndpointClient.Environment) {
    state = Mutex(State(pacer: pacer))
    self.environment = environment
  }

  var inFlight: Int { state.withLock { $0.pacer.inFlight } }

  func enter(estimate: Int, isAgain: Bool) async throws(Refusal) -> Pacer.Permit {
    let id = state.withLock { state in
      state.lastId += 1
      state.queue.insert(Waiter(id: state.lastId), at: isAgain ? 0 : state.queue.count)
      return state.lastId
    }
    while true {
      if Task.isCancelled {
        leaveQueue(id)
        throw .cancelled
      }
      switch look(id, estimate) {
      case .done(let result, let next):
        next?.resume()
        return try result.get()
      case .park: await park(id)
      case .sleep(let milliseconds):
        // Cancellation of the sleep is detected above.
        try? await environment.wait(.milliseconds(milliseconds))
      }
    }
  }

  private func look(_ id: Int, _ estimate: Int) -> Step {
    state.withLock { state in
      // A request that was woken and then overtaken is woken again when its turn comes.
      let place = state.queue.firstIndex { $0.id == id }
      if let place { state.queue[place].isWoken = false }
      guard place == 0 else { return .park }
      let (now, day) = (environment.now(), environment.day())
      var pacer = state.pacer
      let (verdict, after) = environment.ledger.update { ledger in
        let verdict = pacer.ask(estimate: estimate, &ledger, day: day, at: now)
        return (verdict, pacer)
      }
      state.pacer = after
      switch verdict {
      case .wait(let milliseconds): return .sleep(milliseconds)
      case .waitForOthers: return .park
      case .go(let permit):
        state.queue.removeFirst()
        return .done(.success(permit), next: state.wakeFirst())
      case .reached(let limit):
        state.queue.removeFirst()
        return .done(.failure(.reached(limit)), next: state.wakeFirst())
      }
    }
  }

  private func park(_ id: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWoken = state.withLock { state in
          guard let place = state.queue.firstIndex(where: { $0.id == id }),
            !state.queue[place].isWoken, !Task.isCancelled
          else { return true }
          state.queue[place].continuation = continuation
          return false
        }
        if isWoken { continuation.resume() }
      }
    } onCancel: {
      state.withLock { state in
        guard let place = state.queue.firstIndex(where: { $0.id == id }) else {
          return nil as CheckedContinuation<Void, Never>?
        }
        return state.queue[place].continuation.take()
      }?.resume()
    }
  }

  private func leaveQueue(_ id: Int) {
    state.withLock { state in
      state.queue.removeAll { $0.id == id }
      return state.wakeFirst()
    }?.resume()
  }

  func leave(_ permit: Pacer.Permit, _ ending: Pacer.Ending) {
    state.withLock { state in
      let now = environment.now()
      var pacer = state.pacer
      state.pacer = environment.ledger.update { ledger in
        pacer.end(permit, ending, &ledger, at: now)
        return pacer
      }
      return state.wakeFirst()
    }?.resume()
  }
}
