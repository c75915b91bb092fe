import Synchronization

/// Something that tasks of a test wait for until it comes; who is cancelled waits no longer.
final class Occasion: Sendable {
  private let state = Mutex<(hasCome: Bool, waiting: [CheckedContinuation<Void, Never>])>(
    (false, []))

  /// Lets everybody go on, now and later.
  func come() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.hasCome = true
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns once it has come.
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
