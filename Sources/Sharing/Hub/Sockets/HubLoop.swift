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
  private(set) var clients: [Int: ClientConnection] = [:]
  var presence = PresenceBoard()
  var texts = TextRooms()
  /// Requests that wait for the item of a text, by item.
  var textRequests: [String: [QueuedTextRequest]] = [:]
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
    while end.map({ now < $0 && !clients.isEmpty }) ?? true {
      wait(until: end)
      for mail in mailbox.take() { take(mail) }
      if isStopping, end == nil {
        end = now + .seconds(1)
        // Clients with a pending request still get their answer.
        for client in clients.values where !client.connection.isAsking {
          client.connection.close(.goingAway, "the hub is shutting down")
        }
      }
      settle()
    }
    clients = [:]
  }

  // MARK: - Waiting

  private func wait(until end: Duration?) {
    let order = Array(clients.values)
    if let time = pausesUntil, time <= now { pausesUntil = nil }
    let isAccepting = !isStopping && pausesUntil == nil
    var waits = [
      mailbox.wakeUp.wait, isAccepting ? Poll.Entry(listener, for: .input) : .never,
    ]
    // While the queue is full, reads nothing. Mail wakes the thread when the queue has room again.
    let isFull = shared.inbox.bytes >= settings.queuedBytes
    waits += order.map { client in
      var events: Poll.Events = client.wantsInput && !isFull ? .input : []
      if client.pendingOutput > 0 { events.insert(.output) }
      // A socket without requested events would still report its end, again and again. If the client only listens, that
      // end is what we wait for.
      return events.isEmpty && !client.hasEndedSending
        ? .never : Poll.Entry(client.socket, for: events)
    }
    let others = [end, pausesUntil, presence.deadline, texts.deadline].compactMap { $0 }
    let deadline = (order.map(\.deadline) + others).min()
    Poll.wait(&waits, until: deadline.map { start + $0 })
    for (client, wait) in zip(order, waits.dropFirst(2)) where wait.isReadyForMoreThanOutput {
      take(client.read(buffer, now), of: client)
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
        clients[nextNumber] = ClientConnection(
          number: nextNumber, socket: socket, address: ClientAddress(address.host),
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
      let client = clients[number]
    {
      shared.log("session \(number) closed: too many unauthenticated connections")
      remove(client)
    }
  }

  private func unauthenticated() -> UnauthenticatedConnections {
    var unauthenticated = UnauthenticatedConnections()
    for client in clients.values where client.isUnauthenticated {
      unauthenticated.add(client.number, from: client.address)
    }
    return unauthenticated
  }

  /// Sends what can be sent, and removes finished connections.
  private func settle() {
    let wall = shared.wall()
    tell(presence.expire(at: now))
    texts.expire(at: now)
    tellTexts()
    for client in Array(clients.values) {
      // Writes first, because that makes room in the output, and nothing reports it later.
      client.write(now)
      if client.session != nil {
        client.checkAccess(now, wall)
        client.session?.feedIfDue(client.hasRoom)
        client.session?.answerAsked(hasRoom: client.hasRoom)
        perform(client)
        client.write(now)
      }
      if client.stream != nil {
        client.checkAccess(now, wall)
        stream(to: client)
      }
      if client.isDone(now) {
        remove(client)
      } else if let reason = client.reasonToCut(now) {
        shared.log("session \(client.number) closed: \(reason)")
        remove(client)
      }
    }
  }

  func remove(_ client: ClientConnection) {
    guard clients.removeValue(forKey: client.number) != nil else { return }
    if let device = client.session?.device {
      shared.log("session \(client.number) of \(device) has ended")
    }
    if asking.remove(client.number) { shared.giveUp(client.number) }
    tell(presence.leave(client.number))
    texts.leave(client.number)
    if texts.hasNews { mailbox.post(.lookAgain) }
    shared.read(.forget(session: client.number))
  }

  // MARK: - Events

  private func take(_ mail: HubMailbox.Mail) {
    switch mail {
    case .applied(let session, let taken):
      guard let client = clients[session] else { return }
      client.session?.applied(taken)
      perform(client)
    case .failed(let session, let reason):
      shared.log("session \(session) ended: \(reason)")
      asking.remove(session)
      clients[session]?.connection.close(.internalError, "the store cannot be read")
    case .restored(let session, let reason):
      guard let client = clients[session] else { return }
      client.stream?.restored()
      client.session?.restored(reason)
      perform(client)
    case .began(let session, let items):
      asking.remove(session)
      clients[session]?.stream?.began(showing: items)
    case .fed(let session, let fed, let ticket):
      guard let client = clients[session] else { return }
      noteTexts(fed.entries)
      client.stream?.fed(fed.entries, isAtEnd: fed.isAtEnd)
      client.session?.fed(
        fed.entries, purged: fed.purged, upTo: fed.place, isAtEnd: fed.isAtEnd, ticket: ticket,
        hasRoom: client.hasRoom)
      perform(client)
    case .fedItems(let session, let entries):
      guard let client = clients[session] else { return }
      client.session?.fedItems(entries, hasRoom: client.hasRoom)
      perform(client)
    case .found(let item, let change): found(item, change)
    case .storeChanged:
      for client in clients.values {
        client.stream?.storeChanged()
        client.session?.storeChanged(hasRoom: client.hasRoom)
        perform(client)
      }
    case .answered(let number, let answer):
      asking.remove(number)
      clients[number]?.connection.answer(answer)
    case .lookAgain: break  // that is done after each wait
    case .stop: isStopping = true
    }
  }

  /// Handles events, and then those of the bytes that `HubConnection` held back.
  private func take(_ events: [HubConnection.Event], of client: ClientConnection) {
    var events = events
    while !events.isEmpty {
      for event in events { take(event, of: client) }
      events = client.connection.takeHeld()
    }
  }

  private func take(_ event: HubConnection.Event, of client: ClientConnection) {
    switch event {
    case .request(let request): answer(request, client)
    case .text(let bytes):
      client.session?.received(bytes, at: shared.wall())
      perform(client)
    case .binary:
      client.session?.receivedBinary()
      perform(client)
    case .over(let reason): shared.log("session \(client.number): \(reason)")
    }
  }

  func open(_ request: HubRequest, _ client: ClientConnection) {
    // Only browsers send `Origin` (RFC 6455, 10.2). Without this check, any web page could connect to a hub on the
    // viewer's machine.
    guard !request.head.has("origin") else {
      return client.connection.answer(.problem(403, "web pages cannot connect here"))
    }
    if let trespass = request.trespass(isOpen: settings.isOpen) {
      return client.connection.answer(trespass)
    }
    let access: HubAccess?
    do throws(TokenProblem) {
      access = try self.access(request)
    } catch {
      return client.connection.answer(.unauthorized("\(error)"))
    }
    if let full = answerWithoutRoom(access) { return client.connection.answer(full) }
    if access == nil, hasKey(request) { return client.connection.answer(refusal(of: request)) }
    let events = client.connection.accept(request.head)
    client.session = SyncServerSession(
      number: client.number, settings: settings, store: shared.store.id,
      lastSequence: shared.lastSequence, access: access,
      known: { [shared] in shared.records.place(of: $0) })
    perform(client)
    take(events, of: client)
  }

  // MARK: - Requests

  private func perform(_ client: ClientConnection) {
    var incoming: [SyncServerSession.PendingChange] = []
    for request in client.session?.takeRequests() ?? [] {
      switch request {
      case .send(let bytes): client.connection.send(bytes)
      case .take(var change):
        guard let session = client.session else { continue }
        change.isRemembered = session.isRemembered
        incoming.append(change)
      case .welcome(let device, let isNamed):
        welcome(device, isNamed: isNamed, client)
        // A refused greeting has no other effect: it causes no warnings and no reads.
        if client.session?.device == nil { return }
      case .read(let order): shared.read(order)
      case .feed(let limit, let ticket):
        shared.read(
          .feed(
            session: client.number, limit: limit, ticket: ticket,
            sentTo: client.session?.notedOrigin, client.session?.access ?? .full))
      case .presence(let update, let id): take(update, id, of: client)
      case .who(let id):
        // A short frame asks for a long answer, and a client may send thousands at once.
        if client.hasRoom {
          client.session?.tell(people: presence.people, id)
        } else if let id {
          client.session?.refuse("unavailable", "too many requests", id)
        }
      case .log(let text): shared.log(text)
      case .warn(let text): shared.warn(text)
      case .close(let code, let reason): client.connection.close(code, reason)
      }
    }
    if !incoming.isEmpty { shared.inbox.put(incoming) }
  }
}
