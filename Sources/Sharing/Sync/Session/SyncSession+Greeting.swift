import Store
import Encoding

/// How a session begins: who this is, and what the engine says to that.
///
/// Without a tunnel that is `auth` and its answer. Through a tunnel it is `connect`, which the tunnel answers,
/// and then `auth`, which the engine behind it answers; nothing else goes out before.
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
    // An engine that looks at the channels has them before it tells anything; others are told behind their welcome.
    let channels = settings.channels.isEmpty ? JSONValue?.none : .texts(settings.channels)
    send(
      "auth",
      JSONValue(present: [
        "auth_key": .text(settings.token), "device_id": .string(settings.deviceID),
        "capabilities": ["fields"], "store_id": .string(hello.store),
        "sequence": .int(hello.sequence), "engine_store_id": .text(hello.enginePlace?.store),
        "engine_sequence": .int(hello.enginePlace?.sequence ?? 0),
        "engine_checksum": hello.enginePlace?.checksum.map { .int($0) }, "channels": channels,
      ]))
  }

  /// Says to a peer who this is and how far it has come, as the peer does.
  private mutating func shakeHands(_ now: Duration) {
    state = .authenticating(since: now)
    let taken = hello.enginePlace.map {
      TakenPlace(store: $0.store, sequence: $0.sequence, checksum: $0.checksum).value
    }
    send(
      "handshake",
      JSONValue(present: [
        "device_id": .string(settings.deviceID),
        "device_name": .string(settings.peer?.ownName ?? ""),
        "protocol_version": .int(Self.protocolVersion),
        "capabilities": ["fields", "batch", "sync.position"], "store_id": .string(hello.store),
        "sequence": .int(hello.sequence), "telling": settings.telling.map(JSONValue.string),
        "known": hello.known, "taken": taken,
      ]))
  }

  private static let protocolVersion = 1

  mutating func takeHandshake(_ payload: JSONValue, _ now: Duration) {
    guard case .authenticating = state else { return }
    let version = payload["protocol_version"]?.int ?? 0
    guard version == Self.protocolVersion else {
      let problem =
        "the peer speaks version \(version) of the protocol, and this one \(Self.protocolVersion)"
      return drop(SessionFailure(.address, problem + ": update actionitems on both"), now)
    }
    note(payload)
    guard engineStore == settings.peer?.id else {
      let problem = "the peer says that it is another one than it has proven to be"
      return drop(SessionFailure(.address, problem), now)
    }
    claimed = payload["sequence"]?.int
    telling = SyncFrame.properID(payload["telling"]?.string)
    theirs = payload["known"]
    becomeReady(now, restored: [])
  }

  // MARK: - What the engine says

  mutating func takeWelcome(_ frame: SyncFrame, _ now: Duration) {
    let payload = frame.payloadValue
    note(payload)
    switch (state, frame.type) {
    case (.tunnelling, "connected"):
      restored = restoredChannels(payload) ?? []
      authenticate(now)
    case (.authenticating, "connection.established"):
      // A greeting is no word on who this is; but some engines have looked at the upgrade request and say no
      // more than that. A tunnel says it of itself, and nothing of the engine behind it.
      if settings.tunnelID == nil { greetedAt = greetedAt ?? now }
    case (.authenticating, "connected") where settings.tunnelID != nil:
      break  // the tunnel says so once more, and the engine behind it nothing yet
    case (.authenticating, _): becomeReady(now, restored: restoredChannels(payload) ?? restored)
    default: break  // it was said before its time, or once more
    }
  }

  /// Keeps what the engine says of itself, in whichever frame.
  private mutating func note(_ payload: JSONValue) {
    for name in payload["capabilities"]?.array ?? [] {
      if let name = name.string, capabilities.count < 100 { capabilities.insert(name) }
    }
    engineStore = SyncFrame.properID(payload["store_id"]?.string) ?? engineStore
    taken = payload["taken"].flatMap { TakenPlace($0) } ?? taken
  }

  /// The channels that the engine has kept; nil where it does not say.
  private func restoredChannels(_ payload: JSONValue) -> Set<String>? {
    switch payload["restored_subscriptions"] ?? payload["restored"] ?? .null {
    case .bool(let isRestored): isRestored ? Set(settings.channels) : []
    case .array(let names): Set(names.compactMap(\.string))
    default: nil
    }
  }

  mutating func refuseCredentials(_ payload: JSONValue, _ now: Duration) {
    let message = settings.shown(payload["message"]?.string ?? "no reason given")
    drop(SessionFailure(.credentials, "the engine refuses the credentials: \(message)"), now)
  }

  /// What an engine calls it where it does not accept who this is.
  private static let refusals: Set<String> = [
    "unauthorized", "unauthenticated", "forbidden", "invalid_credentials", "401", "403",
  ]

  /// Takes an error that comes before the session stands; false where it is of something else.
  ///
  /// In a tunnel it can only be of what was said there, and there is no use in waiting on. Others may be of an
  /// engine that does not know `auth` and has greeted, or will.
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
    let problem = "\(what) was answered with an error: \(settings.shown(said))"
    drop(problem, now)
    return true
  }
}
