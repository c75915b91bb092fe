import Store
import Encoding

/// The life of the sessions with one engine, one after the other: connecting, authentication, signs of
/// life, and what happens when a connection is lost.
///
/// A plain state machine without clock, socket or chance of its own: `now` is a time since any fixed
/// moment, and what is to be done stands in `takeActions`.
package struct SyncSession: Sendable {
  /// Where a session is.
  package enum State: Hashable, Sendable {
    case disconnected
    case connecting(since: Duration)
    case tunnelling(since: Duration)
    /// The engine's word on who this is is waited for, since then.
    case authenticating(since: Duration)
    case connected(since: Duration)
    case reconnecting(at: Duration)
    case failed(SessionFailure)
  }

  enum Action: Hashable, Sendable {
    case open
    case send([UInt8])
    case ready
    /// The connection is of no use any more: drop it, or stop making it.
    case drop
    case fail(SessionFailure)
  }

  struct Hello: Hashable, Sendable {
    var store: String
    /// The number up to which the engine has acknowledged the store's changes.
    var sequence: Int
    /// Up to where the engine's changes were taken over; nil where it told of none.
    var enginePlace: FeedPosition?
    /// What is known of other stores, for a peer.
    var known: JSONValue?
  }

  var state = State.disconnected
  private(set) var metrics = SessionMetrics()
  var capabilities: Set<String> = []
  var engineStore: String?
  /// How far the engine has taken over this device's store; nil where it does not say.
  var taken: TakenPlace?
  /// The last change of its store that a peer knows to be taken over here; nil where it does not say.
  var claimed: Int?
  /// Stands for what a peer tells: its store, in one history, and a part of it.
  var telling: String?
  /// What a peer says that it knows of other stores.
  var theirs: JSONValue?
  private(set) var isPeerOnline = true
  var hello: Hello
  let settings: SessionSettings
  private let random: SessionRandom
  private var backOff: BackOff
  private(set) var hasBeenReady = false
  /// When the engine said that the connection stands, and nothing more.
  var greetedAt: Duration?
  /// The channels that the engine has kept, as far as the tunnel told.
  var restored: Set<String> = []
  private var lastPing: Duration = .zero
  private var lastPong: Duration = .zero
  /// When the ping was sent that is not answered yet.
  private var openPing: Duration?
  var actions: [Action] = []

  init(settings: SessionSettings, hello: Hello, random: SessionRandom = SessionRandom()) {
    (self.settings, self.hello, self.random) = (settings, hello, random)
    backOff = BackOff(shortest: settings.shortestBackOff, longest: settings.longestBackOff)
  }

  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }

  var isReady: Bool {
    if case .connected = state { true } else { false }
  }

  // MARK: - The connection

  mutating func start(_ now: Duration) {
    state = .connecting(since: now)
    actions.append(.open)
  }

  mutating func opened(_ now: Duration) {
    guard case .connecting = state else { return }
    capabilities = []
    (engineStore, taken) = (nil, nil)
    isPeerOnline = true
    (greetedAt, restored) = (nil, [])
    (lastPing, lastPong, openPing) = (now, now, nil)
    guard settings.authenticates else { return becomeReady(now, restored: []) }
    greet(now)
  }

  mutating func lost(_ failure: SessionFailure, _ now: Duration) {
    switch state {
    case .connecting, .tunnelling, .authenticating, .connected: break
    case .disconnected, .reconnecting, .failed: return
    }
    noteEnd(now)
    metrics.failures += 1
    metrics.lastError = failure.description
    guard failure.kind == .transient else { return fail(failure) }
    let wait = backOff.next(fraction: random.fraction())
    if let maximum = settings.maximumAttempts, backOff.failures >= maximum {
      return fail(
        SessionFailure(
          .exhausted,
          failure.description + (maximum > 1 ? " (\(backOff.failures) tries in a row)" : "")))
    }
    let longest = settings.longestBackOff
    state = .reconnecting(at: now + max(wait, min(failure.retryAfter ?? .zero, longest)))
  }

  private mutating func noteEnd(_ now: Duration) {
    guard case .connected(let since) = state else { return }
    metrics.uptime = now - since
    // A session that stood for a while says that the engine is there.
    if let enough = settings.lastsAfter, now - since >= enough { backOff.reset() }
  }

  private mutating func fail(_ failure: SessionFailure) {
    state = .failed(failure)
    actions.append(.fail(failure))
  }

  /// Drops the connection from this side, and treats it as lost.
  mutating func drop(_ failure: SessionFailure, _ now: Duration) {
    actions.append(.drop)
    lost(failure, now)
  }

  /// Drops it for something that may not happen again.
  mutating func drop(_ problem: String, _ now: Duration) {
    drop(SessionFailure(.transient, problem), now)
  }

  /// Something was achieved: a failure from now on is the first one.
  mutating func noteProgress() { backOff.reset() }

  mutating func becomeReady(_ now: Duration, restored: Set<String>) {
    state = .connected(since: now)
    if hasBeenReady { metrics.reconnects += 1 }
    hasBeenReady = true
    let channels = settings.channels.filter { !restored.contains($0) }
    if !channels.isEmpty { send("subscribe", ["channels": .texts(channels)]) }
    actions.append(.ready)
  }

  // MARK: - Time

  /// When to look at the time next; nil where nothing is waited for.
  var nextDeadline: Duration? {
    switch state {
    case .disconnected, .failed: nil
    case .connecting(let since): since + settings.openTimeout
    case .tunnelling(let since): since + settings.tunnelTimeout
    case .authenticating(let since):
      greetedAt.map { $0 + settings.greetingPatience } ?? since + settings.authenticationTimeout
    case .connected:
      settings.authenticates
        ? min(lastPing + settings.pingInterval, lastPong + settings.staleAfter) : nil
    case .reconnecting(let at): at
    }
  }

  /// The time is `now`; does what has become due.
  mutating func tick(_ now: Duration) {
    guard let nextDeadline, nextDeadline <= now else { return }
    switch state {
    case .disconnected, .failed: break
    case .connecting: drop("no connection within \(settings.openTimeout.text)", now)
    case .tunnelling:
      drop("the tunnel was not connected within \(settings.tunnelTimeout.text)", now)
    case .authenticating where greetedAt != nil: becomeReady(now, restored: [])
    case .authenticating:
      let answer = settings.isPeer ? "handshake" : "answer to authentication"
      drop("no \(answer) within \(settings.authenticationTimeout.text)", now)
    case .connected:
      if lastPong + settings.staleAfter <= now {
        drop("no pong for \(settings.staleAfter.text)", now)
      } else {
        sendPing(now)
      }
    case .reconnecting:
      state = .connecting(since: now)
      actions.append(.open)
    }
  }

  /// Something may have become of the connection: a sign of life is to come soon.
  mutating func probe(_ now: Duration) {
    guard isReady else { return }
    lastPong = min(lastPong, now + settings.probePatience - settings.staleAfter)
    sendPing(now)
  }

  private mutating func sendPing(_ now: Duration) {
    lastPing = now
    openPing = openPing ?? now
    sendTimed("ping", now)
  }

  // MARK: - Frames

  /// Counts a frame that was sent by somebody else than the session.
  mutating func noteSent(_ count: Int = 1) { metrics.sent += count }

  mutating func noteRefused() {
    metrics.received += 1
    metrics.refused += 1
  }

  private static let typesOfPeers: Set = ["handshake", "ping", "pong"]

  /// Takes a frame; false where it is none of the session's own.
  mutating func take(_ frame: SyncFrame, _ now: Duration) -> Bool {
    metrics.received += 1
    // What an engine says of its sessions means nothing from a peer.
    if settings.isPeer, !Self.typesOfPeers.contains(frame.type) { return false }
    switch frame.type {
    case "connected", "auth.success", "connection.established": takeWelcome(frame, now)
    case "handshake" where settings.isPeer: takeHandshake(frame.payloadValue, now)
    case "auth.error": refuseCredentials(frame.payloadValue, now)
    case "error": return takeGreetingError(frame.payloadValue, now)
    case "connection.workstation_offline": isPeerOnline = false
    case "connection.workstation_online": isPeerOnline = true
    case "ping": sendTimed("pong", now, answering: frame)
    case "pong":
      lastPong = now
      if let sent = openPing { metrics.latency = now - sent }
      openPing = nil
    default: return false
    }
    return true
  }

  /// Sends a ping or a pong; a pong has the time of the ping that it answers.
  private mutating func sendTimed(
    _ type: String, _ now: Duration, answering frame: SyncFrame? = nil
  ) {
    let own = settings.milliseconds(now)
    let timestamp = frame.map { $0.timestamp ?? $0.payloadValue["timestamp"]?.int ?? own } ?? own
    metrics.sent += 1
    actions.append(
      .send(SyncFrame.write(type, messageID: random.uuid(), timestamp: timestamp, [:])))
  }

  mutating func send(_ type: String, _ payload: JSONValue) {
    metrics.sent += 1
    actions.append(.send(SyncFrame.write(type, messageID: random.uuid(), payload)))
  }
}

extension JSONValue {
  var errorCode: String { self["code"]?.string ?? self["code"]?.int.map { "\($0)" } ?? "error" }
}

extension Duration {
  /// `20 s`, or `500 ms`.
  var text: String {
    let (seconds, attoseconds) = components
    return attoseconds == 0 ? "\(seconds) s" : "\(Int(self / .milliseconds(1))) ms"
  }
}
