import Identities
import SyncEngine
import WebSocket

/// What a hub answers to requests that ask for no WebSocket.
extension HubLoop {
  func answer(_ request: HubRequest, _ peer: HubPeer) {
    switch request.head.fault {
    case .ordinary: answerOrdinary(request, peer)
    case .version:
      peer.connection.answer(
        .problem(
          426, "of WebSocket, version 13 is spoken here",
          fields: [
            .init(name: "Connection", value: "Upgrade"), .init(name: "Upgrade", value: "websocket"),
            .init(name: "Sec-WebSocket-Version", value: "13"),
          ]))
    case .malformed: peer.connection.answer(.problem(400, "this is no handshake of WebSocket"))
    case nil: open(request, peer)
    }
  }

  /// Answers what needs nothing of the store, and has everything else answered behind the token.
  private func answerOrdinary(_ request: HubRequest, _ peer: HubPeer) {
    let isHealth = request.isSafe && request.path == "/healthz"
    if isHealth, !settings.isOpen { return peer.connection.answer(health()) }
    let file = HubPage.file(request.path)
    guard settings.showsPage || file == nil && !request.isOfPlainList else {
      return peer.connection.answer(.problem(404, "this hub shows no page (--page)"))
    }
    if let file {
      let answer = request.isSafe ? file.unlessKnown(request) : .notAllowed(request, "GET, HEAD")
      return peer.connection.answer(request.trespass(isOpen: settings.isOpen) ?? answer)
    }
    if let trespass = request.trespass(isOpen: settings.isOpen) {
      return peer.connection.answer(trespass)
    }
    if isHealth { return peer.connection.answer(health()) }
    let access: HubAccess
    do throws(TokenProblem) {
      guard let found = settings.isOpen ? .full : try self.access(request) else {
        return refuseKey(of: request, peer)
      }
      access = found
    } catch {
      return refuse(peer, "\(error)")
    }
    if !request.isSafe, ["/metrics", "/changes", "/healthz"].contains(request.path) {
      return peer.connection.answer(.notAllowed(request, "GET, HEAD"))
    }
    if request.path == "/metrics" { return peer.connection.answer(metrics()) }
    if request.path == "/presence" {
      return peer.connection.answer(takePresence(request, access))
    }
    if request.path == "/changes" { return listen(request, access, peer) }
    if let parts = request.pathParts, parts.count == 3, parts[0] == "items", parts[2] == "text" {
      return takeText(of: parts[1], request, access, peer)
    }
    guard mayAsk(peer) else { return }
    asking.insert(peer.number)
    surroundings.ask(peer.number, request, access)
  }

  /// Whether a request may wait for the store; it is answered where not.
  func mayAsk(_ peer: HubPeer) -> Bool {
    // Whoever has said all may still listen, but is more likely gone: where there is no room, they go first.
    if asking.count >= settings.questions,
      let heard = asking.lazy.compactMap({ self.peers[$0] }).first(where: { $0.mayBeGone })
    {
      remove(heard)
    }
    if asking.count < settings.questions { return true }
    peer.connection.answer(
      .problem(
        503, "too many requests wait for the store",
        fields: [.init(name: "Retry-After", value: "1")]))
    return false
  }

  func refuse(_ peer: HubPeer, _ problem: String) {
    peer.connection.answer(.unauthorized(problem))
  }

  /// Refuses a request whose token is none of the hub's, or that has none.
  func refuseKey(of request: HubRequest, _ peer: HubPeer) {
    guard hasKey(request) else {
      let sentence = "a token is wanted: Authorization: Bearer TOKEN"
      return peer.connection.answer(.unauthorized(sentence, hasToken: false))
    }
    let key = request.key(inAddress: settings.takesTokenInAddress) ?? ""
    refuse(
      peer,
      settings.tokens == nil && SignedText.isLike(key)
        ? "this hub knew of no tokens by name when it began; if there are some now, start it again"
        : "the token is not the right one")
  }

  /// Whether a request has a token, where one is wanted.
  func hasKey(_ request: HubRequest) -> Bool {
    !settings.isOpen
      && (request.head.has("authorization")
        || settings.takesTokenInAddress && request.head.queryValue(of: "token") != nil)
  }

  /// What a request's token shows that its sender may do; nil where it has none, or one that is none here.
  func access(_ request: HubRequest) throws(TokenProblem) -> HubAccess? {
    guard !settings.isOpen, let key = request.key(inAddress: settings.takesTokenInAddress) else {
      return nil
    }
    return try settings.access(key, at: surroundings.wall())
  }

  /// Tells a client of all changes from a number on, or from now on, until it goes.
  private func listen(_ request: HubRequest, _ access: HubAccess, _ peer: HubPeer) {
    let given = request.head.value(of: "last-event-id") ?? request.head.queryValue(of: "since")
    let parts = given?.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    var sequence = (parts?.first).flatMap { Int($0) }
    let checksum = parts?.count == 2 ? UInt32(parts?[1] ?? "", radix: 16) : nil
    if parts?.count == 2, checksum == nil { sequence = nil }
    let isGiven = given != nil || request.head.queryNames.contains("since")
    if isGiven, sequence.map({ $0 < 0 }) ?? true {
      let shown = given.map { ", not '\(SafeHeader.shown($0))'" } ?? ", once"
      return peer.connection.answer(
        .problem(400, "'since' has to be the number of a change\(shown)"))
    }
    if let full = answerWithoutRoom() { return peer.connection.answer(full) }
    peer.connection.beginStream()
    if request.method == "GET" {
      let isPage = request.head.queryValue(of: "presence") == "true"
      peer.stream = HubStream(
        after: sequence ?? surroundings.lastSequence(), checksum: checksum, access: access,
        now: now,
        window: isPage ? (random.uuid(), peer.number) : nil)
      if isPage { joinPage(peer) }
      stream(to: peer)
    }
  }

  /// Does what is to be done for one that listens.
  func stream(to peer: HubPeer) {
    // One that is to go, for its token was taken back, is told nothing more.
    if peer.connection.isOver { return }
    if peer.hasRoom { peer.stream?.tell(places.people, number: places.number) }
    peer.stream?.proceed(now, hasRoom: peer.hasRoom)
    for request in peer.stream?.takeRequests() ?? [] {
      switch request {
      case .send(let bytes): peer.connection.stream(bytes)
      case .follow(let sequence, let checksum):
        surroundings.read(
          .follow(session: peer.number, after: sequence, checksum: checksum, except: nil))
      case .feed(let limit):
        surroundings.read(.feed(session: peer.number, limit: limit, ticket: 0, toldTo: nil))
      }
    }
    peer.write(now)
  }

  /// The answer where there are as many sessions as there may be; nil where there is room.
  func answerWithoutRoom() -> HubAnswer? {
    guard peers.values.count(where: { !$0.isStranger }) >= settings.sessions else { return nil }
    return .problem(
      503, "there are too many sessions", fields: [.init(name: "Retry-After", value: "10")])
  }

  private func health() -> HubAnswer {
    let isFull = surroundings.isDiskFull()
    let numbers = #""sessions":\#(sessionCount),"sequence":\#(surroundings.lastSequence())"#
    return HubAnswer(
      isFull ? 503 : 200,
      json: Array((#"{"status":"\#(isFull ? "full" : "ok")",\#(numbers)}"# + "\n").utf8))
  }

  private var sessionCount: Int { peers.values.count { $0.conversation?.device != nil } }

  /// In the text format of Prometheus, 0.0.4.
  private func metrics() -> HubAnswer {
    let rows: [(name: String, type: String, help: String, value: Int)] = [
      ("sessions", "gauge", "Sessions of devices.", sessionCount),
      ("connections", "gauge", "Connections, sessions among them.", peers.count),
      ("sequence", "counter", "The number of the last change.", surroundings.lastSequence()),
      (
        "queued_bytes", "gauge", "Bytes of changes that are not durable yet.",
        surroundings.queuedBytes()
      ),
      ("disk_full", "gauge", "Whether the disk is full.", surroundings.isDiskFull() ? 1 : 0),
      ("uptime_seconds", "counter", "Seconds since the hub began.", Int(now / .seconds(1))),
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
