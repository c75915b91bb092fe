import Encoding
import Networking

/// Who is there, among all sessions.
extension HubLoop {
  /// A device has one session: an older one is what is left of a connection that broke.
  func welcome(_ device: String, isNamed: Bool, _ peer: HubPeer) {
    let claims = peer.conversation?.access.claims
    // Whoever knows what another person's device is called does not end its session, or speak for it. Nobody's becomes
    // that of who may change something, and who only reads makes room for them.
    if let claims, isNamed,
      !shared.mayBe(device, of: claims)
        || isOfSomebodyElse(device, claims)
    {
      shared.log(
        "session \(peer.number) of \(claims.name) says that it is \(device), which is somebody else's"
      )
      return end(
        peer, .policyViolation,
        "this device came in as somebody else first: revoke their tokens on the hub")
    }
    let name = claims.map { " of \($0.name)" } ?? ""
    shared.log("session \(peer.number) is \(device)\(name)")
    let isKnown: (HubPeer) -> Bool = { other in
      !other.isStranger && (other === peer || other.conversation?.device != device)
    }
    guard peers.values.count(where: isKnown) <= settings.sessions else {
      // There was room when it came.
      return end(peer, .tryAgainLater, "there are too many sessions")
    }
    join(device, peer)
    for other in peers.values
    where other.number != peer.number && other.conversation?.device == device {
      end(other, .policyViolation, "the device has another session now")
    }
  }

  /// Whether a device has a session of others than one person, who may write where that person may.
  private func isOfSomebodyElse(_ device: String, _ claims: TokenClaims) -> Bool {
    peers.values.contains { peer in
      guard let other = peer.conversation, other.device == device else { return false }
      return other.access.claims?.subject != claims.subject
        && (other.access.mayWrite || !claims.scope.mayWrite)
    }
  }

  /// Ends a session: nothing that it still sends is taken.
  private func end(_ peer: HubPeer, _ code: CloseCode, _ reason: String) {
    peer.conversation?.end(code, reason)
    peer.connection.close(code, reason)
  }

  private func join(_ device: String, _ peer: HubPeer) {
    let name = peer.conversation?.access.claims?.name ?? "device \(device.prefix(8))"
    tell(presence.join(peer.number, name: name, device: device, at: now), except: peer.number)
  }

  func take(_ update: PresenceUpdate, _ id: String?, of peer: HubPeer) {
    let outcome = presence.update(peer.number, update, at: now)
    peer.conversation?.answerPresence(outcome, id)
    tell(outcome.notices, except: peer.number)
  }

  // MARK: - Pages

  private static let longestPresence = 4 << 10

  static let nameless = "a browser"

  /// The page whose stream of changes began with a name; nil where it is somebody else's.
  func page(_ window: String?, _ access: HubAccess) -> HubPeer? {
    peers.values.first { peer in
      guard let stream = peer.stream, let name = stream.window else { return false }
      return name == window && stream.access.claims == access.claims
    }
  }

  static let noPage = HubAnswer.problem(
    404, "'window' has to be what /changes?presence=true began with, and still goes on")

  /// A page has begun to listen, and may say from now on what its person does.
  func joinPage(_ peer: HubPeer) {
    let name = peer.stream?.access.claims?.name ?? Self.nameless
    tell(presence.join(peer.number, name: name, device: "browser", at: now))
  }

  /// A page says what its person does: `{"window": NAME, "state": "editing", "item": ID, "lease": 7}`, where the name
  /// is what its stream of changes began with. That ends with the stream, or where it is not said again for a minute.
  func takePresence(_ request: HubRequest, _ access: HubAccess) -> HubAnswer {
    guard request.method == "POST" else { return .notAllowed(request, "POST") }
    if let problem = request.wrongType { return problem }
    guard request.body.count <= Self.longestPresence else {
      return .problem(413, "what is said of a person has \(Self.longestPresence) bytes at most")
    }
    let payload: JSONValue
    do { payload = try JSONValue(parsing: request.body) } catch {
      return .problem(400, "the body is no JSON: \(error)")
    }
    // Nobody speaks for the window of somebody else.
    guard let page = page(payload["window"]?.string, access) else { return Self.noPage }
    do throws(PresenceProblem) {
      let update = try PresenceUpdate(payload)
      if let problem = access.problem(with: update) { throw problem }
      let outcome = presence.update(page.number, update, at: now)
      tell(outcome.notices, except: page.number)
      if let problem = outcome.problem { throw problem }
      return HubAnswer(200, json: HubAnswer.line { $0.value(["lease": .int(outcome.lease)]) })
    } catch {
      return .problem(error.status, "\(error)")
    }
  }

  /// Tells others; one that takes nothing is told nothing more: it can ask who is there. Pages are told how it is now,
  /// once there is room.
  func tell(_ notices: [PresenceNotice], except session: Int? = nil) {
    if notices.isEmpty { return }
    places = (presence.peopleByItem, places.number + 1)
    for peer in peers.values where peer.number != session && peer.hasRoom {
      peer.conversation?.tell(notices)
    }
    // They may have been looked after already in this round.
    mailbox.post(.lookAgain)
  }
}

extension HubAccess {
  /// Why whoever has it may not say something of their person; nil where they may. Who only reads, or is told of some
  /// items only, would keep others from editing.
  func problem(with update: PresenceUpdate) -> PresenceProblem? {
    if case .editing = update.activity, !mayWrite || limit != nil { .forbidden } else { nil }
  }
}

extension PresenceProblem {
  fileprivate var status: Int {
    switch self {
    case .malformed: 422
    case .unknownSession: 404
    case .held, .leaseOver: 409
    case .tooFast: 429
    case .forbidden: 403
    }
  }
}
