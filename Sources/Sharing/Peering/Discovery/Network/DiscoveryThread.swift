import System

/// Does the I/O of `ServiceDiscovery` on one thread: sockets, timers and changes of the network. `DiscoveryState`
/// decides.
final class DiscoveryThread {
  private let state: DiscoveryState
  private let interfaces: [String]
  private let stop: StopSignal
  private let events: AsyncStream<DiscoveryEvent>.Continuation
  private let log: @Sendable (String) -> Void
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var sockets: [LinkSocket] = []
  private var changes: NetworkChanges?
  /// Links that were down since the last look, or over which sending failed.
  private var interrupted: [UInt32] = []
  /// When to look for links again.
  private var looksAt: DiscoveryTime = .never

  /// How long to wait after a change of the network, since several usually come together.
  private static let settling: DiscoveryTime = .milliseconds(250)
  /// How long to wait before retrying a link that could not be listened to.
  private static let pause: DiscoveryTime = .seconds(60)
  /// The limit of packets read from one socket in a row.
  private static let mostPackets = 64

  init(
    _ state: DiscoveryState, interfaces: [String], stop: StopSignal,
    events: AsyncStream<DiscoveryEvent>.Continuation, log: @escaping @Sendable (String) -> Void
  ) {
    (self.state, self.interfaces, self.stop) = (state, interfaces, stop)
    (self.events, self.log) = (events, log)
    start = clock.now
    do throws(NetworkError) { changes = try NetworkChanges() } catch {
      state.reportOnce("\(error)", kind: "netlink")
    }
  }

  private var now: DiscoveryTime {
    let (seconds, parts) = (clock.now - start).components
    return .milliseconds(Int(seconds) * 1_000 + Int(parts / 1_000_000_000_000_000))
  }

  /// Finds and publishes services until it is stopped; then withdraws the published one.
  func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    look()
    while !stop.isCalled {
      send(state.advance(now))
      state.tellEvents { [events, log] event in
        if case .problem(let text) = event { log(text) }
        if case .dropped = events.yield(event) { return false }
        return true
      }
      wait(buffer)
      if looksAt <= now { look() }
    }
    send(state.goodbye())
    events.finish()
  }

  private func wait(_ buffer: UnsafeMutableRawBufferPointer) {
    let wake = stop.wait
    var polled = [changes.map { Poll.Entry($0.socket, for: .input) } ?? .never]
    polled += sockets.map { Poll.Entry($0.socket, for: .input) }
    polled.append(wake ?? .never)
    var deadline = min(state.deadline, looksAt)
    // Events that were not accepted are offered again.
    if state.hasEvents { deadline = min(deadline, now + .seconds(1)) }
    // Without a wake-up pipe, checks once a second whether to stop.
    let longest = wake == nil ? 1_000 : 86_400_000
    let rest = max(0, min((deadline - now).milliseconds, longest))
    Poll.wait(&polled, until: clock.now + .milliseconds(rest))
    if polled[0].isReady, let changes {
      interrupted += changes.take(buffer)
      looksAt = min(looksAt, now + Self.settling)
    }
    for (place, socket) in sockets.enumerated() where polled[place + 1].isReady {
      for _ in 0..<Self.mostPackets {
        guard let (bytes, source) = socket.receive(buffer) else { break }
        state.receive(bytes, on: socket.link, from: source, now: now)
      }
    }
  }

  private func send(_ packets: [DiscoveryState.Packet]) {
    for packet in packets {
      for socket in sockets where socket.link == packet.link {
        if let receiver = packet.receiver, (receiver.address.count == 4) != socket.isIPv4 {
          continue
        }
        // A full buffer counts as a packet lost in transit. If an address is not ready yet, the kernel reports later
        // that it is.
        do throws(SystemError) {
          try socket.send(packet.bytes, to: packet.receiver)
          continue
        } catch .wouldBlock {
          continue
        } catch {
          if error == .notPermitted {
            state.reportOnce("\(NetworkError("send multicast DNS", error))", kind: "send")
          }
        }
        if packet.receiver == nil, !interrupted.contains(packet.link) {
          interrupted.append(packet.link)
        }
      }
    }
  }

  /// Finds the current links, and listens to new or changed ones.
  private func look() {
    looksAt = .never
    let found = LinkInterface.all(named: interfaces)
    let kept = state.links.map(\.interface)
      .filter { found.contains($0) && !interrupted.contains($0.index) }.map(\.index)
    sockets.removeAll { !kept.contains($0.link) }
    for interface in found {
      for isIPv4 in [true, false] {
        // A link with a new socket counts as interrupted.
        if listen(to: interface, isIPv4: isIPv4) { interrupted.append(interface.index) }
      }
      if !kept.contains(interface.index) { log("looks for services on \(interface.name)") }
    }
    state.update(found, interrupted: interrupted, now: now)
    interrupted = []
  }

  /// Listens to a link if it has an address of the family and no socket yet. Returns whether a socket was added.
  private func listen(to interface: LinkInterface, isIPv4: Bool) -> Bool {
    guard interface.addresses.contains(where: { $0.bytes.count == (isIPv4 ? 4 : 16) }),
      !sockets.contains(where: { $0.link == interface.index && $0.isIPv4 == isIPv4 })
    else { return false }
    do throws(NetworkError) {
      sockets.append(try LinkSocket(interface, isIPv4: isIPv4))
      return true
    } catch {
      state.reportOnce("\(error)", kind: "\(error)")
      looksAt = now + Self.pause
      return false
    }
  }
}
