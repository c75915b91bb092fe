import CivilTime
import Networking
import Store

/// Runs a sync of a store with one remote: performs the requests of `RemoteSync` with connection, files and clock.
package actor SyncRunner {
  /// An event, and the number of its connection, if any. Events of earlier connections are ignored.
  private struct Arrival: Sendable {
    var event: SyncEvent
    var number: Int?
    /// The connection that was opened.
    var link: (any SyncConnection)?
  }

  private let executor = QueueExecutor("actionitems.sync")
  private let setup: Setup
  private let clock = ContinuousClock()
  private let began: ContinuousClock.Instant
  private let arrivals: AsyncStream<Arrival>
  private let continuation: AsyncStream<Arrival>.Continuation

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
  private var conflicting: Set<String> = []
  private var clockWarnings = ClockWarnings()
  private var limitWarnings = LimitWarnings()
  private var hasWarnedOfIDs = false

  /// The number of bytes of pending output at which reading changes pauses.
  private static let outputLimit = 1 << 20

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Prepares a sync. Throws `SyncError` if it cannot begin.
  ///
  /// Address and options are stored once a session was established, so that a typo does not replace working ones. For a
  /// remote that never worked, they are stored at once.
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
    let sent = try sentLog.read(state)
    try sentLog.compact(sent)
    core = RemoteSync(settings: settings, store: setup.store.id, state: state, sent: sent)
    self.setup = setup
    self.lock = lock
    before = state
    began = clock.now
    (arrivals, continuation) = AsyncStream.makeStream(of: Arrival.self)
  }

  /// Runs the sync to its end. If the task is cancelled, keeps the progress and throws `CancellationError`.
  package func run() async throws -> SyncReport {
    let isFollowing = setup.settings.mode == .follow
    let follower =
      isFollowing ? StoreFollower(path: setup.store.folder.path, look: event(.storeChanged)) : nil
    let listener = setup.settings.mesh?.listener(event(.storeChanged))
    let limit = setup.maximumTime.map { Task.after($0, event(.stop)) }
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
      try await handle(Arrival(event: .start))
      for await arrival in arrivals {
        try await handle(arrival)
        if core.ending != nil { break }
      }
      // The loop of a cancelled task may end before it receives `stop`.
      try await handle(Arrival(event: .stop))
    } onCancel: {
      continuation.yield(Arrival(event: .stop))
    }
    if Task.isCancelled, core.ending == .timeUp {
      await sayGoodbye()
      throw CancellationError()
    }
    return try await report()
  }

  /// Reports that the networks of this machine changed, so the connection may be dead without an error.
  package nonisolated func noteNetworkChange() {
    continuation.yield(Arrival(event: .networkChanged))
  }

  private var now: Duration { clock.now - began }

  /// Returns a function that reports an event.
  private func event(_ event: SyncEvent) -> @Sendable () -> Void {
    { [continuation] in continuation.yield(Arrival(event: event)) }
  }

  private func report() async throws -> SyncReport {
    var report = core.report(since: before, at: setup.transport.shownAddress)
    // Changes that arrived later may have settled some conflicts.
    report.conflicts = try await setup.store.countConflicting(conflicting)
    // For a peer, counting the changes left to send could delay the next session.
    if setup.settings.mode == .follow, setup.settings.session.peer != nil { return report }
    let rest = try setup.changeReader(after: core.state.checkpoint, except: core.origin)
    report.waiting = try rest.countWaiting { core.selection.isWanted($0, core.state.filter) }
    return report
  }

  // MARK: - Events

  private func handle(_ arrival: Arrival) async throws {
    if let number = arrival.number, number != self.number {
      arrival.link?.drop()
      return
    }
    switch arrival.event {
    case .opened: link = arrival.link
    case .received: isReading = false
    case .flushed: isFlushing = false
    case .lost: dropLink()
    case .timer: timer = nil
    default: break
    }
    core.noteOutput(pendingOutput, now)
    tell(arrival.event)
    try await proceed()
  }

  private func tell(_ event: SyncEvent) { core.handle(event, now, at: setup.wall()) }

  /// Sends the pending output, for at most one second.
  private func sayGoodbye() async {
    guard let link, link.pendingOutput > 0 else { return }
    let limit = Task.after(.seconds(1)) { link.drop() }
    // A separate task, because this one is cancelled. Whether the output arrives does not matter.
    await Task { try? await link.flush() }.value
    limit.cancel()
  }

  private func dropLink() {
    opening?.cancel()
    opening = nil
    link?.drop()
    link = nil
    number += 1
    (isReading, isFlushing) = (false, false)
  }

  // MARK: - Requests

  private var pendingOutput: Int { link?.pendingOutput ?? 0 }

  private func proceed() async throws {
    while case let requests = core.takeRequests(reads: pendingOutput < Self.outputLimit),
      !requests.isEmpty
    {
      for request in requests { try await perform(request) }
    }
    guard core.ending == nil else { return }
    core.noteOutput(pendingOutput, now)
    readIfWanted()
    flushIfNeeded()
    setTimer()
  }

  private func perform(_ request: SyncRequest) async throws {
    switch request {
    case .connect: open()
    case .send(let bytes): link?.send(text: bytes, compressed: true)
    case .sendPlainly(let bytes): link?.send(text: bytes, compressed: false)
    case .close: link?.close()
    case .drop: dropLink()
    case .fetch(let limit):
      let entries = try changeReader.next(limit)
      for warning in changeReader.takeWarnings() { setup.warn(warning) }
      tell(.fetched(entries, upTo: changeReader.position, isAtEnd: entries.count < limit))
    case .fetchItems(let ids):
      let entries = try await setup.store.changes(ofItems: ids, bytes: RequestedItems.portionBytes)
      tell(.fetchedItems(entries))
    case .rewind(let place, let origin):
      changeReader = try setup.changeReader(after: place, except: origin)
    case .check(let place):
      do {
        _ = try ChangeReader(folder: setup.store.folder, after: place)
      } catch let mismatch as ChangeReader.Mismatch {
        tell(.contradicted(mismatch))
      }
    case .apply(let versions): try await apply(versions)
    case .keepSent(let records, let generation):
      try sentLog.append(records, generation: generation)
    case .exchange(let versions):
      try exchanged.follow(core.state.generation)
      exchanged.note(versions)
    case .save(let state):
      try exchanged.flush()
      try state.write(setup.settings.name, in: setup.store.folder)
    case .log(let text): setup.log(text)
    case .warn(let text): setup.warn(text)
    }
  }

  private func apply(_ versions: [RemoteVersion]) async throws {
    try exchanged.follow(core.state.generation)
    let invalid = try await setup.store.withInvalidIDs(versions)
    noteInvalid(invalid.sorted().map { versions[$0] })
    let versions = versions.indices.filter { !invalid.contains($0) }.map { versions[$0] }
    let limits = setup.limits
    let refused = limits.isNone ? [:] : try await limits.refused(versions, by: setup.store)
    let allowed = versions.indices.filter { refused[$0] == nil }.map { versions[$0] }
    let known = try exchanged.filled(allowed)
    let outcome = try await setup.store.merge(known, rule: setup.options.rule)
    exchanged.note(outcome.exchanged.values.reduce(into: [:]) { $0.merge($1) { $1 } })
    for warning in clockWarnings.news(of: outcome) { setup.warn(warning) }
    conflicting.formUnion(outcome.conflicting)
    if !limits.isNone {
      let size = try await limits.size(of: setup.store)
      for warning in limitWarnings.news(of: size, limits) { setup.warn(warning) }
    }
    tell(.applied(outcome, obstacle: refused.values.first?.description, invalid: invalid))
  }

  /// Logs new items that were not taken because their ids are invalid, and warns once.
  private func noteInvalid(_ versions: [RemoteVersion]) {
    if versions.isEmpty { return }
    for version in versions {
      setup.log(
        "a new item was not taken: its id \(core.settings.session.shown(version.id)) is invalid")
    }
    if hasWarnedOfIDs { return }
    hasWarnedOfIDs = true
    setup.warn(
      "new items with invalid ids were not taken (\(Set(versions.map(\.id)).count) so far): "
        + "to share them, add them again where they were made")
  }

  // MARK: - Connection

  private func open() {
    dropLink()
    opening = start { [setup] () async throws(SessionFailure) in
      Arrival(event: .opened, link: try await setup.transport.open())
    }
  }

  /// Runs work on the current connection in a separate task, and reports the result.
  @discardableResult
  private func start(
    _ work: @escaping @Sendable () async throws(SessionFailure) -> Arrival
  ) -> Task<Void, Never> {
    Task { [continuation, number] in
      var arrival: Arrival
      do throws(SessionFailure) {
        arrival = try await work()
      } catch {
        arrival = Arrival(event: .lost(error))
      }
      arrival.number = number
      continuation.yield(arrival)
    }
  }

  private func readIfWanted() {
    guard let link, !isReading, core.wantsInput else { return }
    isReading = true
    let partner = core.partner
    start { () async throws(SessionFailure) in
      let events = try await link.receive()
      if events.isEmpty { throw SessionFailure(.transient, "\(partner) closed the connection") }
      return Arrival(event: .received(events))
    }
  }

  private func flushIfNeeded() {
    guard let link, !isFlushing, pendingOutput > 0 else { return }
    isFlushing = true
    start { () async throws(SessionFailure) in
      try await link.flush()
      return Arrival(event: .flushed)
    }
  }

  private func setTimer() {
    guard let deadline = core.nextDeadline else { return }
    // An earlier timer does no harm: nothing is due then, and it is set again.
    if let timer, timer.at <= deadline { return }
    timer?.task.cancel()
    timer = (deadline, Task.after(max(.zero, deadline - now), event(.timer)))
  }
}
