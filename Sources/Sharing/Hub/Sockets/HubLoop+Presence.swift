import Encoding
import Networking

/// Starts the sessions of devices, one for each device, and passes presence between sessions and pages.
/// Below: the presence that a token may not send.
extension HubLoop {
  /// Starts a device's session if its person may use the device id. Ends an older session that the device left open.
  func welcome(_ device: String, isNamed: Bool, _ client: ClientConnection) {
    let claims = client.session?.access.claims
    // A person who knows the id of another person's device must not end its session or act as the device. A read-only
    // session gives way to one that may write.
    let isOfSomebodyElse = claims.map { isNamed && self.isOfSomebodyElse(device, $0) } ?? false
    let isKnown: (ClientConnection) -> Bool = { other in
      !other.isUnauthenticated && (other === client || other.session?.device != device)
    }
    let known = clients.values.filter(isKnown)
    let own = claims.map { claims in known.count { $0.subject == claims.subject } } ?? 0
    guard isOfSomebodyElse || known.count <= settings.sessions && own <= settings.sessionsOfPerson
    else {
      // The client connected while there was room.
      client.session?.end(.tryAgainLater, "too many sessions")
      return
    }
    // A device gets its owner with its first session with write access, so `mayBe` comes last.
    if let claims, isNamed, isOfSomebodyElse || !shared.mayBe(device, of: claims) {
      shared.log(
        "session \(client.number) of \(claims.name) sent \(device), the device id of another person"
      )
      client.session?.end(
        .policyViolation,
        "this device id belongs to another person: revoke their tokens on the hub")
      return
    }
    if let claims, !shared.records.isOwner(claims.subject, of: device) {
      client.session?.isRemembered = false
    }
    let name = claims.map { " of \($0.name)" } ?? ""
    shared.log("session \(client.number) is \(device)\(name)")
    client.connection.admit()
    join(device, client)
    for other in clients.values
    where other.number != client.number && other.session?.device == device {
      other.session?.end(.policyViolation, "the device has another session now")
    }
  }

  /// Whether a device has a session of another person. Read-only sessions of others do not count if this person may
  /// write.
  private func isOfSomebodyElse(_ device: String, _ claims: TokenClaims) -> Bool {
    clients.values.contains { client in
      guard let other = client.session, other.device == device else { return false }
      return other.access.claims?.subject != claims.subject
        && (other.access.mayWrite || !claims.scope.mayWrite)
    }
  }

  private func join(_ device: String, _ client: ClientConnection) {
    let name = client.session?.access.claims?.name ?? "device \(device.prefix(8))"
    tell(presence.join(client.number, name: name, device: device, at: now), except: client.number)
  }

  func take(_ update: PresenceUpdate, _ id: String?, of client: ClientConnection) {
    let outcome = presence.update(client.number, update, at: now)
    client.session?.answerPresence(outcome, id)
    tell(outcome.notices, except: client.number)
  }

  // MARK: - Pages

  private static let longestPresence = 4 << 10

  static let nameless = "a browser"

  /// The page whose event stream has this name; nil if there is no such page of this person.
  func page(_ window: String?, _ access: HubAccess) -> ClientConnection? {
    clients.values.first { client in
      guard let stream = client.stream, let name = stream.window else { return false }
      return name == window && stream.access.claims == access.claims
    }
  }

  static let noPage = HubAnswer.problem(
    404, "'window' must be the window of an open /changes?presence=true stream")

  /// Adds a page whose event stream has begun. From now on the page may send presence.
  func joinPage(_ client: ClientConnection) {
    let name = client.stream?.access.claims?.name ?? Self.nameless
    tell(presence.join(client.number, name: name, device: "browser", at: now))
  }

  /// Takes a page's presence: `{"window": NAME, "state": "editing", "item": ID, "lease": 7}`. NAME is from the first
  /// event of its stream. Presence ends with the stream, or after a minute without renewal.
  func takePresence(_ request: HubRequest, _ access: HubAccess) -> HubAnswer {
    guard request.method == "POST" else { return .notAllowed(request, "POST") }
    if let problem = request.wrongType { return problem }
    guard request.body.count <= Self.longestPresence else {
      return .problem(413, "a presence must have at most \(Self.longestPresence) bytes")
    }
    let payload: JSONValue
    do { payload = try JSONValue(parsing: request.body) } catch {
      return .problem(400, "the body is not JSON: \(error)")
    }
    // The window has to belong to the sender.
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

  /// Sends notices to the other sessions. Skips sessions whose output is full, since they can ask who is present. Pages
  /// get the current state in `stream(to:)`, once their output has room.
  func tell(_ notices: [PresenceNotice], except session: Int? = nil) {
    if notices.isEmpty { return }
    places = (presence.peopleByItem, places.number + 1)
    for client in clients.values where client.number != session && client.hasRoom {
      client.session?.tell(notices)
    }
    // Pages may have been served already in this round.
    mailbox.post(.lookAgain)
  }
}

extension HubAccess {
  /// The reason to refuse an update; nil if it is allowed. With a read-only or limited token, a person must not keep
  /// others from editing an item.
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
