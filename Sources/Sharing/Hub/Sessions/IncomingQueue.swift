import Synchronization

/// The queue of clients' changes from `HubLoop` to `Hub.applyIncoming`, which takes batches, so that many share one
/// commit. Changes with a common acknowledgement are never separated.
final class IncomingQueue: Sendable {
  fileprivate struct State {
    var waiting: [SyncServerSession.PendingChange] = []
    var bytes = 0
    var taker: CheckedContinuation<Void, Never>?
    var isOver = false
  }

  private let state = Mutex(State())

  /// The limit in bytes of a batch; a larger change is a batch of its own.
  static let batchBytes = 4 << 20

  /// Adds changes without waiting. `HubLoop` stops reading from clients when the queue is full.
  func put(_ incoming: [SyncServerSession.PendingChange]) {
    let taker = state.withLock { state in
      state.waiting += incoming
      state.bytes += incoming.reduce(0) { $0 + $1.size }
      return state.takeTaker()
    }
    taker?.resume()
  }

  func finish() {
    let taker = state.withLock { state in
      state.isOver = true
      return state.takeTaker()
    }
    taker?.resume()
  }

  var isFinished: Bool { state.withLock { $0.isOver } }

  var bytes: Int { state.withLock { $0.bytes } }

  /// Returns the waiting changes, up to `batchBytes` and at least one; nil at the end. One call at a time.
  func next() async -> [SyncServerSession.PendingChange]? {
    await withCheckedContinuation { continuation in
      let isDue = state.withLock { state in
        if state.isOver || !state.waiting.isEmpty { return true }
        state.taker = continuation
        return false
      }
      if isDue { continuation.resume() }
    }
    return state.withLock { $0.takeBatch() }
  }
}

extension IncomingQueue.State {
  fileprivate mutating func takeBatch() -> [SyncServerSession.PendingChange]? {
    if waiting.isEmpty { return nil }
    if bytes <= IncomingQueue.batchBytes {
      defer { (waiting, bytes) = ([], 0) }
      return waiting
    }
    var (count, size) = (0, 0)
    while count < waiting.count, case let next = waiting[count].size,
      count == 0 || size + next <= IncomingQueue.batchBytes || waiting[count - 1].isFollowed
    {
      count += 1
      size += next
    }
    defer {
      waiting.removeFirst(count)
      bytes -= size
    }
    return Array(waiting[..<count])
  }

  fileprivate mutating func takeTaker() -> CheckedContinuation<Void, Never>? {
    defer { taker = nil }
    return taker
  }
}
