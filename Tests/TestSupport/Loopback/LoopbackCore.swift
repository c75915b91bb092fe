import Glibc
import Synchronization

/// The state that the server's threads share. It also accepts connections, stops the server and waits for events.
final class LoopbackCore: Sendable {
  struct State {
    var requests: [LoopbackRequest] = []
    var connectionCount = 0
    var hangUpCount = 0
    var inFlight = 0
    var greatestInFlight = 0
    var isStopping = false
    /// The listening socket and the connections; a descriptor is removed before it is closed.
    var descriptors: Set<Int32> = []
    var threads = 1
    var waiters: [Waiter] = []
    var waiterCount = 0
  }

  /// A task that waits for an event.
  struct Waiter {
    let number: Int
    let isDue: @Sendable (State) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  let state = Mutex(State())
  private let listsModels: Bool
  private let handler: @Sendable (LoopbackRequest) -> Reply
  /// Becomes readable when the server stops.
  private let stopping = Pipe()
  /// Receives a byte when the last thread has ended.
  private let ended = Pipe()

  init(listsModels: Bool, handler: @escaping @Sendable (LoopbackRequest) -> Reply) {
    self.listsModels = listsModels
    self.handler = handler
  }

  /// Whether a request is for a list that the server does not have.
  func lacks(_ request: LoopbackRequest) -> Bool {
    !listsModels && request.method == "GET" && request.path.hasSuffix("/models")
  }

  // MARK: - Threads

  /// Accepts connections until the server stops.
  func accept(on listener: Int32) {
    enter(listener)
    while true {
      let descriptor = Glibc.accept(listener, nil, nil)
      if descriptor < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        guard errno == EMFILE || errno == ENFILE else { break }
        poll(nil, 0, 5)  // until other connections have ended
        continue
      }
      let number = change { state in
        defer { state.connectionCount += 1 }
        state.threads += 1
        return state.connectionCount
      }
      enter(descriptor)
      LoopbackThread.start { [self] in
        let connection = LoopbackConnection(
          descriptor: descriptor, number: number, core: self, stopping: stopping)
        connection.serve(handler)
        leave(descriptor)
      }
    }
    leave(listener)
  }

  private func enter(_ descriptor: Int32) {
    LoopbackSocket.prepare(descriptor)
    state.withLock { state in
      state.descriptors.insert(descriptor)
      if state.isStopping { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  private func leave(_ descriptor: Int32) {
    state.withLock { state in
      state.descriptors.remove(descriptor)
      close(descriptor)
      state.threads -= 1
      if state.threads == 0 { ended.put(1) }
    }
  }

  /// Ends all connections and returns once the threads are gone.
  func stop() {
    state.withLock { state in
      guard !state.isStopping else { return }
      state.isStopping = true
      for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
    stopping.put(1)
    var wait = pollfd(fd: ended.reading, events: Int16(POLLIN), revents: 0)
    while poll(&wait, 1, -1) < 0, errno == EINTR {}
  }

  // MARK: - Records

  /// Changes the state and resumes the waiters it satisfies.
  @discardableResult
  func change<Value>(_ body: (inout State) -> sending Value) -> Value {
    let (value, due) = state.withLock { state in
      let value = body(&state)
      let due = state.waiters.filter { $0.isDue(state) }.map(\.continuation)
      if !due.isEmpty { state.waiters = state.waiters.filter { !$0.isDue(state) } }
      return (value, due)
    }
    for continuation in due { continuation.resume(returning: true) }
    return value
  }

  /// Waits for an event; throws after `Patience.seconds`.
  func wait(
    for what: String, until isDue: @escaping @Sendable (State) -> Bool
  ) async throws {
    let happened = await withCheckedContinuation { continuation in
      let number: Int? = state.withLock { state in
        if isDue(state) { return nil }
        state.waiterCount += 1
        state.waiters.append(
          Waiter(number: state.waiterCount, isDue: isDue, continuation: continuation))
        return state.waiterCount
      }
      guard let number else { return continuation.resume(returning: true) }
      Patience.whenOver { self.giveUp(number) }
    }
    guard happened else {
      let (requests, hangUps) = state.withLock { ($0.requests.count, $0.hangUpCount) }
      throw Patience.Exhausted(
        what: "the server saw \(requests) requests and \(hangUps) hang-ups, not \(what)")
    }
  }

  private func giveUp(_ number: Int) {
    let waiter = state.withLock { state in
      let index = state.waiters.firstIndex { $0.number == number }
      return index.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: false)
  }
}
