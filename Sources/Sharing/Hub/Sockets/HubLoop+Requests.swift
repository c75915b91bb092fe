import Networking
import Sync

/// Answers HTTP requests on the hub's thread, begins event streams, and queues requests for the store (`Hub+Requests`).
extension HubLoop {
  func answer(_ request: HubRequest, _ client: ClientConnection) {
    switch request.head.fault {
    case .ordinary:
      if let answer = ordinaryAnswer(request, client) { client.connection.answer(answer) }
    case .version:
      client.connection.answer(
        .problem(
          426, "the WebSocket version must be 13",
          fields: [
            .init("Connection", "Upgrade"), .init("Upgrade", "websocket"),
            .init("Sec-WebSocket-Version", "13"),
          ]))
    case .malformed: client.connection.answer(.problem(400, "this is not a WebSocket handshake"))
    case nil: open(request, client)
    }
  }

  /// The answer to a request; nil if it comes later from the store, or if a stream began.
  private func ordinaryAnswer(_ request: HubRequest, _ client: ClientConnection) -> HubAnswer? {
    let isHealth = request.isSafe && request.path == "/healthz"
    if isHealth, !settings.isOpen { return health() }
    let file = HubPage.file(request.path)
    guard settings.showsPage || file == nil && !request.isOfPlainList else {
      return .problem(404, "this hub serves no page (--page turns it on)")
    }
    if let trespass = request.trespass(isOpen: settings.isOpen) { return trespass }
    if let file {
      return request.isSafe ? file.unlessKnown(request) : .notAllowed(request, "GET, HEAD")
    }
    if isHealth { return health() }
    let access: HubAccess
    do throws(TokenProblem) {
      guard let found = settings.isOpen ? .full : try self.access(request) else {
        return refusal(of: request)
      }
      access = found
    } catch {
      return .unauthorized("\(error)")
    }
    if !request.isSafe, ["/metrics", "/changes", "/healthz"].contains(request.path) {
      return .notAllowed(request, "GET, HEAD")
    }
    switch request.path {
    case "/metrics": return metrics()
    case "/presence": return takePresence(request, access)
    case "/changes": return listen(request, access, client)
    default: break
    }
    if let parts = request.pathParts, parts.count == 3, parts[0] == "items", parts[2] == "text" {
      return takeText(of: parts[1], request, access, client)
    }
    if let busy = beginAsking(client, access) { return busy }
    shared.ask(client.number, request, access)
    return nil
  }

  /// Counts a request that waits for the store. Returns an error if too many do.
  func beginAsking(_ client: ClientConnection, _ access: HubAccess) -> HubAnswer? {
    let subject = access.claims?.subject
    if asking.insert(client.number, of: subject) { return nil }
    // A client that has closed its sending side may still listen, but is more likely gone. Such clients are dropped
    // first.
    let heard = asking.connections(yieldingTo: subject).compactMap { self.clients[$0] }.filter(
      \.mayBeGone)
    for other in heard {
      remove(other)
      if asking.insert(client.number, of: subject) { return nil }
    }
    return .problem(503, "too many pending requests", fields: [.init("Retry-After", "1")])
  }

  /// The response to a request with an unknown token or without one.
  func refusal(of request: HubRequest) -> HubAnswer {
    guard hasKey(request) else {
      return .unauthorized("a token is required: Authorization: Bearer TOKEN", hasToken: false)
    }
    let key = request.key(inAddress: settings.takesTokenInAddress) ?? ""
    return .unauthorized(
      settings.tokens == nil && SignedText.isLike(key)
        ? "this hub was started without named tokens; if there are some now, restart it"
        : "the token is wrong")
  }

  func hasKey(_ request: HubRequest) -> Bool {
    !settings.isOpen
      && (request.head.has("authorization")
        || settings.takesTokenInAddress && request.head.queryValue(of: "token") != nil)
  }

  /// The access that a request's token gives; nil if the token is missing or unknown.
  func access(_ request: HubRequest) throws(TokenProblem) -> HubAccess? {
    guard !settings.isOpen, let key = request.key(inAddress: settings.takesTokenInAddress) else {
      return nil
    }
    return try settings.access(key, at: shared.wall())
  }

  /// Starts a stream of all changes after a number, or from now on. Returns an error if the request is refused.
  private func listen(
    _ request: HubRequest, _ access: HubAccess, _ client: ClientConnection
  ) -> HubAnswer? {
    let given = request.head.value(of: "last-event-id") ?? request.head.queryValue(of: "since")
    let parts = given?.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    var sequence = (parts?.first).flatMap { Int($0) }
    let checksum = parts?.count == 2 ? UInt32(parts?[1] ?? "", radix: 16) : nil
    if parts?.count == 2, checksum == nil { sequence = nil }
    let isGiven = given != nil || request.head.queryNames.contains("since")
    if isGiven, sequence.map({ $0 < 0 }) ?? true {
      let shown = given.map { ", not '\(SafeHeader.shown($0))'" } ?? ", once"
      return .problem(400, "'since' must be the number of a change\(shown)")
    }
    let known = ["since", "presence", "token"]
    if let name = request.head.queryNames.first(where: { !known.contains($0) }) {
      return .problem(
        400, "unknown parameter '\(SafeHeader.shown(name))'; the parameters are since and presence")
    }
    let isPage = request.head.queryValue(of: "presence") == "true"
    if !isPage, request.head.queryNames.contains("presence"),
      request.head.queryValue(of: "presence") != "false"
    {
      return .problem(400, "'presence' must be true or false, once")
    }
    if let full = answerWithoutRoom(access) { return full }
    // The stream of a limited token begins with a read of all items.
    let isRead = request.method == "GET" && access.limit != nil
    if isRead, let busy = beginAsking(client, access) { return busy }
    client.connection.beginStream()
    guard request.method == "GET" else { return nil }
    client.stream = HubStream(
      session: client.number, after: sequence ?? shared.lastSequence, checksum: checksum,
      access: access, now: now, window: isPage ? random.uuid() : nil)
    if isRead { shared.read(.begin(session: client.number, access)) }
    if isPage { joinPage(client) }
    stream(to: client)
    return nil
  }

  func stream(to client: ClientConnection) {
    // Nothing more is sent to a client whose token was revoked.
    if client.connection.isOver { return }
    if client.hasRoom { client.stream?.tell(places.people, number: places.number) }
    client.stream?.proceed(now, hasRoom: client.hasRoom)
    for request in client.stream?.takeRequests() ?? [] {
      switch request {
      case .send(let bytes): client.connection.stream(bytes)
      case .read(let order): shared.read(order)
      }
    }
    client.write(now)
  }

  /// An error if the limit of sessions, or of one person's sessions, is reached; nil if there is room.
  func answerWithoutRoom(_ access: HubAccess?) -> HubAnswer? {
    let known = clients.values.filter { !$0.isUnauthenticated }
    let own = access?.claims.map { claims in known.count { $0.subject == claims.subject } } ?? 0
    guard known.count >= settings.sessions || own >= settings.sessionsOfPerson else { return nil }
    return .problem(503, "too many sessions", fields: [.init("Retry-After", "10")])
  }

  private func health() -> HubAnswer {
    let status = shared.isDiskFull ? "full" : shared.isDamaged ? "damaged" : "ok"
    let numbers = #""sessions":\#(sessionCount),"sequence":\#(shared.lastSequence)"#
    return HubAnswer(
      // A damaged store still answers 200: a restart would not repair it.
      shared.isDiskFull ? 503 : 200,
      json: Array((#"{"status":"\#(status)",\#(numbers)}"# + "\n").utf8))
  }

  private var sessionCount: Int { clients.values.count { $0.session?.device != nil } }

  /// Metrics in the text format of Prometheus, version 0.0.4.
  private func metrics() -> HubAnswer {
    let rows: [(name: String, type: String, help: String, value: Int)] = [
      ("sessions", "gauge", "Sessions of devices.", sessionCount),
      ("connections", "gauge", "Connections, including sessions.", clients.count),
      ("sequence", "counter", "The number of the last change.", shared.lastSequence),
      (
        "queued_bytes", "gauge", "Bytes of changes that are not durable yet.",
        shared.inbox.bytes
      ),
      ("disk_full", "gauge", "Whether the disk is full.", shared.isDiskFull ? 1 : 0),
      (
        "store_damaged", "gauge", "Whether lines of the store are damaged.",
        shared.isDamaged ? 1 : 0
      ),
      ("uptime_seconds", "counter", "Seconds since the hub started.", Int(now / .seconds(1))),
    ]
    var text = ""
    for row in rows {
      let name = "actionitems_hub_\(row.name)"
      text += "# HELP \(name) \(row.help)\n# TYPE \(name) \(row.type)\n\(name) \(row.value)\n"
    }
    var answer = HubAnswer(200, text: text)
    answer.type = "text/plain; version=0.0.4; charset=utf-8"
    return answer
  }
}
