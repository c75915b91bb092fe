import Store
import CivilTime

/// All that happens with one destination: its sessions, what is delivered, what comes in.
///
/// A plain struct that touches neither network, files nor clock: it is told what happened, and says in
/// `takeRequests` what is to be done, in order. What is to be done with the store is done before
/// anything else is told. `now` is a time since any fixed moment.
package struct DestinationSync: Sendable {
  let settings: Settings
  var identity: MessageIdentity
  /// What is kept, as it is now.
  var state: DestinationState
  var saved: DestinationState
  var lastSave: Duration = .zero
  var session: SyncSession
  var delivery: Delivery
  var intake = Intake()
  /// Since when something waits to be taken over; nil where nothing does.
  var intakeSince: Duration?
  var requests: [Request] = []
  var isFetching = false
  /// Whether there were no more changes when the store was read last.
  var isAtEnd = false
  /// Whether the engine has told all that it had when the session began.
  var isCaughtUp = false
  /// Since when the connection is being closed; nil before.
  private var closingSince: Duration?
  /// What is handed over to the connection and not sent, and since when nothing of it was.
  private var output: (bytes: Int, since: Duration) = (0, .zero)
  /// Answers to what the engine asked since all was sent.
  var answers = 0
  var asked = AskedItems()
  /// Since when the workstation behind the engine is offline; nil where it is not.
  var offlineSince: Duration?
  /// Since when nothing is missing but the engine's word that it has told all, and it tells nothing; nil where
  /// there is more to do.
  var silentSince: Duration?
  /// Since when the engine takes nothing, by its own word; nil where it has taken something since.
  var unavailableSince: Duration?
  private var isOver = false
  var batches = MessageBatches()
  /// What is told and heard of a peer beside changes.
  var peer = PeerView()
  /// Which items the engine was told of, where that is noted.
  var told: ToldItems
  var timeEncoding: PeerTime.Encoding?
  var deliveredCount = 0
  var setAsideCount = 0
  /// How many of the present delivery's acknowledgements are in the state.
  var countedDeliveries = 0
  /// How many of the session's failures are in the state.
  var countedFailures = 0
  /// Failures since a session stood last.
  var failuresInRow = 0
  var hasWarnedOfFailures = false

  /// `store` is the store's id, `state` what was kept, and `told` which items.
  init(
    settings: Settings, store: String, state: DestinationState, told: ToldItems = ToldItems(),
    random: SessionRandom = SessionRandom()
  ) {
    self.settings = settings
    var state = state
    if state.hasWorked, state.options.channels != settings.session.channels {
      // What the engine has told so far left out what the other channels did not have.
      state.enginePlace?.sequence = 0
      state.enginePlace?.checksum = nil
    }
    self.state = state
    self.told = told
    saved = state
    identity = MessageIdentity(
      store: store, destination: settings.name, generation: state.generation)
    let place = Self.start(state, store)
    delivery = Delivery(after: place, settings: settings.delivery)
    let hello = SyncSession.Hello(
      store: store, sequence: state.lastTaken ?? place.sequence, enginePlace: state.enginePlace)
    var sessionSettings = settings.session
    sessionSettings.telling = settings.mesh?.telling(settings.filter)
    session = SyncSession(settings: sessionSettings, hello: hello, random: random)
  }

  /// The place behind which delivery begins.
  private static func start(_ state: DestinationState, _ store: String) -> FeedPosition {
    FeedPosition(
      store: store, sequence: state.checkpoint?.sequence ?? 0, checksum: state.checkpoint?.checksum)
  }

  var metrics: SessionMetrics { session.metrics }
  var partner: String { settings.session.partner }
  var sessionState: SyncSession.State { session.state }
  var knowsFields: Bool { session.capabilities.contains("fields") }
  /// Where what comes in is said to come from.
  var origin: String { state.origin(of: settings.name) }
  var wantsInput: Bool {
    intake.count < settings.intake && intake.bytes < settings.intakeBytes && !isWindingUp
  }

  /// Whether nothing is left to do but to take over what has come, and to tell what was asked for: an engine that
  /// goes on does not keep this from its end.
  private var isWindingUp: Bool {
    isDelivered && closingSince == nil && !(intake.isEmpty && asked.isEmpty) && session.isReady
  }

  /// Whether everything is delivered, and all was told that the engine had.
  private var isDelivered: Bool { isAllDelivered && isCaughtUp }

  private var isAllDelivered: Bool {
    settings.mode != .follow && isAtEnd && !isFetching && delivery.isAllSent
      && (settings.mode == .onceUnacknowledged || delivery.isIdle)
  }

  mutating func takeRequests() -> [Request] {
    defer { requests = [] }
    return requests
  }

  /// When to look at the time next; nil where nothing is waited for.
  var nextDeadline: Duration? {
    if isOver { return nil }
    if let closingDeadline { return closingDeadline }
    var deadlines = [session.nextDeadline]
    if session.isReady {
      deadlines.append(stallDeadline)
      deadlines.append(delivery.deadline)
      if session.isPeerOnline { deadlines.append(delivery.retryAt) }
      if state != saved { deadlines.append(lastSave + settings.savingInterval) }
      deadlines.append(knowledgeDeadline)
      if !isCaughtUp { deadlines.append(intakeSince.map { $0 + settings.gatheringTime }) }
      if settings.mode != .follow {
        deadlines.append(offlineSince.map { $0 + settings.offlinePatience })
        deadlines.append(silentSince.map { $0 + settings.positionPatience })
      }
    }
    return deadlines.compactMap { $0 }.min()
  }

  /// When the engine has had its time to close, too: it begins when it can have been told.
  private var closingDeadline: Duration? {
    closingSince.map { stallDeadline ?? max($0, output.since) + settings.closingTimeout }
  }

  /// When the connection has stood still too long; nil where nothing waits to be sent.
  private var stallDeadline: Duration? {
    output.bytes > 0 ? output.since + settings.stallTimeout : nil
  }

  // MARK: - What happened

  /// So many bytes that were handed over to the connection are not sent yet. To be told before everything
  /// else, and after what was to be done is.
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

  /// The connection could not be made, or is lost.
  mutating func lost(_ failure: SessionFailure, _ now: Duration, at wall: Timestamp) {
    if isOver { return }
    if closingSince != nil {
      // All was acknowledged: whether the engine says goodbye does not matter.
      if settings.mode == .once { return end(at: wall) }
      closingSince = nil
    }
    leaveMesh()
    session.lost(failure, now)
    noteFailures(at: wall)
    proceed(now)
  }

  /// The connection was closed in order, by both sides.
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
      delivery.acknowledgeAllSent()
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
      session.drop("\(partner) asks, and takes no answers", now)
    }
    // The session may have ended with this frame.
    noteFailures(at: wall)
    proceed(now)
  }

  mutating func storeChanged(_ now: Duration) {
    isAtEnd = false
    proceed(now)
  }

  /// Versions were taken over, durably.
  mutating func applied(_ outcome: PeerOutcome, _ now: Duration) {
    state.takenOver += outcome.applied
    state.conflicts += outcome.conflicting.count
    let (place, messages) = intake.takeApplied()
    acknowledge(messages)
    if let place {
      state.enginePlace = place
      session.hello.enginePlace = place
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
        "\(partner) has taken nothing for \(settings.stallTimeout.text)", now)
    }
    guard session.isPeerOnline else {
      delivery.postpone(now)
      if settings.mode != .follow, let offlineSince,
        offlineSince + settings.offlinePatience <= now
      {
        session.drop("the workstation behind \(partner) is offline", now)
      }
      return
    }
    if let silentSince, silentSince + settings.positionPatience <= now {
      let wait = settings.positionPatience.text
      return session.drop(
        "\(partner) announced to say when it has told all (sync.position), and has said nothing for \(wait)",
        now)
    }
    if let deadline = delivery.deadline, deadline <= now {
      let wait = settings.delivery.acknowledgementTimeout.text
      session.drop("no acknowledgement for \(wait)", now)
    }
  }

  /// It is to end now, whatever is left; the state is kept once more.
  mutating func stop() {
    if isOver { return }
    isOver = true
    leaveMesh()
    if state != saved { requests.append(.save(state)) }
    // A peer hears that it is the end.
    requests.append(settings.session.isPeer ? .close : .drop)
  }

  // MARK: - Going on

  mutating func proceed(_ now: Duration) {
    takeActions(now)
    guard !isOver else { return }
    takeOverIfDue(now)
    guard session.isReady, closingSince == nil else { return }
    if session.isPeerOnline { sendDue(now) }
    // What waited to be sent again may have been replaced by a later change meanwhile.
    noteDelivery()
    // A quarter of a window at a time: reading a few lines now and then would read each block many times, and
    // with more the engine would wait for what is read next.
    let share = max(1, settings.delivery.window / 4)
    if !isFetching, !isAtEnd, delivery.room >= share {
      isFetching = true
      // Where nothing is under way, as at the beginning, the engine waits for nothing else; and what comes
      // first is held against what it has: the more, the better.
      requests.append(.fetch(delivery.isIdle ? delivery.room : share))
    }
    if let ids = asked.takeDue() { requests.append(.fetchItems(ids)) }
    tellPosition()
    tellKnowledge(now)
    let isWaiting = isAllDelivered && !isCaughtUp && intake.isEmpty
    silentSince = isWaiting ? silentSince ?? now : nil
    finishIfDone(now)
    saveIfDue(now)
  }

  private mutating func sendDue(_ now: Duration) {
    let changes = delivery.takeDue(now)
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
    delivery = Delivery(
      after: Self.start(state, identity.store), settings: settings.delivery)
    countedDeliveries = 0
    requests.append(.rewind(state.checkpoint, except: origin))
    (isFetching, isAtEnd) = (false, false)
  }

  private mutating func finishIfDone(_ now: Duration) {
    guard isDelivered, intake.isEmpty, asked.isEmpty else { return }
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
