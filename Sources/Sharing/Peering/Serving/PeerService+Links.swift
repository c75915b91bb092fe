import Store
import Sync

/// Calls devices, decides about new connections, and runs and ends the sessions over them.
extension PeerService {
  /// Tries the addresses of a call in order.
  func make(_ call: PeerPlan.Call) {
    let (own, patience) = (setup.store.id, setup.patience)
    let secrets = Pairs.secrets(in: setup.store.folder)
    calls[call.target] = Task { [continuation, clock] in
      var result = Result<PeerLink, PeerLinkError>.failure(.cancelled)
      let end = clock.now + patience * 3
      // Limits the total time, so that several silent addresses do not delay other calls for long.
      for endpoint in call.endpoints where clock.now < end {
        do throws(PeerLinkError) {
          let link = try await PeerLink.connect(
            to: endpoint, as: own, for: .session, peer: call.device,
            secrets: secrets,
            within: min(patience, end - clock.now))
          result = .success(link)
          break
        } catch {
          result = .failure(error)
        }
      }
      continuation.yield(.called(call, result))
    }
  }

  /// Stores the address of a device that was reached at a given address.
  func keepAddress(of device: String, _ call: PeerPlan.Call) {
    guard case .address(let endpoint) = call.target, let known = pairs[device],
      known.address != endpoint
    else { return }
    do {
      // The pair may have been forgotten or replaced just now.
      guard var pair = try Pairs.read(device, in: setup.store.folder), pair.key == known.key else {
        return
      }
      pair.address = endpoint
      try Pairs.write(pair, in: setup.store.folder)
      pairs[device] = pair
    } catch {
      setup.warn("\(known.name): its address is not stored: \(error)")
    }
  }

  func offer(_ link: PeerLink) {
    let device = link.greeting.peer
    switch plan.offer(device, isOurs: link.greeting.isInitiator, now) {
    case .refuse: drop(link)
    case .suspect:
      reportOnce(
        "\(pairs[device]?.name ?? device): it keeps reconnecting; if two machines have copies of one store, run "
          + "'actionitems store renew' on one of them, and pair it again")
      drop(link)
    case .take: begin(link)
    case .replace:
      guard sessions[device] != nil else { return begin(link) }
      sessions[device]?.next?.drop()
      sessions[device]?.next = link
      sessions[device]?.task.cancel()
    }
  }

  /// Closes a connection that is not needed.
  func drop(_ link: PeerLink) {
    link.close()
    Task {
      // The other device uses another connection, so this goodbye may get lost.
      try? await link.flush()
      link.drop()
    }
  }

  func begin(_ link: PeerLink) {
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
      note(error, of: pair)
      plan.ended(device, hasWorked: false, isDone: false, now)
    }
  }

  func runner(for pair: Pair, _ link: PeerLink) throws -> SyncRunner {
    var session = SessionSettings(deviceID: setup.store.id)
    session.peer = .init(id: pair.device, ownName: setup.deviceName)
    // The service retries connections, not the session.
    session.maximumAttempts = 1
    let (options, filter) = try setup.options(pair)
    var settings = RemoteSync.Settings(
      name: pair.name, mode: setup.search == nil ? .follow : .once, session: session)
    settings.filter = filter
    settings.mesh = mesh
    settings.outbox.changeBytes = FrameSealer.longestText
    var run = SyncRunner.Setup(
      store: setup.store, transport: PeerTransport(link: link), options: options,
      settings: settings,
      wall: setup.wall, log: { [log = setup.log] in log("\(pair.name): \($0)") },
      warn: { [warn = setup.warn] in warn("\(pair.name): \($0)") })
    run.limits = setup.limits
    do {
      return try SyncRunner(run)
    } catch SyncError.restored(let name, let problem) {
      setup.warn("\(name): \(problem): both sides send everything again")
      try RemoteState.resetKept(name, in: setup.store.folder)
      return try SyncRunner(run)
    }
  }

  func end(_ device: String, _ number: Int, _ result: Result<SyncReport, any Error>) {
    guard let session = sessions[device], session.number == number else { return }
    sessions[device] = nil
    var (hasWorked, isDone) = (false, false)
    switch result {
    case .success(let report):
      results[device] = PeerResult(name: session.name, report: report)
      // A device that says goodbye before its handshake wants nothing now.
      let isHeard = report.ending == .delivered && report.metrics.received > 0
      hasWorked = isHeard || report.metrics.uptime > .zero
      isDone = setup.search != nil && report.ending == .delivered
      if case .failed(let failure) = report.ending {
        if failure.kind == .limit { isDone = setup.search != nil }
        setup.inform("\(session.name): disconnected (\(failure))")
      } else if !hasWorked {
        setup.inform("\(session.name): it does not sync now")
      } else if !isDone {
        let counts = "\(report.delivered) sent, \(report.applied) received"
        setup.inform("\(session.name): disconnected; \(counts)")
      }
    case .failure(is CancellationError):
      if session.next == nil { setup.inform("\(session.name): disconnected") }
    case .failure(let error):
      if let pair = pairs[device] { note(error, of: pair) }
    }
    if let next = session.next {
      if !isDone { return begin(next) }
      drop(next)
    }
    plan.ended(device, hasWorked: hasWorked, isDone: isDone, now)
  }

  private func note(_ error: any Error, of pair: Pair) {
    results[pair.device] = PeerResult(name: pair.name, error: error)
    // With `--follow`, errors are not reported at the end, so they are reported here.
    if setup.search == nil { reportOnce("\(pair.name): \(error)") }
  }

  /// Warns of a lasting problem once.
  func reportOnce(_ problem: String) {
    if reported.insert(problem).inserted { setup.warn(problem) }
  }
}
