import CivilTime
import Store

/// Decides the next steps of a sync with one remote: coordinates session, outbox and inbox. `SyncRunner` performs them.
///
/// A plain struct without network, files or clock. Callers report each event with `handle`, and then perform the
/// requests of `takeRequests` in order. Requests for the store are performed before the next event is reported.
package struct RemoteSync: Sendable {
  let settings: Settings
  /// The current state of the remote.
  var state: RemoteState
  /// The state as it was saved last, and when.
  private var saved: (state: RemoteState, at: Duration)
  var session: SyncSession
  var watch: SessionWatch
  var outbox: Outbox
  var inbox = Inbox()
  var selection: OutgoingSelection
  /// The state that is needed only with a peer.
  var peer: PeerState
  /// The last warning that the remote takes nothing; empty before.
  var unavailable = ""
  /// The failures if a limit refuses changes, in this store and at the remote; nil if no limit is reached.
  var limits = (own: SessionFailure?.none, remote: SessionFailure?.none)
  /// How the sync ended; nil before.
  private(set) var ending: SyncReport.Ending?
  var requests: [SyncRequest] = []
  /// The time of the current event: since any fixed moment, and by the wall clock.
  private var time = (now: Duration.zero, wall: Timestamp.epoch)

  /// `store` is the store's id, `state` the stored state, and `sent` the items already sent.
  init(
    settings: Settings, store: String, state: RemoteState, sent: SentItems = SentItems(),
    random: SessionRandom = SessionRandom()
  ) {
    self.settings = settings
    var state = state
    if state.hasWorked, state.options.channels != settings.session.channels {
      // The server has sent nothing so far that only the other channels contain.
      state.remoteCursor?.sequence = 0
      state.remoteCursor?.checksum = nil
    }
    self.state = state
    saved = (state, .zero)
    let place = state.start(in: store)
    outbox = Outbox(after: place, settings: settings.outbox)
    selection = OutgoingSelection(settings, store: store, generation: state.generation, sent: sent)
    watch = SessionWatch(settings)
    peer = PeerState(mesh: settings.mesh)
    let hello = SyncSession.Hello(
      store: store, sequence: state.lastTaken ?? place.sequence, remoteCursor: state.remoteCursor)
    var sessionSettings = settings.session
    sessionSettings.feedID = settings.mesh?.feedID(settings.filter)
    session = SyncSession(settings: sessionSettings, hello: hello, random: random)
  }

  var now: Duration { time.now }
  var wall: Timestamp { time.wall }
  var partner: String { settings.session.partner }
  var isPeer: Bool { settings.session.isPeer }
  var knowsFields: Bool { session.capabilities.contains("fields") }
  /// The origin to record for incoming changes.
  var origin: String { state.origin(of: settings.name) }
  var wantsInput: Bool {
    inbox.count < settings.inbox && inbox.bytes < settings.inboxBytes && !isWindingUp
  }

  /// Whether only received versions are left to apply, and requested items to send. No more input is then read, so
  /// that a server that keeps sending cannot delay the end.
  private var isWindingUp: Bool {
    isAllDelivered && inbox.isCaughtUp && !(inbox.isEmpty && outbox.asked.isEmpty)
      && session.isReady && watch.closingSince == nil
  }

  private var limit: SessionFailure? { limits.own ?? limits.remote }

  private var isAllDelivered: Bool {
    if settings.mode == .follow { return false }
    if limit != nil { return hasSentMost }
    return outbox.isAtEnd && outbox.isAllSent
      && (settings.mode == .onceUnacknowledged || outbox.isIdle)
  }

  /// Returns and clears the requests. If there are none, returns the next read of the store, if one is wanted. Pass
  /// false for `reads` while much output waits to be sent.
  mutating func takeRequests(reads: Bool = true) -> [SyncRequest] {
    if requests.isEmpty, reads, let read = nextRead() { return [read] }
    defer { requests = [] }
    return requests
  }

  private mutating func nextRead() -> SyncRequest? {
    guard ending == nil, session.isReady, watch.closingSince == nil else { return nil }
    if let size = outbox.readSize { return .fetch(size) }
    return outbox.asked.takeDue().map { .fetchItems($0) }
  }

  /// The time at which the event `timer` is needed next; nil if nothing is pending.
  var nextDeadline: Duration? {
    if ending != nil { return nil }
    if let closingDeadline = watch.closingDeadline { return closingDeadline }
    var deadlines = [session.nextDeadline]
    if session.isReady {
      deadlines += [watch.deadline, outbox.deadline, peer.knowledgeDeadline]
      deadlines.append(inbox.deadline(settings.gatheringTime))
      if session.isPeerOnline { deadlines.append(outbox.retryAt) }
      if state != saved.state { deadlines.append(saved.at + settings.savingInterval) }
    }
    return deadlines.compactMap { $0 }.min()
  }

  // MARK: - Events

  /// Notes the number of bytes that the connection has not sent yet. Callers use this before each event, and after
  /// the requests.
  mutating func noteOutput(_ bytes: Int, _ now: Duration) { watch.noteOutput(bytes, now) }

  /// Reports an event. `now` is the time since any fixed moment, and `wall` the time of day.
  mutating func handle(_ event: SyncEvent, _ now: Duration, at wall: Timestamp) {
    if ending != nil {
      // Versions that are applied after the end still count in the report.
      guard case .applied = event else { return }
    }
    time = (now, wall)
    switch event {
    case .start: session.start(now)
    case .opened:
      session.hello.known = peer.greeting()
      session.opened(now)
    case .received(let events):
      for event in events where ending == nil {
        receive(event)
        proceed()
      }
      return
    case .flushed: break
    case .lost(let failure): lost(failure)
    case .storeChanged: outbox.isAtEnd = false
    case .networkChanged: session.probe(now)
    case .timer: tick()
    case .stop:
      finish(.timeUp)
      // A peer gets a close frame.
      requests.append(isPeer ? .close : .drop)
    case .fetched(let entries, let place, let isAtEnd): offer(entries, upTo: place, isAtEnd)
    case .fetchedItems(let entries): answer(entries)
    case .contradicted(let mismatch): resendAfterRestore(mismatch)
    case .applied(let outcome, let obstacle, let invalid):
      applied(outcome, obstacle, invalid)
    }
    proceed()
  }

  mutating func lost(_ failure: SessionFailure) {
    if watch.closingSince != nil {
      // Everything was acknowledged, so a missing close frame does not matter.
      if settings.mode == .once { return succeed() }
      watch.closingSince = nil
    }
    peer.leave()
    session.lost(failure, now)
  }

  /// Handles the orderly close of a connection by the other side. `text` describes it.
  mutating func closed(_ text: String) {
    let failure = SessionFailure(.transient, text)
    if isPeer, settings.mode != .follow, let limit { return finish(.failed(limit)) }
    if isPeer {
      // The peer has nothing left to send, or ends.
      let isWhole = outbox.isAtEnd && outbox.isIdle
      guard settings.mode == .follow || (isWhole && inbox.isCaughtUp) else { return lost(failure) }
      requests.append(.log(text))
      return isWhole ? succeed() : finish(.delivered)
    }
    guard watch.closingSince != nil else { return lost(failure) }
    requests.append(.log(text))
    if settings.mode == .onceUnacknowledged {
      guard watch.output.bytes == 0 else {
        watch.closingSince = nil
        return lost(
          SessionFailure(.transient, "\(partner) closed before it had everything"))
      }
      outbox.acknowledgeAllSent()
      noteDelivery()
    }
    succeed()
  }

  private mutating func applied(
    _ outcome: MergeOutcome, _ obstacle: String?, _ invalid: Set<Int>
  ) {
    state.applied += outcome.applied
    state.conflicts += outcome.conflicting.count
    let (place, messages) = inbox.takeApplied(obstacle, invalid: invalid)
    for message in messages {
      if let obstacle = message.obstacle {
        postpone(message.id, because: obstacle)
      } else if message.isInvalid {
        refuse(.badItemID, id: message.id)
      } else {
        acknowledge(message.id)
      }
    }
    if let place {
      state.remoteCursor = place
      session.hello.remoteCursor = place
    }
    if let obstacle, settings.mode != .follow {
      limits.own = noteLimit("this store accepts no more: \(obstacle)")
    }
    if outcome.applied > 0 {
      outbox.isAtEnd = false
      session.noteProgress()
    }
  }

  private mutating func tick() {
    if let closingDeadline = watch.closingDeadline {
      guard closingDeadline <= now else { return }
      requests.append(.drop)
      return lost(SessionFailure(.transient, "\(partner) does not close the connection"))
    }
    if session.isReady {
      if !session.isPeerOnline { outbox.postpone(now) }
      if let problem = watch.problem(now) {
        session.drop(problem, now)
      } else if let deadline = outbox.deadline, deadline <= now {
        let wait = settings.outbox.acknowledgementTimeout.text
        session.drop("no acknowledgement for \(wait)", now)
      }
    }
    session.tick(now)
  }

  // MARK: - Next steps

  /// Does what is due after each event.
  private mutating func proceed() {
    noteFailure()
    requests += session.takeRequests()
    if session.takeBeginning() { beginSession() }
    if case .failed(let failure) = session.state { finish(.failed(failure)) }
    guard ending == nil else { return }
    let gathers = session.isReady && inbox.count < settings.inbox
    if let due = inbox.takeDue(now, gathering: gathers ? settings.gatheringTime : .zero) {
      noteExchanged()
      requests.append(.apply(due))
    }
    guard session.isReady, watch.closingSince == nil else { return }
    if session.isPeerOnline {
      let milliseconds = settings.session.milliseconds(now)
      let isBatched = session.capabilities.contains("batch")
      for frame in outbox.takeFrames(now, isBatched, milliseconds) { send(frame) }
    }
    // Later changes may have replaced held ones meanwhile.
    noteDelivery()
    tellPosition()
    if let knowledge = peer.takeKnowledge(now) { tell("sync.known", knowledge) }
    let isWaiting = isAllDelivered && !inbox.isCaughtUp && inbox.isEmpty
    watch.silentSince = isWaiting ? watch.silentSince ?? now : nil
    if isAllDelivered, inbox.isCaughtUp, inbox.isEmpty, outbox.asked.isEmpty {
      watch.closingSince = now
      if state != saved.state { save() }
      requests.append(.close)
    }
    saveIfDue()
  }

  private mutating func beginSession() {
    // The workstation may already be reported as offline.
    watch.offlineSince = session.isPeerOnline ? nil : now
    watch.silentSince = nil
    if let address = settings.address {
      (state.address, state.options) = (address, settings.options)
    }
    selection.knowsFields = knowsFields
    inbox.isCaughtUp = !session.capabilities.contains("sync.position")
    peer.begin(session)
    beginDelivery()
    if isPeer { checkPlace() }
    requests.append(.log("session established"))
  }

  private mutating func saveIfDue() {
    guard state != saved.state else { return }
    // The remote cursor is not urgent: the server resends whatever a lost cursor does not cover.
    var told = saved.state
    told.remoteCursor = state.remoteCursor
    let isQuiet = outbox.isIdle && inbox.isEmpty && inbox.isCaughtUp && told != state
    if isQuiet || saved.at + settings.savingInterval <= now { save(at: now) }
  }

  private mutating func save(at time: Duration? = nil) {
    noteExchanged()
    saved = (state, time ?? saved.at)
    requests.append(.save(state))
  }

  /// Requests to store the versions that the remote is known to have. Call this before applying incoming versions,
  /// which are compared with them, and before saving the cursor.
  private mutating func noteExchanged() {
    let exchanged = outbox.takeExchanged()
    if !exchanged.isEmpty { requests.append(.exchange(exchanged)) }
  }

  /// Records a new failure durably, because another process may ask for it while no session succeeds.
  private mutating func noteFailure() {
    guard let text = session.takeFailure().map(settings.session.shown) else { return }
    // Only the second failure in a row is worth a warning. Failures of peers are reported elsewhere.
    if case .reconnecting = session.state, settings.mode == .follow, !isPeer,
      session.failuresInRow == 2
    {
      requests.append(.warn("\(text); retrying until it works"))
    } else {
      requests.append(.log(text))
    }
    (state.lastError, state.lastErrorAt) = (text, wall)
    save()
  }

  private mutating func succeed() {
    if let limit { return finish(.failed(limit)) }
    state.lastSuccess = wall
    finish(.delivered)
  }

  mutating func finish(_ ending: SyncReport.Ending) {
    guard self.ending == nil else { return }
    self.ending = ending
    peer.leave()
    if state != saved.state { save() }
  }
}
