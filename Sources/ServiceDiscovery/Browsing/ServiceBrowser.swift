/// Finds the services of one kind on one link (RFC 6762, 5.2): asks, and remembers what it hears as long as that holds.
///
/// What it remembers is bounded, however much is announced.
struct ServiceBrowser: Sendable {
  struct Instance: Sendable {
    var pointer: Lease
    var service: (host: DNSName, port: UInt16, lease: Lease)?
    var text: (bytes: [UInt8], lease: Lease)?
    /// When to ask for what is missing.
    var patience: Patience
  }

  struct Host: Sendable {
    var addresses: [(bytes: [UInt8], lease: Lease)] = []
    var patience: Patience
  }

  let type: DNSName
  var instances: [DNSName: Instance] = [:]
  /// Hosts that an instance names, no others.
  var hosts: [DNSName: Host] = [:]
  /// Names of which something else is known than before.
  var changed: Set<DNSName> = []
  /// Whether there were more services than are remembered.
  private(set) var isFull = false
  /// Whether there may be a name of which nothing more is known.
  var mayHaveRoom = true
  var patience: Patience
  /// When all services were asked for last.
  var askedForAll: Duration?
  /// When anything was.
  var asked: Duration?
  let chance: Chance

  /// The most services that are remembered.
  static let mostInstances = 256
  /// The most addresses of one kind that are remembered of a host.
  private static let mostAddresses = 8
  /// How long what was taken back, or has a successor, holds yet (RFC 6762, 10.1 and 10.2).
  private static let rest: Duration = .seconds(1)
  /// The shortest time between two messages.
  static let pause: Duration = .milliseconds(200)

  init(type: DNSName, chance: @escaping Chance, now: Duration) {
    self.type = type
    self.chance = chance
    patience = Patience(chance: chance, now: now)
  }

  /// When there is something to do next.
  var deadline: Duration? {
    // All services are not asked for twice within a second.
    let again = askedForAll.map { $0 + .seconds(1) } ?? .zero
    var questions = max(patience.next, again)
    var ends = Duration.seconds(Int64.max / 2)
    for instance in instances.values {
      ends = min(ends, instance.pointer.expires)
      if let next = instance.pointer.next { questions = min(questions, max(next, again)) }
      for lease in [instance.service?.lease, instance.text?.lease] {
        guard let lease else {
          questions = min(questions, instance.patience.next)
          continue
        }
        ends = min(ends, lease.expires)
        if let next = lease.next { questions = min(questions, next) }
      }
    }
    for host in hosts.values {
      if host.addresses.isEmpty { questions = min(questions, host.patience.next) }
      for address in host.addresses {
        ends = min(ends, address.lease.expires)
        if let next = address.lease.next { questions = min(questions, next) }
      }
    }
    return min(ends, max(questions, asked.map { $0 + Self.pause } ?? .zero))
  }

  /// The link may be another one now: what nobody says again soon is forgotten, and all is asked for at once
  /// (RFC 6762, 10.4 and 10.5).
  mutating func restart(_ now: Duration) {
    let time: Duration = .seconds(10)
    for name in instances.keys {
      instances[name]?.pointer.limit(to: time, now)
      instances[name]?.service?.lease.limit(to: time, now)
      instances[name]?.text?.lease.limit(to: time, now)
    }
    for (name, host) in hosts {
      for place in host.addresses.indices {
        hosts[name]?.addresses[place].lease.limit(to: time, now)
      }
    }
    patience = Patience(chance: chance, now: now)
    (askedForAll, asked) = (nil, nil)
  }

  // MARK: - What others say

  /// Hears an answer to somebody: what comes first may be needed for what comes later.
  mutating func hear(_ records: [DNSRecord], _ now: Duration) {
    for record in records where record.name == type {
      if case .pointer(let instance) = record.content { hear(instance, record, now) }
    }
    for record in records where instances[record.name] != nil { hearMore(record, now) }
    for record in records {
      if case .address(let bytes) = record.content, hosts[record.name] != nil {
        hearAddress(bytes, record, now)
      }
    }
  }

  private mutating func hear(_ name: DNSName, _ record: DNSRecord, _ now: Duration) {
    if instances[name] != nil {
      if record.ttl == 0 {
        instances[name]?.pointer.limit(to: Self.rest, now)
      } else {
        instances[name]?.pointer = Lease(ttl: record.ttl, chance: chance, now: now)
      }
      return
    }
    guard record.ttl > 0, name.isChild(of: type), InstanceName.isOne(Array(name.label)) else {
      return
    }
    if instances.count >= Self.mostInstances {
      isFull = true
      // One of which nothing more is known makes room; where there is none, a flood is not to have it looked for again.
      guard mayHaveRoom else { return }
      guard let other = instances.first(where: { $0.value.service == nil })?.key else {
        mayHaveRoom = false
        return
      }
      instances[other] = nil
      changed.insert(other)
    }
    mayHaveRoom = true
    instances[name] = Instance(
      pointer: Lease(ttl: record.ttl, chance: chance, now: now),
      patience: Patience(chance: chance, now: now))
  }

  private mutating func hearMore(_ record: DNSRecord, _ now: Duration) {
    let lease = Lease(ttl: record.ttl, chance: chance, now: now)
    switch record.content {
    case .service where record.ttl == 0:
      instances[record.name]?.service?.lease.limit(to: Self.rest, now)
    case .service(_, _, let port, let host):
      let known = instances[record.name]?.service
      instances[record.name]?.service = (host, port, lease)
      if known?.host == host, known?.port == port { return }
      if hosts[host] == nil { hosts[host] = Host(patience: Patience(chance: chance, now: now)) }
      if let old = known?.host, !instances.values.contains(where: { $0.service?.host == old }) {
        hosts[old] = nil
      }
      changed.insert(record.name)
    case .text where record.ttl == 0:
      instances[record.name]?.text?.lease.limit(to: Self.rest, now)
    case .text(let bytes):
      let known = instances[record.name]?.text?.bytes
      // More than is published of any service, and less than would fill the memory.
      guard bytes.count <= 1_300 else { return }
      instances[record.name]?.text = (bytes, lease)
      if known != bytes { changed.insert(record.name) }
    default: break
    }
  }

  private mutating func hearAddress(_ bytes: [UInt8], _ record: DNSRecord, _ now: Duration) {
    guard var host = hosts[record.name] else { return }
    if record.isUnique {
      for place in host.addresses.indices
      where host.addresses[place].bytes.count == bytes.count
        && now - host.addresses[place].lease.heard > Self.rest
      {
        host.addresses[place].lease.limit(to: Self.rest, now)
      }
    }
    let lease = Lease(ttl: record.ttl, chance: chance, now: now)
    if let place = host.addresses.firstIndex(where: { $0.bytes == bytes }) {
      if record.ttl == 0 {
        host.addresses[place].lease.limit(to: Self.rest, now)
      } else {
        host.addresses[place].lease = lease
      }
    } else if record.ttl > 0,
      host.addresses.count(where: { $0.bytes.count == bytes.count }) < Self.mostAddresses
    {
      host.addresses.append((bytes, lease))
      change(hostsNamed: [record.name])
    }
    hosts[record.name] = host
  }

  /// The services of hosts are not what they were.
  mutating func change(hostsNamed names: Set<DNSName>) {
    for (name, instance) in instances {
      if let host = instance.service?.host, names.contains(host) { changed.insert(name) }
    }
  }
}
