import ItemRecords
import Store
import Sync

/// Syncs a store with its peers for `peer`: finds them, calls them or is called, and runs a session with each.
package actor PeerService {
  /// An event that the service handles.
  enum Event: Sendable {
    case discovery(DiscoveryEvent)
    case incoming(PeerLink)
    case called(PeerPlan.Call, Result<PeerLink, PeerLinkError>)
    case ended(device: String, number: Int, Result<SyncReport, any Error>)
    case pairsChanged
    case timer
    case searchOver
    case timeUp
    case cancelled
  }

  /// A running sync with a device.
  struct Session {
    var number: Int
    var name: String
    var runner: SyncRunner
    var task: Task<Void, Never>
    /// The connection of the next session, which begins when this one has ended.
    var next: PeerLink?
  }

  private let executor = QueueExecutor("actionitems.sync")
  let setup: PeerSetup
  let mesh = PeerMesh()
  private let listener: PeerListener
  private let lock: any StorageLock
  let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let events: AsyncStream<Event>
  let continuation: AsyncStream<Event>.Continuation

  var plan: PeerPlan
  var pairs: [String: Pair] = [:]
  var sessions: [String: Session] = [:]
  var number = 0
  var results: [String: PeerResult] = [:]
  var calls: [PeerPlan.Target: Task<Void, Never>] = [:]
  private var timer: (at: Duration, task: Task<Void, Never>)?
  private var isSearchOver = false
  private var isTimeUp = false
  private var failure: (any Error)?
  var reported: Set<String> = []
  /// The first error of a call to a given address.
  private var failureOfGiven: PeerLinkError?

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private static let lockName = "peers.lock"

  /// Starts to listen. Throws `PeerError` if another process does so for the store; rethrows errors of the listener and
  /// the store.
  package init(_ setup: PeerSetup) throws {
    self.setup = setup
    guard let lock = try setup.store.folder.lock(Self.lockName, wait: false) else {
      throw PeerError.busy(path: setup.store.folder.path)
    }
    self.lock = lock
    let folder = setup.store.folder
    // Makes the folder, which is watched for new pairs.
    _ = try folder.folder(Pairs.folder)
    var limits = PeerListener.Limits()
    limits.greeting = setup.patience
    listener = try PeerListener(
      as: setup.store.id, port: setup.listening.port, address: setup.listening.address,
      limits: limits, secrets: Pairs.secrets(in: folder), report: setup.warn)
    plan = PeerPlan(
      own: setup.store.id, courtesy: setup.search == nil ? .seconds(5) : .seconds(1))
    start = clock.now
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
  }

  package nonisolated var port: Int { listener.port }

  /// Runs until the task is cancelled, which throws `CancellationError`; until the time is up; or until each pair that
  /// can be found was synced with. Returns the result of each pair.
  package func run() async throws -> [PeerResult] {
    readPairs()
    for endpoint in setup.addresses { plan.add(endpoint, now) }
    let helpers = follow()
    let pairsFollower = StoreFollower(
      path: setup.store.folder.path + "/" + Pairs.folder
    ) { [continuation] in continuation.yield(.pairsChanged) }
    defer {
      for call in calls.values { call.cancel() }
      timer?.task.cancel()
      withExtendedLifetime(pairsFollower) {}
    }
    await withTaskCancellationHandler {
      proceed()
      for await event in events {
        if case .cancelled = event { break }
        handle(event)
        proceed()
        if isOver { break }
      }
    } onCancel: {
      continuation.yield(.cancelled)
    }
    for session in sessions.values { session.task.cancel() }
    for session in sessions.values { await session.task.value }
    // Withdraws the service from the network.
    for helper in helpers { helper.cancel() }
    listener.stop()
    for helper in helpers { await helper.value }
    try Task.checkCancellation()
    if let failure { throw failure }
    return pairs.values.sorted { $0.name < $1.name }.map { pair in
      var result = results[pair.device] ?? PeerResult(name: pair.name)
      result.isTimeUp = isTimeUp && plan.open.contains(pair.device)
      if pairs.count == 1, result.report == nil, result.error == nil, let failureOfGiven {
        // With one pair, the given address can only be its own.
        (result.error, result.isReported) = (failureOfGiven, true)
      }
      return result
    }
  }

  var now: Duration { clock.now - start }

  private func follow() -> [Task<Void, Never>] {
    var tasks = [
      Task { [continuation, links = listener.links] in
        for await link in links { continuation.yield(.incoming(link)) }
      }
    ]
    for (time, event) in [(setup.search, Event.searchOver), (setup.maximumTime, .timeUp)] {
      guard let time else { continue }
      tasks.append(.after(time) { [continuation] in continuation.yield(event) })
    }
    let record = PeerRecord(
      device: setup.store.id, deviceName: setup.deviceName, isPairing: false)
    guard setup.discovers, let discovery = ServiceDiscovery.peers(record, at: port, log: setup.log)
    else {
      return tasks
    }
    tasks.append(Task { await discovery.run() })
    tasks.append(
      Task { [continuation] in
        for await event in discovery.events { continuation.yield(.discovery(event)) }
      })
    return tasks
  }

  /// Whether no more results are expected.
  private var isOver: Bool {
    if isTimeUp || failure != nil { return true }
    guard setup.search != nil else { return false }
    if !sessions.isEmpty { return false }
    return plan.open.isEmpty || (isSearchOver && !plan.isCalling)
  }

  // MARK: - Events

  private func handle(_ event: Event) {
    switch event {
    case .discovery(let event): handle(event)
    case .incoming(let link): offer(link)
    case .called(let call, .success(let link)):
      calls[call.target] = nil
      plan.answered(call, by: link.greeting.peer)
      keepAddress(of: link.greeting.peer, call)
      offer(link)
    case .called(let call, .failure(let error)):
      calls[call.target] = nil
      setup.log("\(call.endpoints.map { "\($0)" }.joined(separator: ", ")): \(error)")
      let pair = call.device.flatMap { pairs[$0] }
      if let pair {
        results[pair.device] = results[pair.device] ?? PeerResult(name: pair.name, error: error)
      }
      if case .address(let endpoint) = call.target, setup.addresses.contains(endpoint) {
        reportOnce("\(error)")
        failureOfGiven = failureOfGiven ?? error
      } else if setup.search == nil, let pair, error.isOfPair {
        reportOnce("\(pair.name): \(error)")
      }
      plan.failed(call, now)
    case .ended(let device, let number, let result): end(device, number, result)
    case .pairsChanged: readPairs()
    case .timer: timer = nil
    case .searchOver: isSearchOver = true
    case .timeUp: isTimeUp = true
    case .cancelled: break
    }
  }

  private func handle(_ event: DiscoveryEvent) {
    switch event {
    case .published(let name): setup.log("others see this device as '\(name)'")
    case .found(let service):
      guard let record = PeerRecord(service), !record.isPairing else { return }
      if record.device == setup.store.id { reportOnce(PeerRecord.ownIdentity) }
      plan.found(record.device, as: service.name, at: service.endpoints, now)
    case .lost(let name): plan.lost(name)
    case .networkChanged:
      setup.log("this machine's networks have changed")
      plan.networkChanged(now)
      for session in sessions.values { session.runner.noteNetworkChange() }
    case .problem(let text): setup.warn(text)
    }
  }

  private func readPairs() {
    do {
      guard try ActionItemStore.isThere(setup.store.folder) else {
        throw StoreError.missing(path: setup.store.folder.path)
      }
      let (all, problems) = try Pairs.list(in: setup.store.folder)
      for problem in problems { reportOnce("\(problem)") }
      let wanted = all.filter { setup.name == nil || $0.name == setup.name }
      pairs = Dictionary(uniqueKeysWithValues: wanted.map { ($0.device, $0) })
    } catch let error as StoreError {
      // Nothing can be done without the store.
      failure = error
      return
    } catch {
      return reportOnce("\(error)")
    }
    plan.setPairs(pairs.mapValues(\.address), now)
    for (device, session) in sessions where pairs[device] == nil { session.task.cancel() }
  }

  private func proceed() {
    // After the search, no more calls are made.
    if isSearchOver { return }
    for call in plan.takeDue(now) { make(call) }
    guard let deadline = plan.nextDeadline else { return }
    if let timer, timer.at <= deadline { return }
    timer?.task.cancel()
    let task = Task.after(max(.zero, deadline - now)) { [continuation] in
      continuation.yield(.timer)
    }
    timer = (deadline, task)
  }
}
