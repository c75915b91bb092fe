import Glibc

/// The thread of a discovery: sockets around an engine.
struct DiscoveryThread {
  private var engine: DiscoveryEngine
  private let interfaces: [String]
  private let stop: WakeUpCall
  private let events: AsyncStream<DiscoveryEvent>.Continuation
  private let log: @Sendable (String) -> Void
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var sockets: [LinkSocket] = []
  private var changes: NetworkChanges?
  /// Links that were down since they were looked at last, or over which something could not be sent.
  private var interrupted: Set<UInt32> = []
  /// When to look which links there are; nil where nothing has changed.
  private var looksAt: Duration?
  private var isStopped = false

  /// Several changes mostly come together.
  private static let settling: Duration = .milliseconds(250)
  /// How long to wait before a link is tried again that could not be listened to.
  private static let pause: Duration = .seconds(60)
  /// Packets of one socket that are read before there is time for all else.
  private static let mostPackets = 64

  init(
    _ engine: DiscoveryEngine, interfaces: [String], stop: WakeUpCall,
    events: AsyncStream<DiscoveryEvent>.Continuation, log: @escaping @Sendable (String) -> Void
  ) {
    (self.engine, self.interfaces, self.stop) = (engine, interfaces, stop)
    (self.events, self.log) = (events, log)
    start = clock.now
    do throws(NetworkError) { changes = try NetworkChanges() } catch {
      self.engine.tellOnce("\(error)", kind: "netlink")
    }
  }

  private var now: Duration { clock.now - start }

  /// Finds and publishes until it is told to stop; then takes back what was published.
  mutating func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    look()
    while !isStopped {
      send(engine.advance(now))
      engine.tellEvents { [events, log] event in
        if case .problem(let text) = event { log(text) }
        if case .dropped = events.yield(event) { return false }
        return true
      }
      wait(buffer)
      if let time = looksAt, time <= now { look() }
    }
    send(engine.goodbye())
    events.finish()
  }

  private mutating func wait(_ buffer: UnsafeMutableRawBufferPointer) {
    let descriptors = [stop.reading, changes?.descriptor ?? -1] + sockets.map(\.descriptor)
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // What nobody had room for is offered again.
    let retry: Duration? = engine.hasEvents ? now + .seconds(1) : nil
    let deadline = [engine.deadline, looksAt, retry].compactMap { $0 }.min()
    let milliseconds = deadline.map { max(0, ($0 - now) / .milliseconds(1)).rounded(.up) }
    _ = poll(&polled, UInt(polled.count), milliseconds.map { Int32(min($0, 1e9)) } ?? -1)
    isStopped = polled[0].revents != 0
    if polled[1].revents != 0, let changes {
      interrupted.formUnion(changes.take(buffer))
      looksAt = min(looksAt ?? .seconds(Int64.max / 2), now + Self.settling)
    }
    for (socket, state) in zip(sockets, polled.dropFirst(2)) where state.revents != 0 {
      for _ in 0..<Self.mostPackets {
        guard let (bytes, source) = socket.receive(buffer) else { break }
        engine.receive(bytes, on: socket.link, from: source, now: now)
      }
    }
  }

  private mutating func send(_ packets: [DiscoveryEngine.Packet]) {
    for packet in packets {
      for socket in sockets where socket.link == packet.link {
        if let receiver = packet.receiver, (receiver.address.count == 4) != socket.isIPv4 {
          continue
        }
        // Where there is no room it is as if it were lost underway. An address may not be ready yet: the kernel tells
        // when it is.
        if socket.send(packet.bytes, to: packet.receiver) || errno == EAGAIN { continue }
        if errno == EPERM {
          engine.tellOnce("\(NetworkError("send multicast DNS", errno: EPERM))", kind: "send")
        }
        if packet.receiver == nil { interrupted.insert(packet.link) }
      }
    }
  }

  /// Looks which links there are, and listens to those that are new or not what they were.
  private mutating func look() {
    looksAt = nil
    let found = LinkInterface.all(named: interfaces)
    let before = Dictionary(
      uniqueKeysWithValues: engine.links.map { ($0.interface.index, $0.interface) })
    let kept = Set(
      found.filter { before[$0.index] == $0 && !interrupted.contains($0.index) }.map(\.index))
    sockets.removeAll { !kept.contains($0.link) }
    var failed: Set<UInt32> = []
    for interface in found where !kept.contains(interface.index) {
      for isIPv4 in [true, false] {
        let length = isIPv4 ? 4 : 16
        guard interface.addresses.contains(where: { $0.bytes.count == length }) else { continue }
        do throws(NetworkError) {
          sockets.append(try LinkSocket(interface, isIPv4: isIPv4))
        } catch {
          engine.tellOnce("\(error)", kind: "\(error)")
          failed.insert(interface.index)
        }
      }
      log("looks for services on \(interface.name)")
    }
    engine.update(found, interrupted: interrupted, now: now)
    interrupted = failed
    if !failed.isEmpty { looksAt = now + Self.pause }
  }
}
