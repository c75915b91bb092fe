import Synchronization

/// An event that test tasks wait for; a cancelled task stops waiting.
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
