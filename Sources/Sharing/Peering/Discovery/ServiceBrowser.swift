/// Finds the services of one type on one link (RFC 6762, 5.2). It asks, and keeps the answers while they are valid.
/// `ServiceResponder` publishes a service.
///
/// Its memory is bounded, no matter how much other hosts announce.
struct ServiceBrowser: Sendable {
  /// A service, with its records as far as they are known.
  struct Instance: Sendable {
    let name: DNSName
    var pointer: Lease
    var service: (host: DNSName, port: UInt16, lease: Lease)?
    var text: (bytes: [UInt8], lease: Lease)?
    var schedule: QuerySchedule
  }

  /// A host that an instance names, with its addresses.
  struct Host: Sendable {
    let name: DNSName
    var addresses: [(bytes: [UInt8], lease: Lease)] = []
    var schedule: QuerySchedule
  }

  let type: DNSName
  /// The services found, few enough for a linear search.
  var instances: [Instance] = []
  /// The hosts that the instances name.
  var hosts: [Host] = []
  /// The names whose data has changed, each once.
  var changed: [DNSName] = []
  private(set) var isFull = false
  /// Whether there may be an instance without service data, which can make room for another.
  var mayHaveRoom = true
  var schedule: QuerySchedule
  var askedForAll: DiscoveryTime = .longAgo
  var asked: DiscoveryTime = .longAgo
  let rng: RandomSource

  static let mostInstances = 256
  /// The limit of remembered addresses of a host, per family.
  private static let mostAddresses = 8
  /// How long a withdrawn or replaced record stays valid (RFC 6762, 10.1 and 10.2).
  private static let rest: DiscoveryTime = .seconds(1)
  static let pause: DiscoveryTime = .milliseconds(200)

  init(type: DNSName, rng: @escaping RandomSource, now: DiscoveryTime) {
    (self.type, self.rng) = (type, rng)
    schedule = QuerySchedule(rng: rng, now: now)
  }

  func place(of name: DNSName) -> Int? { instances.firstIndex { $0.name == name } }

  func host(_ name: DNSName) -> Int? { hosts.firstIndex { $0.name == name } }

  var deadline: DiscoveryTime {
    // All services are asked for at most once a second.
    let again = askedForAll + .seconds(1)
    var (questions, ends) = (max(schedule.next, again), DiscoveryTime.never)
    func consider(_ lease: Lease) {
      ends = min(ends, lease.expires)
      questions = min(questions, lease.next)
    }
    for instance in instances {
      ends = min(ends, instance.pointer.expires)
      questions = min(questions, max(instance.pointer.next, again))
      if let service = instance.service { consider(service.lease) }
      if let text = instance.text { consider(text.lease) }
      if instance.service == nil || instance.text == nil {
        questions = min(questions, instance.schedule.next)
      }
    }
    for host in hosts {
      if host.addresses.isEmpty { questions = min(questions, host.schedule.next) }
      for address in host.addresses { consider(address.lease) }
    }
    return min(ends, max(questions, asked + Self.pause))
  }

  /// Restarts on a link that may be another network now: sends questions at once. Records that are not announced again
  /// expire soon (RFC 6762, 10.4 and 10.5).
  mutating func restart(_ now: DiscoveryTime) {
    let time: DiscoveryTime = .seconds(10)
    for place in instances.indices {
      instances[place].pointer.limit(to: time, now)
      instances[place].service?.lease.limit(to: time, now)
      instances[place].text?.lease.limit(to: time, now)
    }
    for place in hosts.indices {
      for address in hosts[place].addresses.indices {
        hosts[place].addresses[address].lease.limit(to: time, now)
      }
    }
    schedule = QuerySchedule(rng: rng, now: now)
    (askedForAll, asked) = (.longAgo, .longAgo)
  }

  mutating func change(_ name: DNSName) {
    if !changed.contains(name) { changed.append(name) }
  }

  mutating func change(host: DNSName) {
    for instance in instances where instance.service?.host == host { change(instance.name) }
  }

  // MARK: - Incoming records

  /// Reads a response, also one to another host's question. Takes pointers first, then services, then addresses, since
  /// each needs the one before.
  mutating func hear(_ records: [DNSRecord], _ now: DiscoveryTime) {
    for record in records where record.name == type {
      if case .pointer(let instance) = record.content { hear(instance, record, now) }
    }
    for record in records {
      switch record.content {
      case .service(_, _, let port, let host): hearService(host, port, record, now)
      case .text(let bytes): hearText(bytes, record, now)
      default: break
      }
    }
    for record in records {
      if case .address(let bytes) = record.content { hearAddress(bytes, record, now) }
    }
  }

  private func lease(_ record: DNSRecord, _ now: DiscoveryTime) -> Lease {
    Lease(ttl: record.ttl, rng: rng, now: now)
  }

  private mutating func hear(_ name: DNSName, _ record: DNSRecord, _ now: DiscoveryTime) {
    if let place = place(of: name) {
      if record.ttl == 0 {
        instances[place].pointer.limit(to: Self.rest, now)
      } else {
        instances[place].pointer = lease(record, now)
      }
      return
    }
    guard record.ttl > 0, name.parent == type, InstanceName.isOne(name.label) else { return }
    if instances.count >= Self.mostInstances {
      isFull = true
      // An instance without service data makes room. In a flood, the search is not repeated in vain.
      guard mayHaveRoom, let place = instances.firstIndex(where: { $0.service == nil }) else {
        mayHaveRoom = false
        return
      }
      // No event is needed: the instance was never reported, or its loss already was.
      instances.remove(at: place)
    }
    mayHaveRoom = true
    instances.append(
      Instance(
        name: name, pointer: lease(record, now), schedule: QuerySchedule(rng: rng, now: now)))
  }

  private mutating func hearService(
    _ host: DNSName, _ port: UInt16, _ record: DNSRecord, _ now: DiscoveryTime
  ) {
    guard let place = place(of: record.name) else { return }
    if record.ttl == 0 {
      instances[place].service?.lease.limit(to: Self.rest, now)
      return
    }
    let known = instances[place].service
    instances[place].service = (host, port, lease(record, now))
    if let known, known.host == host, known.port == port { return }
    if self.host(host) == nil {
      hosts.append(Host(name: host, schedule: QuerySchedule(rng: rng, now: now)))
    }
    forgetHosts()
    change(record.name)
  }

  private mutating func hearText(_ bytes: [UInt8], _ record: DNSRecord, _ now: DiscoveryTime) {
    // The limit is more than any published service needs, and too little to fill the memory.
    guard bytes.count <= 1_300, let place = place(of: record.name) else { return }
    if record.ttl == 0 {
      instances[place].text?.lease.limit(to: Self.rest, now)
      return
    }
    let known = instances[place].text
    instances[place].text = (bytes, lease(record, now))
    // A service without a known host is not reported.
    if known?.bytes != bytes, instances[place].service != nil { change(record.name) }
  }

  private mutating func hearAddress(_ bytes: [UInt8], _ record: DNSRecord, _ now: DiscoveryTime) {
    guard let place = host(record.name) else { return }
    var (known, count) = (nil as Int?, 0)
    for (address, other) in hosts[place].addresses.enumerated()
    where other.bytes.count == bytes.count {
      count += 1
      if other.bytes == bytes { known = address }
      if record.isUnique, now - other.lease.heard > Self.rest {
        hosts[place].addresses[address].lease.limit(to: Self.rest, now)
      }
    }
    if let known {
      if record.ttl == 0 {
        hosts[place].addresses[known].lease.limit(to: Self.rest, now)
      } else {
        hosts[place].addresses[known].lease = lease(record, now)
      }
    } else if record.ttl > 0, count < Self.mostAddresses {
      hosts[place].addresses.append((bytes, lease(record, now)))
      change(host: record.name)
    }
  }

  mutating func forgetHosts() {
    hosts.removeAll { host in !instances.contains { $0.service?.host == host.name } }
  }
}
