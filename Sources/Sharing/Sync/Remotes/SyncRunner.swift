import CivilTime
import Networking
import Store

/// Syncs a store with one remote: performs the requests of `RemoteSync` with connection, files and clock.
package actor SyncRunner {
  /// An event. Events of a connection carry its number, because it may be gone when they are handled.
  private enum Event: Sendable {
    case opened(any SyncConnection, Int)
    case received([WebSocketEvent], Int)
    case flushed(Int)
    case ended(SessionFailure?, Int)
    case storeChanged
    case networkChanged
    case timer
    case timeUp
    case cancelled
  }

  private let executor = QueueExecutor("actionitems.sync")
  private let setup: Setup
  private let clock = ContinuousClock()
  private let began: ContinuousClock.Instant
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  private var core: RemoteSync
  private var changeReader: ChangeReader
  private var exchanged: RemoteExchange
  private var sentLog: SentLog
  /// Keeps other processes from syncing with the remote; nil after the end.
  private var lock: (any StorageLock)?
  private let before: RemoteState
  private var link: (any SyncConnection)?
  private var number = 0
  private var opening: Task<Void, Never>?
  private var isReading = false
  private var isFlushing = false
  private var timer: (at: Duration, task: Task<Void, Never>)?
  private var waitingFetch: Int?
  private var waitingItems: [String]?
  private var ending: SyncReport.Ending?
  private var conflicting: Set<String> = []
  private var clocksAhead = ClocksAhead()

  /// The number of bytes of pending output from which no more changes are read.
  private static let outputLimit = 1 << 20

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Prepares a sync. Throws `SyncError` if it cannot begin.
  ///
  /// Address and options are stored once a session was established, so that a typo does not replace working ones. For a
  /// remote that never worked they are stored at once.
  package init(_ setup: Setup) throws {
    let name = setup.settings.name
    let folder = setup.store.folder
    let lock = try folder.folder(RemoteState.folder).lock(name + ".lock", wait: false)
    guard let lock else { throw SyncError.busy(name: name) }
    var state = try RemoteState.read(name, in: folder) ?? RemoteState()
    if !state.hasWorked,
      state.address != setup.transport.address || state.options != setup.options
    {
      (state.address, state.options) = (setup.transport.address, setup.options)
      try state.write(name, in: folder)
    }
    changeReader = try setup.changeReader(after: state.checkpoint, except: state.origin(of: name))
    exchanged = RemoteExchange(
      try folder.folder(RemoteState.folder), name: name, generation: state.generation)
    var settings = setup.settings
    (settings.address, settings.options) = (setup.transport.address, setup.options)
    settings.session.startMilliseconds = Int(setup.wall().microseconds / 1000)
    sentLog = try SentLog(name, generation: state.generation, in: folder)
    let told = try sentLog.read(state)
    try sentLog.compact(told)
    core = RemoteSync(settings: settings, store: setup.store.id, state: state, told: told)
    self.setup = setup
    self.lock = lock
    before = state
    began = clock.now
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
  }

  /// Runs to the end. If the task is cancelled, the progress is kept and `CancellationError` is thrown.
  package func run() async throws -> SyncReport {
    let follower = makeFollower()
    let listener = setup.settings.mesh?.listener { [continuation] in
      continuation.yield(.storeChanged)
    }
    let limit = setup.maximumTime.map { [continuation] time in
      Task.after(time) { continuation.yield(.timeUp) }
    }
    defer {
      limit?.cancel()
      timer?.task.cancel()
      opening?.cancel()
      link?.drop()
      withExtendedLifetime((follower, listener)) {}
      // Released here because started tasks may keep the actor alive, and the next sync may start at once.
      lock = nil
    }
    try await withTaskCancellationHandler {
      core.start(now)
      try await proceed()
      for await event in events {
        if ending != nil { break }
        try await handle(event)
        if ending != nil { break }
      }
      // The loop of a cancelled task may end before it receives `.cancelled`.
      if ending == nil { try await endCancelled() }
    } onCancel: {
      continuation.yield(.cancelled)
    }
    return try await report()
  }

  /// Reports that the networks of this machine changed: the connection may be dead without notice.
  package nonisolated func noteNetworkChange() { continuation.yield(.networkChanged) }

  private var now: Duration { clock.now - began }
  private var partner: String { setup.settings.session.partner }

  private func makeFollower() -> StoreFollower? {
    guard setup.settings.mode == .follow else { return nil }
    return StoreFollower(path: setup.store.folder.path) { [continuation] in
      continuation.yield(.storeChanged)
    }
  }

  private func report() async throws -> SyncReport {
    var report = core.report(ending ?? .timeUp, since: before, at: setup.transport.shownAddress)
    // Changes that arrived later may have settled some conflicts.
    report.conflicts = try await setup.store.countConflicting(conflicting)
    // With much left to send to a peer, counting it would delay the next session.
    if setup.settings.mode == .follow, setup.settings.session.peer != nil { return report }
    let rest = try setup.changeReader(after: core.state.checkpoint, except: core.origin)
    report.waiting = try rest.countWaiting { core.isWanted($0) }
    return report
  }

  // MARK: - Events

  private func handle(_ event: Event) async throws {
    core.noteOutput(link?.pendingOutput ?? 0, now)
    switch event {
    case .opened(let link, let number):
      guard number == self.number else { return link.drop() }
      self.link = link
      core.opened(now)
    case .received(let events, let number):
      guard number == self.number else { return }
      isReading = false
      for event in events { take(event) }
    case .flushed(let number):
      guard number == self.number else { return }
      isFlushing = false
    case .ended(let error, let number):
      guard number == self.number else { return }
      lose(error)
    case .storeChanged: core.storeChanged(now)
    case .networkChanged: core.networkChanged(now)
    case .timer:
      timer = nil
      core.tick(now, at: setup.wall())
    case .timeUp:
      core.stop()
      ending = .timeUp
    case .cancelled: try await endCancelled()
    }
    try await proceed()
  }

  private func endCancelled() async throws {
    core.stop()
    try await proceed()
    await sayGoodbye()
    throw CancellationError()
  }

  /// Sends the pending output, for at most one second.
  private func sayGoodbye() async {
    guard let link, link.pendingOutput > 0 else { return }
    let limit = Task.after(.seconds(1)) { link.drop() }
    // A separate task, because this one is cancelled. Whether the output arrives does not matter.
    await Task { try? await link.flush() }.value
    limit.cancel()
  }

  private func take(_ event: WebSocketEvent) {
    switch event {
    case .text(let bytes): core.received(bytes, now, at: setup.wall())
    case .binary(let bytes): setup.log("ignored a binary message of \(bytes.count) bytes")
    case .skippedFiles(let bytes): core.skippedFiles(bytes: bytes, now)
    case .ping, .pong: break
    case .closed(let code, let reason):
      core.closed(
        now, at: setup.wall(), code: code.map { Int($0.rawValue) }, reason: reason)
    case .failed(let fault):
      core.lost(
        SessionFailure(.transient, "\(partner) violated the protocol: \(fault)"), now,
        at: setup.wall())
      dropLink()
    }
  }

  private func lose(_ failure: SessionFailure?) {
    dropLink()
    core.lost(
      failure ?? SessionFailure(.transient, "\(partner) closed the connection"), now,
      at: setup.wall())
  }

  private func dropLink() {
    opening?.cancel()
    opening = nil
    link?.drop()
    link = nil
    number += 1
    // The connection that asked for these items is gone.
    waitingItems = nil
    // `waitingFetch` stays: the sync waits for its result and would never end without it.
    (isReading, isFlushing) = (false, false)
  }

  // MARK: - Requests

  private func proceed() async throws {
    while case let requests = core.takeRequests(), !requests.isEmpty {
      for request in requests { try await perform(request) }
    }
    if (link?.pendingOutput ?? 0) < Self.outputLimit {
      if let limit = waitingFetch {
        waitingFetch = nil
        try await fetch(limit)
        return try await proceed()
      }
      if let ids = waitingItems {
        waitingItems = nil
        core.fetchedItems(try await setup.store.changes(ofItems: ids), now)
        return try await proceed()
      }
    }
    if ending == nil {
      core.noteOutput(link?.pendingOutput ?? 0, now)
      readIfWanted()
      flushIfNeeded()
      setTimer()
    }
  }

  private func perform(_ request: RemoteSync.Request) async throws {
    switch request {
    case .connect: open()
    case .send(let bytes): link?.send(text: bytes, compressed: true)
    case .sendPlainly(let bytes): link?.send(text: bytes, compressed: false)
    case .close: link?.close()
    case .drop: dropLink()
    case .fetch(let limit): waitingFetch = limit
    case .fetchItems(let ids): waitingItems = ids
    case .rewind(let place, let origin):
      changeReader = try setup.changeReader(after: place, except: origin)
    case .check(let place):
      do {
        _ = try ChangeReader(folder: setup.store.folder, after: place)
      } catch let mismatch as ChangeReader.Mismatch {
        core.contradicted(mismatch, now)
      }
    case .apply(let versions): try await apply(versions)
    case .keepTold(let records, let generation):
      try sentLog.append(records, generation: generation)
    case .exchange(let versions):
      try exchanged.follow(core.state.generation)
      exchanged.note(versions)
    case .save(let state):
      try exchanged.flush()
      try state.write(setup.settings.name, in: setup.store.folder)
    case .log(let text): setup.log(text)
    case .warn(let text): setup.warn(text)
    case .finish(let ending): self.ending = ending
    }
  }

  private func apply(_ versions: [RemoteVersion]) async throws {
    try exchanged.follow(core.state.generation)
    let known = try exchanged.filled(versions)
    let outcome = try await setup.store.merge(known, rule: setup.options.rule)
    exchanged.note(outcome.exchanged.values.reduce(into: [:]) { $0.merge($1) { $1 } })
    for warning in clocksAhead.news(of: outcome) { setup.warn(warning) }
    conflicting.formUnion(outcome.conflicting)
    core.applied(outcome, now)
  }

  private func fetch(_ limit: Int) async throws {
    let entries = try changeReader.next(limit)
    let isAtEnd = entries.count < limit
    for warning in changeReader.takeWarnings() { setup.warn(warning) }
    core.fetched(entries, upTo: changeReader.position, isAtEnd: isAtEnd, now)
  }

  // MARK: - Connection

  private func open() {
    dropLink()
    opening = start { [setup] number async throws(SessionFailure) in
      .opened(try await setup.transport.open(), number)
    }
  }

  /// Runs work on the current connection in a separate task, and reports the result as an event.
  @discardableResult
  private func start(
    _ work: @escaping @Sendable (Int) async throws(SessionFailure) -> Event
  ) -> Task<Void, Never> {
    Task { [continuation, number] in
      do throws(SessionFailure) {
        continuation.yield(try await work(number))
      } catch {
        continuation.yield(.ended(error, number))
      }
    }
  }

  private func readIfWanted() {
    guard let link, !isReading, core.wantsInput else { return }
    isReading = true
    start { number async throws(SessionFailure) in
      let events = try await link.receive()
      return events.isEmpty ? .ended(nil, number) : .received(events, number)
    }
  }

  private func flushIfNeeded() {
    guard let link, !isFlushing, link.pendingOutput > 0 else { return }
    isFlushing = true
    start { number async throws(SessionFailure) in
      try await link.flush()
      return .flushed(number)
    }
  }

  private func setTimer() {
    guard let deadline = core.nextDeadline else { return }
    // An earlier timer does no harm: nothing is due then, and it is set again.
    if let timer, timer.at <= deadline { return }
    timer?.task.cancel()
    let task = Task.after(max(.zero, deadline - now)) { [continuation] in
      continuation.yield(.timer)
    }
    timer = (deadline, task)
  }
}
