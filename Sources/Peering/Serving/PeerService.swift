import ActionItemRepository
import Extraction
import Journal
import ServiceDiscovery
import SyncEngine

/// Keeps a store equal with its peers: finds them, calls them or is called, and syncs with each.
public actor PeerService {
  private enum Event: Sendable {
    case discovery(DiscoveryEvent)
    case incoming(PeerLink)
    case called(PeerPlan.Call, Result<PeerLink, PeerLinkError>)
    case ended(device: String, number: Int, Result<SyncReport, any Error>)
    case pairsChanged
    case timer
    case searchOver
    case cancelled
  }

  private struct Session {
    var number: Int
    var name: String
    var runner: SyncRunner
    var task: Task<Void, Never>
    /// The link that takes its place once it is over.
    var next: PeerLink?
  }

  private let executor = RunnerExecutor()
  private let setup: PeerSetup
  private let mesh = PeerMesh()
  private let listener: PeerListener
  private let lock: any StorageLock
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  private var plan: PeerPlan
  private var pairs: [String: Pair] = [:]
  private var sessions: [String: Session] = [:]
  private var number = 0
  private var results: [String: PeerResult] = [:]
  private var calls: [PeerPlan.Target: Task<Void, Never>] = [:]
  private var timer: (at: Duration, task: Task<Void, Never>)?
  private var isSearchOver = false
  /// What was told of the pairs' files.
  private var toldProblems: Set<String> = []

  /// Runs the service's work on its own thread: files block.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// The kind of service that peers are.
  public static let serviceType = "_actionitems._tcp"
  private static let lockName = "peers.lock"

  /// Starts to listen; throws `PeerError` where it cannot, or where another process does the same for the store.
  public init(_ setup: PeerSetup) throws {
    self.setup = setup
    guard let lock = try setup.store.folder.lock(Self.lockName, wait: false) else {
      throw PeerError.busy(path: setup.store.folder.path)
    }
    self.lock = lock
    let folder = setup.store.folder
    // For whoever pairs meanwhile: the folder is followed.
    _ = try folder.folder(Pairs.folder)
    listener = try PeerListener(
      as: setup.store.id, port: setup.listening.port, address: setup.listening.address,
      secrets: { device, purpose in
        // Read anew: a pair that was forgotten just now counts no more.
        purpose == .session ? (try? Pairs.read(device, in: folder))?.key : nil
      }, report: { [warn = setup.warn] in warn($0) })
    plan = PeerPlan(
      own: setup.store.id, settings: setup.search == nil ? .init() : .init(courtesy: .zero))
    start = clock.now
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
  }

  /// The port that it listens on.
  public nonisolated var port: Int { listener.port }

  /// Runs until the task is cancelled, which throws `CancellationError`, or until each pair that can be found was synced
  /// with; returns what came of each.
  public func run() async throws -> [PeerResult] {
    readPairs()
    for endpoint in setup.addresses { plan.add(endpoint, now) }
    let helpers = follow()
    let pairsFollower = StoreFollower(
      path: setup.store.folder.path + "/" + Pairs.folder
    ) { [continuation] in continuation.yield(.pairsChanged) }
    defer {
      for call in calls.values { call.cancel() }
      timer?.task.cancel()
      withExtendedLifetime((pairsFollower, lock)) {}
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
    // Others are told that this device is gone.
    for helper in helpers { helper.cancel() }
    listener.stop()
    for helper in helpers { await helper.value }
    try Task.checkCancellation()
    return pairs.values.sorted { $0.name < $1.name }.map {
      results[$0.device] ?? .init(name: $0.name)
    }
  }

  private var now: Duration { clock.now - start }

  /// Everybody who tells of something.
  private func follow() -> [Task<Void, Never>] {
    var tasks = [
      Task { [continuation, links = listener.links] in
        for await link in links { continuation.yield(.incoming(link)) }
      }
    ]
    if let search = setup.search {
      tasks.append(
        Task { [continuation] in
          // Cancelled: nobody waits for it.
          try? await Task.sleep(for: search)
          continuation.yield(.searchOver)
        })
    }
    guard setup.discovers, let type = ServiceType(Self.serviceType) else { return tasks }
    let publication = ServicePublication(
      name: setup.deviceName, port: UInt16(clamping: port),
      text: PeerRecord(
        device: setup.store.id, deviceName: setup.deviceName, isPairing: false
      ).pairs)
    let loop = DiscoveryLoop(type: type, publication: publication, log: setup.log)
    tasks.append(Task { await loop.run() })
    tasks.append(
      Task { [continuation] in
        for await event in loop.events { continuation.yield(.discovery(event)) }
      })
    return tasks
  }

  /// Whether nothing more is to be expected of those that are there.
  private var isOver: Bool {
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
      if let device = call.device, let pair = pairs[device] {
        results[device] = results[device] ?? PeerResult(name: pair.name, problem: "\(error)")
      }
      plan.failed(call, now)
    case .ended(let device, let number, let result): end(device, number, result)
    case .pairsChanged: readPairs()
    case .timer: timer = nil
    case .searchOver: isSearchOver = true
    case .cancelled: break
    }
  }

  private func handle(_ event: DiscoveryEvent) {
    switch event {
    case .published(let name): setup.log("others see this device as '\(name)'")
    case .found(let service):
      guard let record = PeerRecord(service), !record.isPairing else { return }
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
      let (all, problems) = try Pairs.list(in: setup.store.folder)
      for problem in problems where toldProblems.insert("\(problem)").inserted {
        setup.warn("\(problem)")
      }
      let wanted = all.filter { setup.name == nil || $0.name == setup.name }
      pairs = Dictionary(uniqueKeysWithValues: wanted.map { ($0.device, $0) })
    } catch {
      if toldProblems.insert("\(error)").inserted { setup.warn("\(error)") }
    }
    plan.setPairs(pairs.mapValues(\.address), now)
    for (device, session) in sessions where pairs[device] == nil { session.task.cancel() }
  }

  private func proceed() {
    for call in plan.takeDue(now) { make(call) }
    guard let deadline = plan.nextDeadline else { return }
    if let timer, timer.at <= deadline { return }
    timer?.task.cancel()
    let wait = max(.zero, deadline - now)
    timer = (
      deadline,
      Task { [continuation] in
        do {
          try await Task.sleep(for: wait)
          continuation.yield(.timer)
        } catch {
          // Another timer has taken its place.
        }
      }
    )
  }

  // MARK: - Links

  /// Tries the addresses of a call in their order.
  private func make(_ call: PeerPlan.Call) {
    let (folder, own) = (setup.store.folder, setup.store.id)
    calls[call.target] = Task { [continuation] in
      var result = Result<PeerLink, PeerLinkError>.failure(.cancelled)
      for endpoint in call.endpoints {
        do throws(PeerLinkError) {
          let link = try await PeerLink.connect(
            to: endpoint, as: own, for: .session, peer: call.device,
            secrets: { device, _ in (try? Pairs.read(device, in: folder))?.key })
          result = .success(link)
          break
        } catch {
          result = .failure(error)
        }
      }
      continuation.yield(.called(call, result))
    }
  }

  /// Keeps where a device was reached that a person has said to be there.
  private func keepAddress(of device: String, _ call: PeerPlan.Call) {
    guard case .address(let endpoint) = call.target, var pair = pairs[device],
      pair.address != endpoint
    else { return }
    pair.address = endpoint
    do {
      try Pairs.write(pair, in: setup.store.folder)
      pairs[device] = pair
    } catch {
      setup.warn("\(pair.name): its address is not kept: \(error)")
    }
  }

  private func offer(_ link: PeerLink) {
    let device = link.greeting.peer
    switch plan.offer(device, isOurs: link.greeting.isInitiator) {
    case .refuse:
      setup.log("a further link with \(pairs[device]?.name ?? device) was refused")
      link.close()
      drop(link)
    case .take: begin(link)
    case .replace:
      guard sessions[device] != nil else { return begin(link) }
      sessions[device]?.next?.drop()
      sessions[device]?.next = link
      sessions[device]?.task.cancel()
    }
  }

  /// Says goodbye to a link that nothing comes of.
  private func drop(_ link: PeerLink) {
    Task {
      // Whoever is at the other end has another one; whether this goodbye arrives does not matter.
      try? await link.flush()
      link.drop()
    }
  }

  private func begin(_ link: PeerLink) {
    let device = link.greeting.peer
    guard let pair = pairs[device] else {
      plan.ended(device, hasWorked: false, isDone: false, now)
      return drop(link)
    }
    number += 1
    let number = number
    do {
      let runner = try runner(for: pair, link)
      let task = Task { [continuation] in
        let result: Result<SyncReport, any Error>
        do { result = .success(try await runner.run()) } catch { result = .failure(error) }
        continuation.yield(.ended(device: device, number: number, result))
      }
      sessions[device] = Session(number: number, name: pair.name, runner: runner, task: task)
      setup.inform("\(pair.name): connected")
    } catch {
      drop(link)
      note("\(error)", of: pair)
      plan.ended(device, hasWorked: false, isDone: false, now)
    }
  }

  private func runner(for pair: Pair, _ link: PeerLink) throws -> SyncRunner {
    var session = SessionSettings(deviceID: setup.store.id)
    session.peer = .init(id: pair.device, ownName: setup.deviceName)
    // The service makes connections, not the session.
    session.maximumAttempts = 1
    let (options, filter) = try setup.options(pair)
    var settings = DestinationSync.Settings(
      name: pair.name, mode: setup.search == nil ? .follow : .once, session: session)
    settings.filter = filter
    settings.mesh = mesh
    settings.delivery.changeBytes = FrameSealer.longestText
    let run = SyncRunner.Setup(
      store: setup.store, carrier: PeerCarrier(link: link), options: options, settings: settings,
      wall: setup.wall, log: { [log = setup.log] in log("\(pair.name): \($0)") },
      warn: { [warn = setup.warn] in warn("\(pair.name): \($0)") })
    do {
      return try SyncRunner(run)
    } catch SyncError.restored(let name, let problem) {
      setup.warn("\(name): \(problem): both tell each other everything again")
      try DestinationState.resetKept(name, in: setup.store.folder)
      return try SyncRunner(run)
    }
  }

  private func end(_ device: String, _ number: Int, _ result: Result<SyncReport, any Error>) {
    guard let session = sessions[device], session.number == number else { return }
    sessions[device] = nil
    if let next = session.next { return begin(next) }
    var (hasWorked, isDone) = (false, false)
    switch result {
    case .success(let report):
      results[device] = PeerResult(name: session.name, report: report)
      hasWorked = report.metrics.uptime > .zero
      isDone = setup.search != nil && report.ending == .delivered
      if case .failed(let failure) = report.ending {
        setup.inform("\(session.name): disconnected (\(failure))")
      } else if !isDone {
        setup.inform("\(session.name): disconnected")
      }
    case .failure(let error):
      if error is CancellationError {
        setup.inform("\(session.name): disconnected")
      } else if let pair = pairs[device] {
        note("\(error)", of: pair)
      }
    }
    plan.ended(device, hasWorked: hasWorked, isDone: isDone, now)
  }

  private func note(_ problem: String, of pair: Pair) {
    results[pair.device] = PeerResult(name: pair.name, problem: problem)
    if toldProblems.insert(pair.name + problem).inserted { setup.warn("\(pair.name): \(problem)") }
  }
}
