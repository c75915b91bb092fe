import Dispatch
import Glibc
import Synchronization

extension PeerLink {
  /// Connects to another device and greets it, all within a time; tries each address of the host in turn.
  ///
  /// `peer` is who is meant; nil for whoever has the secret. A cancelled call throws `cancelled`.
  public static func connect(
    to endpoint: PeerEndpoint, as device: String, for purpose: PeerPurpose, peer: String?,
    secret: PeerSecret, within limit: Duration = .seconds(10),
    random: () -> UInt64 = { .random(in: .min ... .max) }
  ) async throws(PeerLinkError) -> PeerLink {
    let hello = PeerHello(
      device: device, nonce: PeerSecret.randomBytes(PeerHello.nonceBytes, random), purpose: purpose)
    let attempt: ConnectAttempt
    do throws(SocketAddress.Failure) {
      attempt = ConnectAttempt(endpoint, limit, wakeUp: try WakeUp())
    } catch {
      throw .unreachable("\(endpoint)", reason: error.reason)
    }
    // Looking up a name cannot be interrupted: nobody waits for it longer.
    let timer = Task {
      do {
        try await Task.sleep(for: limit)
        attempt.end(because: .timedOut("\(endpoint)"))
      } catch {
        // It was greeted in time, or not at all.
      }
    }
    defer { timer.cancel() }
    let socket = try await attempt.connect()
    let connection = PeerConnection(connecting: hello, to: peer, secret: secret)
    let core: LinkCore
    do throws(SocketAddress.Failure) {
      core = try LinkCore(socket, connection)
    } catch {
      throw .unreachable("\(endpoint)", reason: error.reason)
    }
    attempt.goOn(with: core)
    do throws(PeerLinkError) {
      let events = try await core.receive()
      guard case .greeted(let greeting)? = events.first else { throw .notAPeer }
      core.putBack(events.dropFirst())
      return PeerLink(greeting, core)
    } catch {
      core.end(because: error)
      throw error
    }
  }
}

/// Connecting to one of the addresses of a host, on a thread of its own.
private final class ConnectAttempt: Sendable {
  private enum State {
    case connecting(LinkState.Waiter<PeerSocket>?)
    case greeting(LinkCore)
    case over(PeerLinkError?)
  }

  private let endpoint: PeerEndpoint
  private let end: ContinuousClock.Instant
  private let wakeUp: WakeUp
  private let state = Mutex(State.connecting(nil))

  init(_ endpoint: PeerEndpoint, _ limit: Duration, wakeUp: WakeUp) {
    self.endpoint = endpoint
    end = .now + limit
    self.wakeUp = wakeUp
  }

  func connect() async throws(PeerLinkError) -> PeerSocket {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let failure = state.withLock { state -> PeerLinkError? in
          if case .over(let error) = state { return error ?? .cancelled }
          state = .connecting(waiter)
          return nil
        }
        if let failure { return waiter.resume(returning: .failure(failure)) }
        DispatchQueue(label: "actionitems.peer.connect").async { [self] in
          finish(with: tryAll())
        }
      }
    } onCancel: {
      end(because: .cancelled)
    }
    return try result.get()
  }

  /// From here on the end of the time ends a connection that is being greeted.
  func goOn(with core: LinkCore) {
    let failure = state.withLock { state -> PeerLinkError? in
      defer { if case .over(nil) = state { state = .greeting(core) } }
      if case .over(let error) = state { return error }
      return nil
    }
    if let failure { core.end(because: failure) }
  }

  func end(because error: PeerLinkError) {
    let old = state.withLock { state in
      defer { state = .over(error) }
      return state
    }
    wakeUp.ring()
    switch old {
    case .connecting(let waiter): waiter?.resume(returning: .failure(error))
    case .greeting(let core): core.end(because: error)
    case .over: break
    }
  }

  private func finish(with result: Result<PeerSocket, PeerLinkError>) {
    let waiter = state.withLock { state -> LinkState.Waiter<PeerSocket>? in
      guard case .connecting(let waiter) = state else { return nil }
      state = .over(nil)
      return waiter
    }
    waiter?.resume(returning: result)
  }

  private func tryAll() -> Result<PeerSocket, PeerLinkError> {
    do throws(SocketAddress.Failure) {
      let addresses = try SocketAddress.all(
        of: endpoint.host, port: endpoint.port, family: AF_UNSPEC)
      var failure = SocketAddress.Failure(reason: "it has no address")
      for (index, address) in addresses.enumerated() {
        // Each has its share of the time that is left: one that is silent does not take all of it.
        let share = (end - .now) / (addresses.count - index)
        do throws(SocketAddress.Failure) {
          return .success(try connect(to: address, until: .now + share))
        } catch {
          failure = error
        }
      }
      throw failure
    } catch {
      return .failure(
        .now >= end
          ? .timedOut("\(endpoint)") : .unreachable("\(endpoint)", reason: error.reason))
    }
  }

  private func connect(
    to address: SocketAddress, until end: ContinuousClock.Instant
  ) throws(SocketAddress.Failure) -> PeerSocket {
    let socket = try PeerSocket(family: address.family)
    if address.with({ Glibc.connect(socket.descriptor, $0, $1) }) == 0 { return socket }
    guard errno == EINPROGRESS || errno == EINTR else { throw SocketAddress.Failure(errno: errno) }
    while true {
      var waits = [
        pollfd(fd: socket.descriptor, events: Int16(POLLOUT), revents: 0), wakeUp.wait,
      ]
      Poll.wait(&waits, until: end)
      if waits[0].revents != 0 { break }
      if waits[1].revents != 0 || .now >= end { throw SocketAddress.Failure(errno: ETIMEDOUT) }
    }
    var (number, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(socket.descriptor, SOL_SOCKET, SO_ERROR, &number, &size)
    guard number == 0 else { throw SocketAddress.Failure(errno: number) }
    return socket
  }
}
