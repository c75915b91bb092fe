import Encoding
import Store

/// The state machine of the session with one remote: connects, authenticates, pings, and reconnects after a loss.
/// Below: `JSONValue.errorCode` and `Duration.text`.
///
/// It is part of `RemoteSync`, and has no clock or socket of its own. `now` is the time since any fixed moment. Callers
/// perform the requests that `takeRequests` returns. Frames about items are left to `RemoteSync`.
package struct SyncSession: Sendable {
  /// The state of a session.
  package enum State: Hashable, Sendable {
    case disconnected
    case connecting(since: Duration)
    case tunnelling(since: Duration)
    /// The answer to `auth`, or the peer's handshake, is pending since then.
    case authenticating(since: Duration)
    case connected(since: Duration)
    case reconnecting(at: Duration)
    case failed(SessionFailure)
  }

  /// The contents of this side's first message, apart from the token.
  struct Hello: Hashable, Sendable {
    var store: String
    /// The sequence number up to which the remote has acknowledged the store's changes.
    var sequence: Int
    /// The remote cursor up to which changes were applied; nil if the remote sent none.
    var remoteCursor: FeedCursor?
    /// The knowledge of other stores, for a peer.
    var known: JSONValue?
  }

  var state = State.disconnected
  private(set) var metrics = SessionMetrics()
  var capabilities: Set<String> = []
  var serverStore: String?
  /// The offset that the server acknowledges for this store; nil if it sends none.
  var taken: AcknowledgedOffset?
  /// The last change of the peer's store that this side acknowledged, according to the peer; nil if not stated.
  var claimed: Int?
  /// The id of the peer's feed: its store in one history through one filter.
  var feedID: String?
  /// The peer's knowledge of other stores.
  var theirs: JSONValue?
  private(set) var isPeerOnline = true
  var hello: Hello
  let settings: SessionSettings
  private let random: SessionRandom
  private var backOff: BackOff
  private(set) var hasBeenReady = false
  /// Whether the session was established since the last call of `takeBeginning`.
  private var isNew = false
  /// The failure since the last call of `takeFailure`, if any.
  private var failure: String?
  /// The number of failures since a session was last established.
  private(set) var failuresInRow = 0
  /// The time of the server's first greeting (`connection.established`); nil before.
  var greetedAt: Duration?
  /// The channels that are already subscribed, as reported by the tunnel.
  var restored: Set<String> = []
  private var lastPing: Duration = .zero
  private var lastPong: Duration = .zero
  /// The time of the ping that is not answered yet.
  private var openPing: Duration?
  private var requests: [SyncRequest] = []

  init(settings: SessionSettings, hello: Hello, random: SessionRandom = SessionRandom()) {
    (self.settings, self.hello, self.random) = (settings, hello, random)
    backOff = BackOff(shortest: settings.shortestBackOff, longest: settings.longestBackOff)
  }

  mutating func takeRequests() -> [SyncRequest] {
    defer { requests = [] }
    return requests
  }

  /// Returns whether a session was established since the last call.
  mutating func takeBeginning() -> Bool {
    defer { isNew = false }
    return isNew
  }

  /// Returns the failure since the last call, if any.
  mutating func takeFailure() -> String? {
    defer { failure = nil }
    return failure
  }

  var isReady: Bool {
    if case .connected = state { true } else { false }
  }

  // MARK: - The connection

  mutating func start(_ now: Duration) {
    state = .connecting(since: now)
    requests.append(.connect)
  }

  mutating func opened(_ now: Duration) {
    guard case .connecting = state else { return }
    capabilities = []
    (serverStore, taken) = (nil, nil)
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
    self.failure = failure.description
    failuresInRow += 1
    guard failure.kind == .transient else {
      state = .failed(failure)
      return
    }
    let wait = backOff.next(fraction: random.fraction())
    if let maximum = settings.maximumAttempts, backOff.failures >= maximum {
      let tries = maximum > 1 ? " (\(backOff.failures) attempts in a row)" : ""
      state = .failed(SessionFailure(.exhausted, failure.description + tries))
      return
    }
    let longest = settings.longestBackOff
    state = .reconnecting(at: now + max(wait, min(failure.retryAfter ?? .zero, longest)))
  }

  private mutating func noteEnd(_ now: Duration) {
    guard case .connected(let since) = state else { return }
    metrics.uptime = now - since
    // A session that lasted shows that the server works.
    if let enough = settings.lastsAfter, now - since >= enough { backOff.reset() }
  }

  /// Drops the connection and treats it as lost.
  mutating func drop(_ failure: SessionFailure, _ now: Duration) {
    requests.append(.drop)
    lost(failure, now)
  }

  /// Drops the connection for a transient problem.
  mutating func drop(_ problem: String, _ now: Duration) {
    drop(SessionFailure(.transient, problem), now)
  }

  /// Notes progress, which resets the count of failures.
  mutating func noteProgress() { backOff.reset() }

  mutating func becomeReady(_ now: Duration, restored: Set<String>) {
    state = .connected(since: now)
    if hasBeenReady { metrics.reconnects += 1 }
    (hasBeenReady, isNew, failuresInRow) = (true, true, 0)
    let channels = settings.channels.filter { !restored.contains($0) }
    if !channels.isEmpty { send("subscribe", ["channels": .texts(channels)]) }
  }

  // MARK: - Time

  /// The time of the next call of `tick`; nil if nothing is pending.
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

  /// Performs what is due at `now`.
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
    case .reconnecting: start(now)
    }
  }

  /// Pings a connection that may be dead. The pong must arrive within `probePatience`.
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

  /// Counts frames that `RemoteSync` sent itself.
  mutating func noteSent(_ count: Int = 1) { metrics.sent += count }

  mutating func noteRefused() {
    metrics.received += 1
    metrics.refused += 1
  }

  private static let typesOfPeers: Set = ["handshake", "ping", "pong"]

  /// Handles a frame about the session itself. Returns false for any other frame.
  mutating func take(_ frame: SyncFrame, _ now: Duration) -> Bool {
    metrics.received += 1
    // From a peer, only handshakes, pings and pongs concern the session.
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

  /// Sends a ping or a pong. A pong repeats the time of its ping.
  private mutating func sendTimed(
    _ type: String, _ now: Duration, answering frame: SyncFrame? = nil
  ) {
    let own = settings.milliseconds(now)
    let timestamp = frame.map { $0.timestamp ?? $0.payloadValue["timestamp"]?.int ?? own } ?? own
    metrics.sent += 1
    requests.append(
      .sendPlainly(SyncFrame.write(type, messageID: random.uuid(), timestamp: timestamp, [:])))
  }

  mutating func send(_ type: String, _ payload: JSONValue) {
    metrics.sent += 1
    requests.append(.sendPlainly(SyncFrame.write(type, messageID: random.uuid(), payload)))
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
