import CivilTime
import Store

/// Everything that happens with one remote: sessions, outbox, inbox.
///
/// A plain struct without network, files or clock. Callers report each event and then perform what `takeRequests`
/// returns, in order. Requests for the store are performed before the next event is reported. `now` is the time since
/// any fixed moment.
package struct RemoteSync: Sendable {
  let settings: Settings
  var identity: MessageIdentity
  /// The current state of the remote.
  var state: RemoteState
  var saved: RemoteState
  var lastSave: Duration = .zero
  var session: SyncSession
  var outbox: Outbox
  var inbox = Inbox()
  /// The time since which the inbox waits to be applied; nil if it is empty.
  var inboxSince: Duration?
  var requests: [Request] = []
  var isFetching = false
  /// Whether the last read of the store reached its end.
  var isAtEnd = false
  /// Whether the server has sent everything that it had when the session began.
  var isCaughtUp = false
  /// The time since which the connection is closing; nil before.
  private var closingSince: Duration?
  /// The bytes handed to the connection and not yet sent, and the time since which none were sent.
  private var output: (bytes: Int, since: Duration) = (0, .zero)
  /// The number of answers to requests of the server since the output was last empty.
  var answers = 0
  var asked = AskedItems()
  /// The time since which the workstation of a tunnel is offline; nil if it is online.
  var offlineSince: Duration?
  /// The time since which only the server's `sync.position` is missing and it sends nothing; nil if there is more to
  /// do.
  var silentSince: Duration?
  /// The time since which the server reports that it can take nothing; nil once it has taken something.
  var unavailableSince: Duration?
  private var isOver = false
  var batches = MessageBatches()
  /// The exchange with a peer, apart from changes.
  var peer = PeerView()
  /// The items that were sent to the server, if that is tracked.
  var told: SentItems
  var timeEncoding: PeerTime.Encoding?
  var deliveredCount = 0
  var setAsideCount = 0
  /// How many acknowledgements of the current outbox are counted in the state.
  var countedDeliveries = 0
  /// How many failures of the session are counted in the state.
  var countedFailures = 0
  /// The number of failures since a session was last established.
  var failuresInRow = 0
  var hasWarnedOfFailures = false

  /// `store` is the store's id, `state` the stored state, and `told` the items already sent.
  init(
    settings: Settings, store: String, state: RemoteState, told: SentItems = SentItems(),
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
    self.told = told
    saved = state
    identity = MessageIdentity(
      store: store, remote: settings.name, generation: state.generation)
    let place = Self.start(state, store)
    outbox = Outbox(after: place, settings: settings.outbox)
    let hello = SyncSession.Hello(
      store: store, sequence: state.lastTaken ?? place.sequence, remoteCursor: state.remoteCursor)
    var sessionSettings = settings.session
    sessionSettings.telling = settings.mesh?.telling(settings.filter)
    session = SyncSession(settings: sessionSettings, hello: hello, random: random)
  }

  /// Returns the cursor after which delivery begins.
  private static func start(_ state: RemoteState, _ store: String) -> FeedCursor {
    FeedCursor(
      store: store, sequence: state.checkpoint?.sequence ?? 0, checksum: state.checkpoint?.checksum)
  }

  var metrics: SessionMetrics { session.metrics }
  var partner: String { settings.session.partner }
  var sessionState: SyncSession.State { session.state }
  var knowsFields: Bool { session.capabilities.contains("fields") }
  /// The origin to record for incoming changes.
  var origin: String { state.origin(of: settings.name) }
  var wantsInput: Bool {
    inbox.count < settings.inbox && inbox.bytes < settings.inboxBytes && !isWindingUp
  }

  /// Whether it only remains to apply what arrived and to send what was asked for. Input is then refused, so that a
  /// server that keeps sending cannot delay the end.
  private var isWindingUp: Bool {
    isDelivered && closingSince == nil && !(inbox.isEmpty && asked.isEmpty) && session.isReady
  }

  /// Whether everything is delivered and the server has sent everything that it had.
  private var isDelivered: Bool { isAllDelivered && isCaughtUp }

  private var isAllDelivered: Bool {
    settings.mode != .follow && isAtEnd && !isFetching && outbox.isAllSent
      && (settings.mode == .onceUnacknowledged || outbox.isIdle)
  }

  mutating func takeRequests() -> [Request] {
    defer { requests = [] }
    return requests
  }

  /// The time of the next call of `tick`; nil if nothing is pending.
  var nextDeadline: Duration? {
    if isOver { return nil }
    if let closingDeadline { return closingDeadline }
    var deadlines = [session.nextDeadline]
    if session.isReady {
      deadlines.append(stallDeadline)
      deadlines.append(outbox.deadline)
      if session.isPeerOnline { deadlines.append(outbox.retryAt) }
      if state != saved { deadlines.append(lastSave + settings.savingInterval) }
      deadlines.append(knowledgeDeadline)
      if !isCaughtUp { deadlines.append(inboxSince.map { $0 + settings.gatheringTime }) }
      if settings.mode != .follow {
        deadlines.append(offlineSince.map { $0 + settings.offlinePatience })
        deadlines.append(silentSince.map { $0 + settings.positionPatience })
      }
    }
    return deadlines.compactMap { $0 }.min()
  }

  /// The time when the server must have closed. It starts once the close frame could have been sent.
  private var closingDeadline: Duration? {
    closingSince.map { stallDeadline ?? max($0, output.since) + settings.closingTimeout }
  }

  /// The time when the output has stalled too long; nil if nothing waits to be sent.
  private var stallDeadline: Duration? {
    output.bytes > 0 ? output.since + settings.stallTimeout : nil
  }

  // MARK: - Events

  /// Notes how many bytes handed to the connection are not sent yet. Call it before reporting any other event, and
  /// after performing the requests.
  mutating func noteOutput(_ bytes: Int, _ now: Duration) {
    if bytes < output.bytes || (output.bytes == 0 && bytes > 0) { output.since = now }
    output.bytes = bytes
    if bytes == 0 { answers = 0 }
  }

  mutating func start(_ now: Duration) {
    session.start(now)
    proceed(now)
  }

  mutating func opened(_ now: Duration) {
    prepareHandshake()
    session.opened(now)
    proceed(now)
  }

  /// Notes that the connection could not be made, or was lost.
  mutating func lost(_ failure: SessionFailure, _ now: Duration, at wall: Timestamp) {
    if isOver { return }
    if closingSince != nil {
      // Everything was acknowledged, so a missing close frame does not matter.
      if settings.mode == .once { return end(at: wall) }
      closingSince = nil
    }
    leaveMesh()
    session.lost(failure, now)
    noteFailures(at: wall)
    proceed(now)
  }

  /// Notes that both sides closed the connection in order.
  mutating func closed(
    _ now: Duration, at wall: Timestamp, code: Int? = nil, reason: String = ""
  ) {
    if isOver { return }
    let why = [code.map { "\($0)" } ?? "no code", settings.session.shown(reason)]
      .filter { !$0.isEmpty }.joined(separator: ": ")
    let text = "\(partner) closed the connection (\(why))"
    if settings.session.isPeer { return peerClosed(text, now, at: wall) }
    guard closingSince != nil else {
      return lost(SessionFailure(.transient, text), now, at: wall)
    }
    requests.append(.log(text))
    if settings.mode == .onceUnacknowledged {
      guard output.bytes == 0 else {
        closingSince = nil
        return lost(
          SessionFailure(.transient, "\(partner) closed before it had everything"), now, at: wall)
      }
      outbox.acknowledgeAllSent()
      noteDelivery()
    }
    end(at: wall)
  }

  private mutating func end(at wall: Timestamp) {
    state.lastSuccess = wall
    finish(.delivered)
  }

  mutating func received(_ bytes: [UInt8], _ now: Duration, at wall: Timestamp) {
    do throws(FrameProblem) {
      take(try SyncFrame(parsing: bytes), now, at: wall)
    } catch {
      refuse(error, id: nil)
    }
    if answers > settings.answers, session.isReady {
      session.drop("\(partner) sends requests, but reads no answers", now)
    }
    // This frame may have ended the session.
    noteFailures(at: wall)
    proceed(now)
  }

  mutating func storeChanged(_ now: Duration) {
    isAtEnd = false
    proceed(now)
  }

  /// Notes that versions were applied, durably.
  mutating func applied(_ outcome: PeerOutcome, _ now: Duration) {
    state.takenOver += outcome.applied
    state.conflicts += outcome.conflicting.count
    let (place, messages) = inbox.takeApplied()
    acknowledge(messages)
    if let place {
      state.remoteCursor = place
      session.hello.remoteCursor = place
    }
    if outcome.applied > 0 {
      isAtEnd = false
      session.noteProgress()
    }
    proceed(now)
  }

  mutating func tick(_ now: Duration, at wall: Timestamp) {
    if isOver { return }
    if let closingDeadline {
      guard closingDeadline <= now else { return }
      requests.append(.drop)
      return lost(
        SessionFailure(.transient, "\(partner) does not close the connection"), now, at: wall)
    }
    if session.isReady { checkDelivery(now) }
    session.tick(now)
    noteFailures(at: wall)
    proceed(now)
  }

  private mutating func checkDelivery(_ now: Duration) {
    if let stallDeadline, stallDeadline <= now {
      return session.drop(
        "\(partner) has read nothing for \(settings.stallTimeout.text)", now)
    }
    guard session.isPeerOnline else {
      outbox.postpone(now)
      if settings.mode != .follow, let offlineSince,
        offlineSince + settings.offlinePatience <= now
      {
        session.drop("the workstation of \(partner) is offline", now)
      }
      return
    }
    if let silentSince, silentSince + settings.positionPatience <= now {
      let wait = settings.positionPatience.text
      return session.drop(
        "\(partner) announced sync.position, but has not sent it for \(wait)",
        now)
    }
    if let deadline = outbox.deadline, deadline <= now {
      let wait = settings.outbox.acknowledgementTimeout.text
      session.drop("no acknowledgement for \(wait)", now)
    }
  }

  /// Ends the sync now, whatever is left, and saves the state.
  mutating func stop() {
    if isOver { return }
    isOver = true
    leaveMesh()
    if state != saved { requests.append(.save(state)) }
    // A peer gets a close frame.
    requests.append(settings.session.isPeer ? .close : .drop)
  }

  // MARK: - Next steps

  mutating func proceed(_ now: Duration) {
    takeActions(now)
    guard !isOver else { return }
    takeOverIfDue(now)
    guard session.isReady, closingSince == nil else { return }
    if session.isPeerOnline { sendDue(now) }
    // Later changes may have replaced held ones meanwhile.
    noteDelivery()
    // A quarter of a window at a time. Reading a few lines at a time would read each block many times. With more, the
    // server would wait for the next read.
    let share = max(1, settings.outbox.window / 4)
    if !isFetching, !isAtEnd, outbox.room >= share {
      isFetching = true
      // With an idle outbox, as at the beginning, a long read delays nothing. The first entries are also compared with
      // the server's acknowledged offset, so more of them find more contradictions.
      requests.append(.fetch(outbox.isIdle ? outbox.room : share))
    }
    if let ids = asked.takeDue() { requests.append(.fetchItems(ids)) }
    tellPosition()
    tellKnowledge(now)
    let isWaiting = isAllDelivered && !isCaughtUp && inbox.isEmpty
    silentSince = isWaiting ? silentSince ?? now : nil
    finishIfDone(now)
    saveIfDue(now)
  }

  private mutating func sendDue(_ now: Duration) {
    let changes = outbox.takeDue(now)
    guard session.capabilities.contains("batch"), changes.count > 1 else {
      for change in changes { requests.append(.send(change.frame)) }
      return session.noteSent(changes.count)
    }
    for frame in batches.frames(changes, milliseconds: settings.session.milliseconds(now)) {
      requests.append(.send(frame))
      session.noteSent()
    }
  }

  private mutating func takeActions(_ now: Duration) {
    for action in session.takeActions() {
      switch action {
      case .open: requests.append(.connect)
      case .send(let bytes): requests.append(.sendPlainly(bytes))
      case .drop: requests.append(.drop)
      case .ready: beginSession(now)
      case .fail(let failure): finish(.failed(failure))
      }
    }
  }

  mutating func startDelivery() {
    outbox = Outbox(
      after: Self.start(state, identity.store), settings: settings.outbox)
    countedDeliveries = 0
    requests.append(.rewind(state.checkpoint, except: origin))
    (isFetching, isAtEnd) = (false, false)
  }

  private mutating func finishIfDone(_ now: Duration) {
    guard isDelivered, inbox.isEmpty, asked.isEmpty else { return }
    closingSince = now
    if state != saved { save() }
    requests.append(.close)
  }

  mutating func finish(_ ending: SyncReport.Ending) {
    isOver = true
    leaveMesh()
    if state != saved { save() }
    requests.append(.finish(ending))
  }
}
