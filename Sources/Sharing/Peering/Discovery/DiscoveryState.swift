/// The logic of `ServiceDiscovery`: finds the services of one type, and publishes one, on all links of a machine. It
/// has no sockets and no clock; `DiscoveryThread` has them. Each link has a `ServiceBrowser` and a `ServiceResponder`.
final class DiscoveryState {
  /// An encoded message to send on a link.
  struct Packet: Sendable {
    var link: UInt32
    var bytes: [UInt8]
    /// The receiver; nil for all.
    var receiver: Endpoint?
  }

  /// A link of the machine, with its browser and its responder.
  final class Link {
    var interface: LinkInterface
    var responder: ServiceResponder?
    var browser: ServiceBrowser
    var allowance: Allowance
    var heard = RecentPackets(most: 16)

    init(
      _ interface: LinkInterface, _ responder: ServiceResponder?, _ browser: ServiceBrowser,
      now: DiscoveryTime
    ) {
      (self.interface, self.responder, self.browser) = (interface, responder, browser)
      allowance = Allowance(now: now)
    }
  }

  let type: ServiceType
  let publication: ServicePublication?
  private(set) var links: [Link] = []
  /// The host's name. It is random, because another program may be responsible for the machine's own name.
  private let host: DNSName
  /// The number of the current name of the service, counted from 1.
  private var attempt = 1
  /// Packets that were sent just now, to be ignored when they come back on any link.
  private var sent = RecentPackets(most: 64)
  private var outbox: [Packet] = []
  /// Names whose data may differ from what was last reported.
  var dirty: [DNSName] = []
  var reported: [(name: DNSName, service: DiscoveredService)] = []
  private var publishedName: String?
  var notices: [DiscoveryEvent] = []
  private var problems: [String] = []
  private var isStarted = false
  private let rng: RandomSource

  init(type: ServiceType, publication: ServicePublication?, rng: @escaping RandomSource) {
    (self.type, self.publication, self.rng) = (type, publication, rng)
    let digits = Array("0123456789abcdef".utf8)
    var label = type.name.label.dropFirst() + [UInt8(ascii: "-")]
    for _ in 0..<16 { label.append(digits[rng(16)]) }
    host = DNSName("local").child(Array(label)) ?? DNSName("local")
  }

  /// The name of the service, as published or proposed.
  var name: String? {
    if let publication { InstanceName.numbered(publication.name, attempt) } else { nil }
  }

  var ownName: DNSName? { if let name { type.name.child(Array(name.utf8)) } else { nil } }

  private func records(_ interface: LinkInterface) -> ServiceRecords? {
    guard let publication, let ownName else { return nil }
    return ServiceRecords(
      type: type.name, port: publication.port, text: publication.text, instance: ownName,
      host: host, addresses: interface.addresses.map(\.bytes))
  }

  private func link(_ index: UInt32) -> Link? {
    links.first { $0.interface.index == index }
  }

  /// Updates the links. Those in `interrupted` restart: they were down, sending failed, or they have a new socket.
  func update(_ interfaces: [LinkInterface], interrupted: [UInt32] = [], now: DiscoveryTime) {
    var isChanged = false
    for place in links.indices.reversed()
    where !interfaces.contains(where: { $0.index == links[place].interface.index }) {
      markChanged(at: links.remove(at: place))
      isChanged = true
    }
    for interface in interfaces {
      let records = records(interface)
      guard let link = link(interface.index) else {
        let responder = records.map { ServiceResponder($0, rng: rng, now: now) }
        let browser = ServiceBrowser(type: type.name, rng: rng, now: now)
        links.append(Link(interface, responder, browser, now: now))
        isChanged = true
        continue
      }
      if link.interface == interface, !interrupted.contains(interface.index) { continue }
      link.interface = interface
      if let records { link.responder?.restart(records, now: now) }
      link.browser.restart(now)
      markChanged(at: link)
      isChanged = true
    }
    if isChanged, isStarted, !notices.contains(.networkChanged) { notices.append(.networkChanged) }
    isStarted = true
  }

  private func markChanged(at name: DNSName) {
    if !dirty.contains(name) { dirty.append(name) }
  }

  private func markChanged(at link: Link) {
    for instance in link.browser.instances { markChanged(at: instance.name) }
  }

  func reportOnce(_ problem: String, kind: String) {
    if problems.contains(kind) { return }
    problems.append(kind)
    notices.append(.problem(problem))
  }

  // MARK: - Timers

  var deadline: DiscoveryTime {
    var deadline: DiscoveryTime = outbox.isEmpty ? .never : .zero
    for link in links {
      deadline = min(deadline, link.browser.deadline)
      if let responder = link.responder { deadline = min(deadline, responder.deadline) }
    }
    return deadline
  }

  func advance(_ now: DiscoveryTime) -> [Packet] {
    for link in links {
      for message in link.responder?.advance(now) ?? [] { send(message, link) }
      var own: DNSRecord?
      if let responder = link.responder, responder.isAnnounced {
        own = responder.records.records(.pointer).first
        if let name, publishedName != name {
          publishedName = name
          notices.append(.published(name))
        }
      }
      if let query = link.browser.advance(now, own: own) { send(query, link) }
      for name in link.browser.changed { markChanged(at: name) }
      link.browser.changed = []
      if link.browser.isFull {
        let most = ServiceBrowser.mostInstances
        reportOnce(
          "more than \(most) services are announced on \(link.interface.name):"
            + " some of them are ignored", kind: "services")
      }
    }
    for packet in outbox where packet.receiver == nil { sent.add(packet.bytes, now) }
    defer { outbox = [] }
    return outbox
  }

  func goodbye() -> [Packet] {
    for link in links {
      if let message = link.responder?.goodbye() { send(message, link) }
    }
    defer { outbox = [] }
    return outbox
  }

  private func send(_ outgoing: Outgoing, _ link: Link) {
    for bytes in outgoing.message.packets() {
      outbox.append(
        Packet(link: link.interface.index, bytes: bytes, receiver: outgoing.receiver))
    }
  }

  // MARK: - Incoming messages

  func receive(_ bytes: [UInt8], on index: UInt32, from source: Endpoint, now: DiscoveryTime) {
    guard let link = link(index) else { return }
    guard link.allowance.take(bytes.count, now) else {
      return reportOnce(
        "too much multicast DNS traffic on \(link.interface.name):"
          + " some of it is ignored", kind: "traffic")
    }
    // Packets sent over both IPv4 and IPv6 count once.
    let isIPv4 = source.address.count == 4
    guard !sent.contains(bytes, now),
      !link.heard.contains(bytes, now, isIPv4: !isIPv4)
    else { return }
    link.heard.add(bytes, now, isIPv4: isIPv4)
    guard let message = try? DNSMessage(parsing: bytes), !message.isForeign else { return }
    if message.isResponse {
      // Responses from another port are ignored (RFC 6762, 6).
      guard source.port == Endpoint.usualPort else { return }
      let records = message.answers + message.additionals
      link.browser.hear(records, now)
      link.responder?.hear(answers: records, now)
      if link.responder?.needsName == true { rename(now) }
    } else if let reply = link.responder?.hear(query: message, from: source, now),
      link.interface.reaches(source.address)
    {
      send(reply, link)
    }
  }

  /// Takes the next name, on all links.
  private func rename(_ now: DiscoveryTime) {
    // The old name belongs to another service.
    if let ownName { markChanged(at: ownName) }
    attempt += 1
    if let ownName { markChanged(at: ownName) }
    for link in links {
      guard let records = records(link.interface) else { continue }
      link.responder?.restart(records, now: now)
    }
  }
}
