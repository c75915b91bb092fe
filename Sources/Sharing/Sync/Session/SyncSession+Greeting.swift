import Encoding
import Store

/// The beginning of a session: authentication with a server, perhaps through a tunnel, or the handshake with a peer.
///
/// A server answers `auth`. In a tunnel, the tunnel first answers `connect`. Peers send each other `handshake`. Nothing
/// else is sent before.
extension SyncSession {
  mutating func greet(_ now: Duration) {
    if settings.isPeer { return shakeHands(now) }
    guard let tunnel = settings.tunnelID else { return authenticate(now) }
    state = .tunnelling(since: now)
    send(
      "connect",
      [
        "tunnel_id": .string(tunnel), "auth_key": .text(settings.token),
        "device_id": .string(settings.deviceID), "reconnect": .bool(hasBeenReady),
      ])
  }

  private mutating func authenticate(_ now: Duration) {
    state = .authenticating(since: now)
    // A server that reads `channels` here knows them before it sends anything. Other servers get `subscribe` after
    // their answer.
    let channels = settings.channels.isEmpty ? JSONValue?.none : .texts(settings.channels)
    send(
      "auth",
      JSONValue(present: [
        "auth_key": .text(settings.token), "device_id": .string(settings.deviceID),
        "capabilities": ["fields"], "store_id": .string(hello.store),
        "sequence": .int(hello.sequence), "engine_store_id": .text(hello.remoteCursor?.store),
        "engine_sequence": .int(hello.remoteCursor?.sequence ?? 0),
        "engine_checksum": hello.remoteCursor?.checksum.map { .int($0) }, "channels": channels,
      ]))
  }

  /// Sends the identity and the cursor of this side to a peer. The peer does the same.
  private mutating func shakeHands(_ now: Duration) {
    state = .authenticating(since: now)
    let taken = hello.remoteCursor.map {
      AcknowledgedOffset(store: $0.store, sequence: $0.sequence, checksum: $0.checksum).value
    }
    send(
      "handshake",
      JSONValue(present: [
        "device_id": .string(settings.deviceID),
        "device_name": .string(settings.peer?.ownName ?? ""),
        "protocol_version": .int(Self.protocolVersion),
        "capabilities": ["fields", "batch", "sync.position"], "store_id": .string(hello.store),
        "sequence": .int(hello.sequence), "telling": settings.feedID.map(JSONValue.string),
        "known": hello.known, "taken": taken,
      ]))
  }

  private static let protocolVersion = 1

  mutating func takeHandshake(_ payload: JSONValue, _ now: Duration) {
    guard case .authenticating = state else { return }
    let version = payload["protocol_version"]?.int ?? 0
    guard version == Self.protocolVersion else {
      let problem =
        "the peer uses version \(version) of the protocol, this one \(Self.protocolVersion)"
      return drop(SessionFailure(.address, problem + ": update actionitems on both"), now)
    }
    note(payload)
    guard serverStore == settings.peer?.id else {
      let problem = "the peer's identity does not match its key"
      return drop(SessionFailure(.address, problem), now)
    }
    claimed = payload["sequence"]?.int
    feedID = SyncFrame.properID(payload["telling"]?.string)
    theirs = payload["known"]
    becomeReady(now, restored: [])
  }

  // MARK: - Answers of the server

  mutating func takeWelcome(_ frame: SyncFrame, _ now: Duration) {
    let payload = frame.payloadValue
    note(payload)
    switch (state, frame.type) {
    case (.tunnelling, "connected"):
      restored = restoredChannels(payload) ?? []
      authenticate(now)
    case (.authenticating, "connection.established"):
      // A greeting is not an answer to `auth`. But some servers check only the upgrade request and send nothing else. A
      // tunnel's greeting says nothing about the server.
      if settings.tunnelID == nil { greetedAt = greetedAt ?? now }
    case (.authenticating, "connected") where settings.tunnelID != nil:
      break  // the tunnel repeats its answer, and the server has not answered yet
    case (.authenticating, _): becomeReady(now, restored: restoredChannels(payload) ?? restored)
    default: break  // too early, or a repetition
    }
  }

  /// Records the capabilities, the store id and the acknowledged offset that the other side announces.
  private mutating func note(_ payload: JSONValue) {
    for name in payload["capabilities"]?.array ?? [] {
      if let name = name.string, capabilities.count < 100 { capabilities.insert(name) }
    }
    serverStore = SyncFrame.properID(payload["store_id"]?.string) ?? serverStore
    taken = payload["taken"].flatMap { AcknowledgedOffset($0) } ?? taken
  }

  /// Returns the channels that the server has restored; nil if it does not say.
  private func restoredChannels(_ payload: JSONValue) -> Set<String>? {
    switch payload["restored_subscriptions"] ?? payload["restored"] ?? .null {
    case .bool(let isRestored): isRestored ? Set(settings.channels) : []
    case .array(let names): Set(names.compactMap(\.string))
    default: nil
    }
  }

  mutating func refuseCredentials(_ payload: JSONValue, _ now: Duration) {
    let message = settings.shown(payload["message"]?.string ?? "no reason given")
    drop(SessionFailure(.credentials, "the server refused the credentials: \(message)"), now)
  }

  /// Error codes of a server that rejects the credentials.
  private static let refusals: Set<String> = [
    "unauthorized", "unauthenticated", "forbidden", "invalid_credentials", "401", "403",
  ]

  /// Handles an error frame before the session is established. Returns false if `RemoteSync` has to handle the error.
  ///
  /// In a tunnel, any error ends the attempt, because it can only answer `connect` or `auth`. Without a tunnel, only
  /// refused credentials do: a server that does not know `auth` reports an error, and may still greet.
  mutating func takeGreetingError(_ payload: JSONValue, _ now: Duration) -> Bool {
    let what: String
    switch state {
    case .tunnelling: what = "the tunnel"
    case .authenticating: what = "authentication"
    case .disconnected, .connecting, .connected, .reconnecting, .failed: return false
    }
    let code = payload.errorCode
    if Self.refusals.contains(code.lowercased()) {
      refuseCredentials(payload, now)
      return true
    }
    if settings.tunnelID == nil { return false }
    let said = [code, payload["message"]?.string ?? ""].filter { !$0.isEmpty }
      .joined(separator: ": ")
    let problem = "\(what) failed: \(settings.shown(said))"
    drop(problem, now)
    return true
  }
}
