import Synchronization

/// An event that test tasks wait for. A cancelled task lets all of them go on, so that no test waits for ever.
final class Occasion: Sendable {
  private let state = Mutex<(hasCome: Bool, waiting: [CheckedContinuation<Void, Never>])>(
    (false, []))

  /// Releases all waiting and later tasks.
  func come() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.hasCome = true
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns after the event.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasCome = state.withLock { state in
          if !state.hasCome { state.waiting.append(continuation) }
          return state.hasCome
        }
        if hasCome { continuation.resume() }
      }
    } onCancel: {
      come()
    }
  }
}
