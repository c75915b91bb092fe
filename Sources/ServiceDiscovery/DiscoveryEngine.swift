/// Finds the services of one kind, and publishes one, on all links of a machine: without sockets and without a clock.
struct DiscoveryEngine: Sendable {
  /// Bytes for one link.
  struct Packet: Hashable, Sendable {
    var link: UInt32
    var bytes: [UInt8]
    /// Whom they are for; nil for all.
    var receiver: Endpoint?
  }

  struct Link: Sendable {
    var interface: LinkInterface
    var responder: ServiceResponder?
    var browser: ServiceBrowser
    var allowance: Allowance
    var heard = RecentPackets()
  }

  let type: ServiceType
  let publication: ServicePublication?
  private(set) var links: [Link] = []
  /// The host's name: made up, for the machine's own name may be another program's to speak of.
  private let host: DNSName
  /// How often a name was looked for.
  private var attempt = 1
  /// What was sent a short time ago, and is no news where it comes back, on whichever link.
  private var sent = RecentPackets()
  private var outbox: [Packet] = []
  /// Names of which something else may be known than was told.
  var dirty: Set<DNSName> = []
  /// What was told.
  var told: [DNSName: DiscoveredService] = [:]
  private var publishedName: String?
  /// What there is to tell besides services.
  var notices: [DiscoveryEvent] = []
  private var problems: Set<String> = []
  private var isStarted = false
  private let chance: Chance

  init(type: ServiceType, publication: ServicePublication?, chance: @escaping Chance) {
    (self.type, self.publication, self.chance) = (type, publication, chance)
    let digits = (0..<16).map { _ in "0123456789abcdef".utf8.map { $0 }[chance(16)] }
    let label = type.name.label.dropFirst() + "-".utf8 + digits
    host = DNSName("local").child(Array(label)) ?? DNSName("local")
  }

  /// The name under which the service is published, or is to be.
  var name: String? { publication.map { InstanceName.numbered($0.name, attempt) } }

  /// That name as others know it.
  var ownName: DNSName? { name.flatMap { type.name.child(Array($0.utf8)) } }

  private func records(_ interface: LinkInterface) -> ServiceRecords? {
    guard let publication, let ownName else { return nil }
    return ServiceRecords(
      type: type.name, port: publication.port, text: publication.text, instance: ownName,
      host: host, addresses: interface.addresses.map(\.bytes))
  }

  /// Takes over which links there are; `interrupted` are those that were down in between.
  mutating func update(
    _ interfaces: [LinkInterface], interrupted: Set<UInt32> = [], now: Duration
  ) {
    var isChanged = false
    for link in links where !interfaces.contains(where: { $0.index == link.interface.index }) {
      dirty.formUnion(link.browser.instances.keys)
      links.removeAll { $0.interface.index == link.interface.index }
      isChanged = true
    }
    for interface in interfaces {
      let records = records(interface)
      guard let place = links.firstIndex(where: { $0.interface.index == interface.index }) else {
        links.append(
          Link(
            interface: interface,
            responder: records.map { ServiceResponder($0, chance: chance, now: now) },
            browser: ServiceBrowser(type: type.name, chance: chance, now: now),
            allowance: Allowance(now: now)))
        isChanged = true
        continue
      }
      if links[place].interface == interface, !interrupted.contains(interface.index) { continue }
      links[place].interface = interface
      if let records { links[place].responder?.restart(records, now: now) }
      links[place].browser.restart(now)
      dirty.formUnion(links[place].browser.instances.keys)
      isChanged = true
    }
    if isChanged, isStarted { notices.append(.networkChanged) }
    isStarted = true
  }

  /// Tells of something once.
  mutating func tellOnce(_ problem: String, kind: String) {
    if problems.insert(kind).inserted { notices.append(.problem(problem)) }
  }

  // MARK: - By the clock

  /// When there is something to do next.
  var deadline: Duration? {
    if !outbox.isEmpty { return .zero }
    return links.flatMap { [$0.browser.deadline, $0.responder?.deadline] }.compactMap { $0 }.min()
  }

  /// What is to be sent by now.
  mutating func advance(_ now: Duration) -> [Packet] {
    for place in links.indices {
      let index = links[place].interface.index
      for message in links[place].responder?.advance(now) ?? [] { send(message, index) }
      let isAnnounced = links[place].responder?.isAnnounced ?? false
      let own = isAnnounced ? links[place].responder?.records.records(.pointer).first : nil
      if let query = links[place].browser.advance(now, own: own) { send(query, index) }
      dirty.formUnion(links[place].browser.changed)
      links[place].browser.changed = []
      if isAnnounced, let name, publishedName != name {
        publishedName = name
        notices.append(.published(name))
      }
      if links[place].browser.isFull {
        let most = ServiceBrowser.mostInstances
        tellOnce(
          "more than \(most) services are announced on \(links[place].interface.name):"
            + " only some of them are looked at", kind: "services")
      }
    }
    for packet in outbox where packet.receiver == nil { sent.add(packet.bytes, now) }
    defer { outbox = [] }
    return outbox
  }

  /// What takes everything back.
  mutating func goodbye() -> [Packet] {
    for link in links {
      if let message = link.responder?.goodbye() { send(message, link.interface.index) }
    }
    defer { outbox = [] }
    return outbox
  }

  private mutating func send(_ outgoing: Outgoing, _ link: UInt32) {
    for bytes in outgoing.message.packets() {
      outbox.append(Packet(link: link, bytes: bytes, receiver: outgoing.receiver))
    }
  }

  // MARK: - What others say

  /// Takes a packet that came by a link.
  mutating func receive(_ bytes: [UInt8], on link: UInt32, from source: Endpoint, now: Duration) {
    guard let place = links.firstIndex(where: { $0.interface.index == link }) else { return }
    guard links[place].allowance.take(bytes.count, now) else {
      return tellOnce(
        "more is sent to \(links[place].interface.name) by multicast DNS than is read:"
          + " some of it is left out", kind: "traffic")
    }
    // What was said over IPv4 and is said again over IPv6 is the same.
    let isIPv4 = source.address.count == 4
    guard !sent.contains(bytes, now),
      !links[place].heard.contains(bytes, now, isIPv4: !isIPv4)
    else { return }
    links[place].heard.add(bytes, now, isIPv4: isIPv4)
    guard let message = try? DNSMessage(parsing: bytes), !message.isForeign else { return }
    if message.isResponse {
      // RFC 6762, 6: an answer from another port is none.
      guard source.port == Endpoint.usualPort else { return }
      let records = message.answers + message.additionals
      links[place].browser.hear(records, now)
      links[place].responder?.hear(answers: records, now)
      if links[place].responder?.needsName == true { rename(now) }
    } else if let reply = links[place].responder?.hear(query: message, from: source, now),
      links[place].interface.reaches(source.address)
    {
      send(reply, link)
    }
  }

  /// Takes the next name, on all links.
  private mutating func rename(_ now: Duration) {
    // Whoever has the old one is somebody else.
    if let ownName { dirty.insert(ownName) }
    attempt += 1
    if let ownName { dirty.insert(ownName) }
    for place in links.indices {
      guard let records = records(links[place].interface) else { continue }
      links[place].responder?.restart(records, now: now)
    }
  }
}
