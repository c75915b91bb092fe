import JSONText

/// How a session begins: who this is, and what the engine says to that.
///
/// Without a tunnel that is `auth` and its answer. Through a tunnel it is `connect`, which the tunnel answers,
/// and then `auth`, which the engine behind it answers; nothing else goes out before.
extension SyncSession {
  mutating func greet(_ now: Duration) {
    if settings.isPeer { return shakeHands(now) }
    guard let tunnel = settings.tunnelID else { return authenticate(now) }
    state = .tunnelling(since: now)
    let (settings, isAgain) = (settings, hasBeenReady)
    send("connect") { writer in
      writer.beginObject()
      writer.field("tunnel_id", tunnel)
      writer.identity(settings)
      writer.field("reconnect", isAgain)
      writer.endObject()
    }
  }

  private mutating func authenticate(_ now: Duration) {
    state = .authenticating(since: now)
    let (settings, hello) = (settings, hello)
    send("auth") { writer in
      writer.beginObject()
      writer.identity(settings)
      writer.field("capabilities", ["fields"])
      writer.field("store_id", hello.store)
      writer.field("sequence", hello.sequence)
      writer.field("engine_store_id", hello.engineStore)
      writer.field("engine_sequence", hello.engineSequence)
      if let checksum = hello.engineChecksum {
        writer.field("engine_checksum", Int(checksum))
      }
      // An engine that looks at them has them before it tells anything; others are told behind their welcome.
      if !settings.channels.isEmpty {
        writer.field("channels", .array(settings.channels.map(JSONValue.string)))
      }
      writer.endObject()
    }
  }

  /// Says to a peer who this is and how far it has come, as the peer does.
  private mutating func shakeHands(_ now: Duration) {
    state = .authenticating(since: now)
    let (settings, hello) = (settings, hello)
    send("handshake") { writer in
      var payload: [JSONValue.Member] = [
        .init("device_id", .string(settings.deviceID)),
        .init("device_name", .string(settings.peer?.ownName ?? "")),
        .init("protocol_version", .number("\(Self.protocolVersion)")),
        .init("capabilities", ["fields", "batch", "sync.position"]),
        .init("store_id", .string(hello.store)), .init("sequence", .number("\(hello.sequence)")),
      ]
      if let telling = settings.telling { payload.append(.init("telling", .string(telling))) }
      if let known = hello.known { payload.append(.init("known", known)) }
      if let store = hello.engineStore {
        let taken = TakenPlace(
          store: store, sequence: hello.engineSequence, checksum: hello.engineChecksum)
        payload.append(.init("taken", taken.value))
      }
      writer.value(.object(payload))
    }
  }

  /// The version of what two peers say to each other.
  private static let protocolVersion = 1

  /// Takes what a peer says of itself; false where the other side is none.
  mutating func takeHandshake(_ frame: SyncFrame, _ now: Duration) -> Bool {
    guard settings.isPeer else { return false }
    guard case .authenticating = state else { return true }
    let version = frame.payloadValue["protocol_version"]?.int ?? 0
    guard version == Self.protocolVersion else {
      let problem =
        "the peer speaks version \(version) of the protocol, and this one \(Self.protocolVersion)"
      drop(SessionFailure(.address, problem + ": update actionitems on both"), now)
      return true
    }
    note(frame.payloadValue)
    guard engineStore == settings.peer?.id else {
      let problem = "the peer says that it is another one than it has proven to be"
      drop(SessionFailure(.address, problem), now)
      return true
    }
    claimed = frame.payloadValue["sequence"]?.int
    telling = SyncFrame.properID(frame.payloadValue["telling"]?.string)
    theirs = frame.payloadValue["known"]
    becomeReady(now, restored: [])
    return true
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
    let code = payload["code"]?.string ?? payload["code"]?.int.map { "\($0)" } ?? "error"
    if Self.refusals.contains(code.lowercased()) {
      refuseCredentials(payload, now)
      return true
    }
    if settings.tunnelID == nil { return false }
    let said = [code, payload["message"]?.string ?? ""].filter { !$0.isEmpty }
      .joined(separator: ": ")
    let problem = "\(what) was answered with an error: \(settings.shown(said))"
    drop(SessionFailure(.transient, problem), now)
    return true
  }
}

extension JSONWriter {
  /// Writes who this is.
  fileprivate mutating func identity(_ settings: SessionSettings) {
    field("auth_key", settings.token)
    field("device_id", settings.deviceID)
  }
}
