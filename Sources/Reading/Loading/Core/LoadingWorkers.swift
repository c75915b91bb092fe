import Dispatch
import Synchronization
import System

/// The threads of an `InputOrder`, which read parts of its input. Parts are started in the order of `begin`.
///
/// They are threads, not tasks, because they block on files.
final class LoadingWorkers: Sendable {
  typealias Work = @Sendable (LoadingSink) throws -> Void

  private struct State {
    var waiting: ArraySlice<(part: LoadingPart, work: Work)> = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  private let threads = DispatchGroup()
  private let count: Int
  private let watch: (any FileWatch)?

  init(_ count: Int, _ watch: (any FileWatch)?) {
    (self.count, self.watch) = (count, watch)
    for number in 1...count {
      DispatchQueue(label: "actionitems.loading.\(number)").async(group: threads) { self.run() }
    }
  }

  /// Queues a part to be read.
  func begin(_ part: LoadingPart, _ body: @escaping Work) {
    state.withLock { $0.waiting.append((part, body)) }
    work.signal()
  }

  /// Drops waiting parts, lets the threads finish their current part, and waits for them.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.waiting = []
    }
    for _ in 0..<count { work.signal() }
    threads.wait()
  }

  private func run() {
    while true {
      work.wait()
      let (next, isClosed) = state.withLock { ($0.waiting.popFirst(), $0.isClosed) }
      guard let (part, body) = next else {
        if isClosed { return }
        continue
      }
      let sink = LoadingSink(send: part.push)
      defer { watch?.noteDone() }
      do {
        try body(sink)
        try sink.flush()
        part.finish()
      } catch {
        part.finish(error)
      }
    }
  }
}
