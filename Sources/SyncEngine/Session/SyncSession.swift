import JSONText

/// The life of the sessions with one engine, one after the other: connecting, authentication, signs of
/// life, and what happens when a connection is lost.
///
/// A plain state machine without clock, socket or chance of its own: `now` is a time since any fixed
/// moment, and what is to be done stands in `takeActions`.
public struct SyncSession: Sendable {
  /// Where a session is.
  public enum State: Hashable, Sendable {
    /// Nothing was begun.
    case disconnected
    /// The connection is being made, since then.
    case connecting(since: Duration)
    /// The tunnel is waited for, since then.
    case tunnelling(since: Duration)
    /// The engine's word on who this is is waited for, since then.
    case authenticating(since: Duration)
    /// The session stands, since then.
    case connected(since: Duration)
    /// The connection was lost, and will be made again then.
    case reconnecting(at: Duration)
    /// There is no use in trying on.
    case failed(SessionFailure)
  }

  /// What is to be done.
  public enum Action: Hashable, Sendable {
    /// Make the connection.
    case open
    /// Send a text message.
    case send([UInt8])
    /// The session stands: whatever it is for may begin.
    case ready
    /// The connection is of no use any more: drop it, or stop making it.
    case drop
    /// There will be no session.
    case fail(SessionFailure)
  }

  /// What the engine is told along with who this is.
  public struct Hello: Hashable, Sendable {
    /// The store's id.
    public var store: String
    /// The number up to which the engine has acknowledged the store's changes.
    public var sequence: Int
    /// The engine's store as far as it was told of; nil where nothing was.
    public var engineStore: String?
    /// The number up to which the engine's changes were taken over.
    public var engineSequence: Int
    /// The checksum of the line with that number; nil where it is not known.
    public var engineChecksum: UInt32?

    /// What is known of other stores, for a peer.
    var known: JSONValue?

    /// Puts the parts together.
    public init(
      store: String, sequence: Int, engineStore: String?, engineSequence: Int,
      engineChecksum: UInt32? = nil
    ) {
      self.store = store
      self.sequence = sequence
      self.engineStore = engineStore
      self.engineSequence = engineSequence
      self.engineChecksum = engineChecksum
    }
  }

  /// Where the session is.
  public internal(set) var state = State.disconnected
  /// What was done so far.
  public private(set) var metrics = SessionMetrics()
  /// What the engine says that it can do.
  public internal(set) var capabilities: Set<String> = []
  /// The id of the engine's store; nil where it does not say.
  public internal(set) var engineStore: String?
  /// How far the engine has taken over this device's store; nil where it does not say.
  public internal(set) var taken: TakenPlace?
  /// The last change of its store that a peer knows to be taken over here; nil where it does not say.
  var claimed: Int?
  /// Stands for what a peer tells: its store, in one history, and a part of it.
  var telling: String?
  /// What a peer says that it knows of other stores.
  var theirs: JSONValue?
  /// Whether the workstation behind the engine is there.
  public private(set) var isPeerOnline = true
  /// What the engine is told when a session begins.
  public var hello: Hello
  let settings: SessionSettings
  private let random: SessionRandom
  private var backOff: BackOff
  /// Whether a session has stood before.
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

  /// Makes a session that has not begun.
  public init(
    settings: SessionSettings, hello: Hello, random: SessionRandom = SessionRandom()
  ) {
    self.settings = settings
    self.hello = hello
    self.random = random
    backOff = BackOff(shortest: settings.shortestBackOff, longest: settings.longestBackOff)
  }

  /// Takes what is to be done.
  public mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }

  /// Whether frames of items may be sent.
  public var isReady: Bool {
    if case .connected = state { true } else { false }
  }

  // MARK: - The connection

  /// Begins.
  public mutating func start(_ now: Duration) {
    state = .connecting(since: now)
    actions.append(.open)
  }

  /// The connection stands.
  public mutating func opened(_ now: Duration) {
    guard case .connecting = state else { return }
    capabilities = []
    (engineStore, taken) = (nil, nil)
    isPeerOnline = true
    (greetedAt, restored) = (nil, [])
    (lastPing, lastPong, openPing) = (now, now, nil)
    guard settings.authenticates else { return becomeReady(now, restored: []) }
    greet(now)
  }

  /// The connection could not be made, or was lost.
  public mutating func lost(_ failure: SessionFailure, _ now: Duration) {
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
  public mutating func drop(_ failure: SessionFailure, _ now: Duration) {
    actions.append(.drop)
    lost(failure, now)
  }

  /// Something was achieved: a failure from now on is the first one.
  public mutating func noteProgress() { backOff.reset() }

  mutating func becomeReady(_ now: Duration, restored: Set<String>) {
    state = .connected(since: now)
    if hasBeenReady { metrics.reconnects += 1 }
    hasBeenReady = true
    let channels = settings.channels.filter { !restored.contains($0) }
    if !channels.isEmpty {
      send("subscribe") { writer in
        writer.beginObject()
        writer.key("channels")
        writer.beginArray()
        for channel in channels { writer.string(channel) }
        writer.endArray()
        writer.endObject()
      }
    }
    actions.append(.ready)
  }

  // MARK: - Time

  /// When to look at the time next; nil where nothing is waited for.
  public var nextDeadline: Duration? {
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
  public mutating func tick(_ now: Duration) {
    guard let nextDeadline, nextDeadline <= now else { return }
    switch state {
    case .disconnected, .failed: break
    case .connecting:
      drop(SessionFailure(.transient, "no connection within \(settings.openTimeout.text)"), now)
    case .tunnelling:
      let wait = settings.tunnelTimeout.text
      drop(SessionFailure(.transient, "the tunnel was not connected within \(wait)"), now)
    case .authenticating where greetedAt != nil: becomeReady(now, restored: [])
    case .authenticating:
      let wait = settings.authenticationTimeout.text
      let answer = settings.isPeer ? "handshake" : "answer to authentication"
      drop(SessionFailure(.transient, "no \(answer) within \(wait)"), now)
    case .connected:
      if lastPong + settings.staleAfter <= now {
        drop(SessionFailure(.transient, "no pong for \(settings.staleAfter.text)"), now)
      } else {
        sendPing(now)
      }
    case .reconnecting:
      state = .connecting(since: now)
      actions.append(.open)
    }
  }

  /// Something may have become of the connection: a sign of life is to come soon.
  public mutating func probe(_ now: Duration) {
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
  public mutating func noteSent(_ count: Int = 1) { metrics.sent += count }

  /// Counts a frame that could not be read.
  public mutating func noteRefused() {
    metrics.received += 1
    metrics.refused += 1
  }

  private static let typesOfPeers: Set = ["handshake", "ping", "pong"]

  /// Takes a frame; false where it is none of the session's own.
  public mutating func take(_ frame: SyncFrame, _ now: Duration) -> Bool {
    metrics.received += 1
    // What an engine says of its sessions means nothing from a peer.
    if settings.isPeer, !Self.typesOfPeers.contains(frame.type) { return false }
    switch frame.type {
    case "connected", "auth.success", "connection.established": takeWelcome(frame, now)
    case "handshake": return takeHandshake(frame, now)
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
    let own = settings.startMilliseconds + Int(now / .milliseconds(1))
    let timestamp = frame.map { $0.timestamp ?? $0.payloadValue["timestamp"]?.int ?? own } ?? own
    metrics.sent += 1
    actions.append(
      .send(
        SyncFrame.write(type, messageID: random.uuid(), timestamp: timestamp) { writer in
          writer.beginObject()
          writer.endObject()
        }))
  }

  mutating func send(_ type: String, payload: (inout JSONWriter) -> Void) {
    metrics.sent += 1
    actions.append(
      .send(SyncFrame.write(type, messageID: random.uuid(), payload: payload)))
  }
}

extension Duration {
  /// `20 s`, or `500 ms`.
  var text: String {
    let (seconds, attoseconds) = components
    return attoseconds == 0 ? "\(seconds) s" : "\(Int(self / .milliseconds(1))) ms"
  }
}
