/// What a browser does by the clock.
extension ServiceBrowser {
  /// Forgets what holds no more, and makes the questions that are to be asked by now; `own` is a service of this
  /// program, of which nobody need tell it.
  mutating func advance(_ now: Duration, own: DNSRecord?) -> Outgoing? {
    guard let deadline, deadline <= now else { return nil }
    expire(now)
    return question(now, own: own).map { Outgoing(message: $0) }
  }

  private mutating func expire(_ now: Duration) {
    var isLoose = false
    for (name, instance) in instances {
      if instance.pointer.expires <= now {
        instances[name] = nil
      } else if let lease = instance.service?.lease, lease.expires <= now {
        instances[name]?.service = nil
        mayHaveRoom = true
        instances[name]?.patience = Patience(chance: chance, now: now)
      } else if let lease = instance.text?.lease, lease.expires <= now {
        instances[name]?.text = nil
        instances[name]?.patience = Patience(chance: chance, now: now)
      } else {
        continue
      }
      changed.insert(name)
      isLoose = true
    }
    if isLoose {
      let named = Set(instances.values.compactMap { $0.service?.host })
      hosts = hosts.filter { named.contains($0.key) }
    }
    var late: Set<DNSName> = []
    for (name, host) in hosts {
      let rest = host.addresses.filter { $0.lease.expires > now }
      if rest.count == host.addresses.count { continue }
      hosts[name]?.addresses = rest
      if rest.isEmpty { hosts[name]?.patience = Patience(chance: chance, now: now) }
      late.insert(name)
    }
    if !late.isEmpty { change(hostsNamed: late) }
  }

  private mutating func question(_ now: Duration, own: DNSRecord?) -> DNSMessage? {
    if let asked, now < asked + Self.pause { return nil }
    var message = DNSMessage()
    func ask(_ name: DNSName, _ type: UInt16) {
      message.questions.append(DNSQuestion(name: name, type: type))
    }
    if askedForAll.map({ now >= $0 + .seconds(1) }) ?? true {
      var isDue = patience.isOver(now)
      for name in instances.keys where instances[name]?.pointer.refresh(now) == true {
        isDue = true
      }
      if isDue {
        ask(type, DNSType.pointer)
        message.answers = known(now) + [own].compactMap { $0 }
        askedForAll = now
      }
    }
    for name in instances.keys {
      guard var instance = instances[name] else { continue }
      let isIncomplete = instance.service == nil || instance.text == nil
      let isOver = isIncomplete && instance.patience.isOver(now)
      if instance.service?.lease.refresh(now) ?? isOver { ask(name, DNSType.service) }
      if instance.text?.lease.refresh(now) ?? isOver { ask(name, DNSType.text) }
      instances[name] = instance
    }
    for name in hosts.keys {
      guard var host = hosts[name] else { continue }
      var types: Set<UInt16> = []
      if host.addresses.isEmpty, host.patience.isOver(now) {
        types = [DNSType.address4, DNSType.address6]
      }
      for place in host.addresses.indices where host.addresses[place].lease.refresh(now) {
        let isShort = host.addresses[place].bytes.count == 4
        types.insert(isShort ? DNSType.address4 : DNSType.address6)
      }
      for type in types.sorted() { ask(name, type) }
      hosts[name] = host
    }
    if message.questions.isEmpty { return nil }
    asked = now
    return message
  }

  /// What need not be told again (RFC 6762, 7.1).
  private func known(_ now: Duration) -> [DNSRecord] {
    instances.compactMap { name, instance in
      instance.pointer.known(now).map {
        DNSRecord(name: type, content: .pointer(name), ttl: $0)
      }
    }
  }
}
