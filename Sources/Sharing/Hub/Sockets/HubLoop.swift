import CivilTime
import Networking
import Store
import Sync
import System

/// The event loop of the hub's thread: the sockets, and the sessions, requests and event streams over them.
///
/// It never touches the store. Tasks of `Hub` write changes, read on demand and answer requests. They report to the
/// mailbox.
// `@unchecked`: apart from constants, only the thread that calls `run` uses its state.
final class HubLoop: @unchecked Sendable {
  let mailbox: HubMailbox
  private let listener: Socket
  let settings: HubSettings
  let shared: HubShared
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private(set) var peers: [Int: ClientConnection] = [:]
  var presence = PresenceBoard()
  var texts = TextRooms()
  /// Requests that wait for the item of a text, by item.
  var textQuestions: [String: [TextQuestion]] = [:]
  /// Connections whose requests wait for the store.
  var asking: PendingRequests
  /// The people at each item, as sent to pages, and a counter of changes to them.
  var places: (people: [String: [Attendee]], number: Int) = ([:], 0)
  /// Makes the names of pages' streams, which must be unguessable.
  let random = SessionRandom()
  private var nextNumber = 0
  private var isStopping = false
  /// The time until which no connections are accepted; nil if they are.
  private var pausesUntil: Duration?

  /// How long the hub stops accepting after it has run out of descriptors. The listener stays readable meanwhile, and
  /// the thread would spin.
  private static let pause: Duration = .milliseconds(100)
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)

  init(_ listener: Socket, _ shared: HubShared) {
    (self.listener, self.shared) = (listener, shared)
    (mailbox, settings) = (shared.mailbox, shared.settings)
    asking = PendingRequests(limit: settings.questions)
    start = clock.now
  }

  deinit { buffer.deallocate() }

  var now: Duration { clock.now - start }

  /// Serves clients until `.stop` arrives. Then closes the connections, and gives them one second.
  func run() {
    var end: Duration?
    while end.map({ now < $0 && !peers.isEmpty }) ?? true {
      wait(until: end)
      for mail in mailbox.take() { take(mail) }
      if isStopping, end == nil {
        end = now + .seconds(1)
        // Clients with a pending request still get their answer.
        for peer in peers.values where !peer.connection.isAsking {
          peer.connection.close(.goingAway, "the hub is shutting down")
        }
      }
      settle()
    }
    peers = [:]
  }

  // MARK: - Waiting

  private func wait(until end: Duration?) {
    let order = Array(peers.values)
    if let time = pausesUntil, time <= now { pausesUntil = nil }
    let isAccepting = !isStopping && pausesUntil == nil
    var waits = [
      mailbox.wakeUp.wait, isAccepting ? Poll.Entry(listener, for: .input) : .never,
    ]
    // While the queue is full, reads nothing. Mail wakes the thread when the queue has room again.
    let isFull = shared.inbox.bytes >= settings.queuedBytes
    waits += order.map { peer in
      var events: Poll.Events = peer.wantsInput && !isFull ? .input : []
      if peer.pendingOutput > 0 { events.insert(.output) }
      // A socket without requested events would still report its end, again and again. If the client only listens, that
      // end is what we wait for.
      return events.isEmpty && !peer.isHeard ? .never : Poll.Entry(peer.socket, for: events)
    }
    let others = [end, pausesUntil, presence.deadline, texts.deadline].compactMap { $0 }
    let deadline = (order.map(\.deadline) + others).min()
    Poll.wait(&waits, until: deadline.map { start + $0 })
    for (peer, wait) in zip(order, waits.dropFirst(2)) where wait.isReadyForMoreThanOutput {
      take(peer.read(buffer, now), of: peer)
    }
    // After reading, so that a client that has just authenticated does not count as unauthenticated.
    if waits[1].isReady { acceptAll() }
  }

  private func acceptAll() {
    // At most the backlog at a time, so that existing sessions are served in between.
    for _ in 0..<Socket.backlog {
      switch listener.accept() {
      case .connection(let socket, let address):
        socket.sendAtOnce()
        if let bytes = settings.systemOutput { socket.setOutputBuffer(bytes) }
        peers[nextNumber] = ClientConnection(
          number: nextNumber, socket: socket, address: PeerAddress(address.host),
          settings: settings, now: now, wall: shared.wall)
        nextNumber += 1
      case .nothing: return limitStrangers(to: settings.unauthenticated)
      case .exhausted:
        shared.log("no file descriptors are left for another connection (ulimit -n)")
        limitStrangers(to: settings.unauthenticated / 2)
        pausesUntil = now + Self.pause
        return
      }
    }
    limitStrangers(to: settings.unauthenticated)
  }

  /// Cuts off unauthenticated connections above a limit.
  private func limitStrangers(to limit: Int) {
    while case let unauthenticated = unauthenticated(), unauthenticated.count > limit,
      let number = unauthenticated.first,
      let peer = peers[number]
    {
      shared.log("session \(number) closed: too many unauthenticated connections")
      remove(peer)
    }
  }

  private func unauthenticated() -> UnauthenticatedConnections {
    var unauthenticated = UnauthenticatedConnections()
    for peer in peers.values where peer.isStranger {
      unauthenticated.add(peer.number, from: peer.address)
    }
    return unauthenticated
  }

  /// Sends what can be sent, and removes finished connections.
  private func settle() {
    let wall = shared.wall()
    tell(presence.expire(at: now))
    texts.expire(at: now)
    tellTexts()
    for peer in Array(peers.values) {
      // Writes first, because that makes room in the output, and nothing reports it later.
      peer.write(now)
      if peer.conversation != nil {
        peer.checkAccess(now, wall)
        peer.conversation?.feedIfDue(peer.hasRoom)
        peer.conversation?.answerAsked(hasRoom: peer.hasRoom)
        perform(peer)
        peer.write(now)
      }
      if peer.stream != nil {
        peer.checkAccess(now, wall)
        stream(to: peer)
      }
      if peer.isDone(now) {
        remove(peer)
      } else if let reason = peer.reasonToCut(now) {
        shared.log("session \(peer.number) closed: \(reason)")
        remove(peer)
      }
    }
  }

  func remove(_ peer: ClientConnection) {
    guard peers.removeValue(forKey: peer.number) != nil else { return }
    if let device = peer.conversation?.device {
      shared.log("session \(peer.number) of \(device) has ended")
    }
    if asking.remove(peer.number) { shared.giveUp(peer.number) }
    tell(presence.leave(peer.number))
    texts.leave(peer.number)
    if texts.hasNews { mailbox.post(.lookAgain) }
    shared.read(.forget(session: peer.number))
  }

  // MARK: - Events

  private func take(_ mail: HubMailbox.Mail) {
    switch mail {
    case .applied(let session, let taken):
      guard let peer = peers[session] else { return }
      peer.conversation?.applied(taken)
      perform(peer)
    case .failed(let session, let reason):
      shared.log("session \(session) ended: \(reason)")
      asking.remove(session)
      peers[session]?.connection.close(.internalError, "the store cannot be read")
    case .putBack(let session, let reason):
      guard let peer = peers[session] else { return }
      peer.stream?.putBack()
      peer.conversation?.putBack(reason)
      perform(peer)
    case .began(let session, let items):
      asking.remove(session)
      peers[session]?.stream?.began(showing: items)
    case .fed(let session, let fed, let ticket):
      guard let peer = peers[session] else { return }
      noteTexts(fed.entries)
      peer.stream?.fed(fed.entries, isAtEnd: fed.isAtEnd)
      peer.conversation?.fed(
        fed.entries, purged: fed.purged, upTo: fed.place, isAtEnd: fed.isAtEnd, ticket: ticket,
        hasRoom: peer.hasRoom)
      perform(peer)
    case .fedItems(let session, let entries):
      guard let peer = peers[session] else { return }
      peer.conversation?.fedItems(entries, hasRoom: peer.hasRoom)
      perform(peer)
    case .found(let item, let change): found(item, change)
    case .storeChanged:
      for peer in peers.values {
        peer.stream?.storeChanged()
        peer.conversation?.storeChanged(hasRoom: peer.hasRoom)
        perform(peer)
      }
    case .answered(let number, let answer):
      asking.remove(number)
      peers[number]?.connection.answer(answer)
    case .lookAgain: break  // that is done after each wait
    case .stop: isStopping = true
    }
  }

  /// Handles events, and then those of the bytes that `HubConnection` held back.
  private func take(_ events: [HubConnection.Event], of peer: ClientConnection) {
    var events = events
    while !events.isEmpty {
      for event in events { take(event, of: peer) }
      events = peer.connection.takeHeld()
    }
  }

  private func take(_ event: HubConnection.Event, of peer: ClientConnection) {
    switch event {
    case .request(let request): answer(request, peer)
    case .text(let bytes):
      peer.conversation?.received(bytes, at: shared.wall())
      perform(peer)
    case .binary:
      peer.conversation?.receivedBinary()
      perform(peer)
    case .over(let reason): shared.log("session \(peer.number): \(reason)")
    }
  }

  func open(_ request: HubRequest, _ peer: ClientConnection) {
    // Only browsers send `Origin` (RFC 6455, 10.2). Without this check, any web page could connect to a hub on the
    // viewer's machine.
    guard !request.head.has("origin") else {
      return peer.connection.answer(.problem(403, "web pages cannot connect here"))
    }
    if let trespass = request.trespass(isOpen: settings.isOpen) {
      return peer.connection.answer(trespass)
    }
    let access: HubAccess?
    do throws(TokenProblem) {
      access = try self.access(request)
    } catch {
      return peer.connection.answer(.unauthorized("\(error)"))
    }
    if let full = answerWithoutRoom(access) { return peer.connection.answer(full) }
    if access == nil, hasKey(request) { return peer.connection.answer(refusal(of: request)) }
    let events = peer.connection.accept(request.head)
    peer.conversation = SyncServerSession(
      number: peer.number, settings: settings, store: shared.store.id,
      lastSequence: shared.lastSequence, access: access,
      known: { [shared] in shared.records.place(of: $0) })
    perform(peer)
    take(events, of: peer)
  }

  // MARK: - Requests

  private func perform(_ peer: ClientConnection) {
    var incoming: [SyncServerSession.PendingChange] = []
    for request in peer.conversation?.takeRequests() ?? [] {
      switch request {
      case .send(let bytes): peer.connection.send(bytes)
      case .take(var change):
        guard let conversation = peer.conversation else { continue }
        // The session made the change before `welcome` decided whether to remember the device.
        (change.isRemembered, change.access) = (conversation.isRemembered, conversation.access)
        incoming.append(change)
      case .welcome(let device, let isNamed): welcome(device, isNamed: isNamed, peer)
      case .read(let order): shared.read(order)
      case .feed(let limit, let ticket):
        shared.read(
          .feed(
            session: peer.number, limit: limit, ticket: ticket,
            toldTo: peer.conversation?.notedOrigin, peer.conversation?.access ?? .full))
      case .presence(let update, let id): take(update, id, of: peer)
      case .who(let id):
        // A short frame asks for a long answer, and a client may send thousands at once.
        if peer.hasRoom {
          peer.conversation?.tell(people: presence.people, id)
        } else if let id {
          peer.conversation?.refuse("unavailable", "too many requests", id)
        }
      case .log(let text): shared.log(text)
      case .warn(let text): shared.warn(text)
      case .close(let code, let reason): peer.connection.close(code, reason)
      }
    }
    if !incoming.isEmpty { shared.inbox.put(incoming) }
  }
}
