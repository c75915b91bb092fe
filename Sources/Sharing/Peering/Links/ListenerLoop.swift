import System

/// The event loop of a `PeerListener`: one thread accepts connections and authenticates them. Below: `RefusalLog`.
// `@unchecked`: apart from constants, only the thread that calls `run` uses its state.
final class ListenerLoop: @unchecked Sendable {
  /// A connection that has not authenticated yet.
  private struct UnauthenticatedLink {
    let socket: Socket
    let address: String
    /// The time by which it has to authenticate.
    let end: ContinuousClock.Instant
    var connection: PeerConnection
  }

  private let socket: Socket
  private let wakeUp: WakeUp
  private let device: String
  private let limits: PeerListener.Limits
  private let secrets: PeerSecrets
  private let report: @Sendable (String) -> Void
  private let links: AsyncStream<PeerLink>.Continuation
  private var unauthenticated: [UnauthenticatedLink] = []
  private var log = RefusalLog()
  /// The time until which no connections are accepted; nil if they are.
  private var pause: ContinuousClock.Instant?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)

  init(
    _ socket: Socket, wakeUp: WakeUp, device: String, limits: PeerListener.Limits,
    secrets: @escaping PeerSecrets, report: @escaping @Sendable (String) -> Void,
    links: AsyncStream<PeerLink>.Continuation
  ) {
    (self.socket, self.wakeUp, self.device, self.limits) = (socket, wakeUp, device, limits)
    (self.secrets, self.report, self.links) = (secrets, report, links)
  }

  deinit { buffer.deallocate() }

  /// Serves until it is woken, which stops it.
  func run() {
    while true {
      var waits = [
        wakeUp.wait, pause == nil ? Poll.Entry(socket, for: .input) : .never,
      ]
      waits += unauthenticated.map {
        Poll.Entry(
          $0.socket, for: $0.connection.output.isEmpty ? .input : [.input, .output])
      }
      // The oldest connection times out first.
      Poll.wait(&waits, until: [unauthenticated.first?.end, pause].compactMap { $0 }.min())
      if waits[0].isReady { return }
      let now = ContinuousClock.now
      if let end = pause, end <= now { pause = nil }
      let ready = waits.dropFirst(2).map(\.isReady)
      unauthenticated = zip(unauthenticated, ready).compactMap { link, isReady in
        let left = isReady ? hear(link, now) : link
        guard let left, left.end <= now else { return left }
        note(.silent, left, now)
        return nil
      }
      if waits[1].isReady { acceptAll(now) }
    }
  }

  /// Reads from a connection; returns it if it is still unauthenticated.
  private func hear(_ link: UnauthenticatedLink, _ now: ContinuousClock.Instant)
    -> UnauthenticatedLink?
  {
    var link = link
    switch link.socket.receive(buffer) {
    // A mere port check is not reported.
    case .end, .failed: return nil
    case .nothing: break
    case .bytes(let count):
      var events = link.connection.receive(
        UnsafeRawBufferPointer(rebasing: buffer[..<count]))[...]
      switch events.popFirst() {
      case .greeted(let greeting): return handOver(link, greeting, events)
      case .failed(let error):
        note(.init(error), link, now)
        sayLast(link)
        return nil
      case .text, .closed, nil: break
      }
    }
    return send(&link) ? link : nil
  }

  private func handOver(
    _ link: UnauthenticatedLink, _ greeting: Greeting, _ events: ArraySlice<PeerEvent>
  ) -> UnauthenticatedLink? {
    do throws(SocketFailure) {
      let socket = link.socket
      let core = try LinkCore(link.connection, events: Array(events)) { _ in socket }
      links.yield(PeerLink(greeting, core))
    } catch {
      report("a connection was dropped: \(error.reason)")
    }
    return nil
  }

  /// Sends the output; returns false if the system does not take all of it.
  private func send(_ link: inout UnauthenticatedLink) -> Bool {
    // A greeting is far shorter than the system's buffer. If it does not fit, the client is dropped.
    let output = link.connection.takeOutput()
    return output.isEmpty || (try? link.socket.send(output[...])) == output.count
  }

  private func sayLast(_ link: UnauthenticatedLink) {
    var link = link
    _ = send(&link)
    link.socket.endSending()
    // With unread bytes, closing would reset the connection, and the refusal could get lost.
    _ = link.socket.receive(buffer)
  }

  private func note(
    _ kind: RefusalLog.Kind, _ link: UnauthenticatedLink, _ now: ContinuousClock.Instant
  ) {
    if let text = log.note(kind, from: link.address, at: now) { report(text) }
  }

  // MARK: - Accepting

  private func acceptAll(_ now: ContinuousClock.Instant) {
    // At most the backlog at a time, so that existing connections are served in between.
    for _ in 0..<Socket.backlog {
      switch socket.accept() {
      case .connection(let accepted, let address):
        unauthenticated.append(
          UnauthenticatedLink(
            socket: accepted, address: address.hostText, end: now + limits.greeting,
            connection: PeerConnection(
              answeringAs: device, nonce: PeerSecret.randomBytes(PeerHello.nonceBytes),
              secrets: secrets)))
        makeRoom(now)
      case .nothing: return
      case .exhausted:
        // Without descriptors the listener stays readable, and the thread would spin.
        pause = now + .milliseconds(100)
        return
      }
    }
  }

  /// Enforces the limits. The address with most connections loses its oldest one, so that no client takes the room of
  /// others.
  private func makeRoom(_ now: ContinuousClock.Instant) {
    var counts: [String: Int] = [:]
    for link in unauthenticated { counts[link.address, default: 0] += 1 }
    let most = counts.values.max() ?? 0
    guard unauthenticated.count > limits.unauthenticated || most > limits.unauthenticatedPerAddress,
      let index = unauthenticated.firstIndex(where: { counts[$0.address] == most })
    else { return }
    var link = unauthenticated.remove(at: index)
    note(.crowd, link, now)
    link.connection.refuse(.busy)
    sayLast(link)
  }
}

extension RefusalLog.Kind {
  /// The kind of refusal for a greeting's error.
  fileprivate init(_ error: PeerLinkError) {
    self =
      switch error {
      case .unproven: .unproven
      case .version: .version
      default: .garbage
      }
  }
}

/// Limits the reports of refused connections: each kind at most once a minute, with the number of unreported ones.
struct RefusalLog {
  /// The kinds of refusals. The value is the sentence for the log.
  enum Kind: String {
    case unproven = "it did not prove that it is paired"
    case silent = "it did not authenticate in time"
    case garbage = "it uses another protocol"
    case version = "it uses another version of the protocol; update actionitems on both devices"
    case crowd = "too many unauthenticated connections"
  }

  private var kinds: [Kind: (told: ContinuousClock.Instant, since: Int)] = [:]

  /// The sentence to report; nil if this kind was reported within the last minute.
  mutating func note(
    _ kind: Kind, from address: String, at now: ContinuousClock.Instant
  ) -> String? {
    if let last = kinds[kind], now - last.told < .seconds(60) {
      kinds[kind]?.since += 1
      return nil
    }
    let untold = kinds[kind]?.since ?? 0
    kinds[kind] = (now, 0)
    let others = untold > 0 ? " (and \(untold) before it)" : ""
    return "a connection from \(address) was refused: \(kind.rawValue)\(others)"
  }
}
