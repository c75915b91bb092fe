/// The timed actions of a browser: drops expired records, and asks for unknown ones and those about to expire.
extension ServiceBrowser {
  /// Removes expired records, and returns the questions that are due. `own` is the record of this program's service; it
  /// is added to the known answers.
  mutating func advance(_ now: DiscoveryTime, own: DNSRecord?) -> Outgoing? {
    guard deadline <= now else { return nil }
    expire(now)
    guard now >= asked + Self.pause else { return nil }
    let message = question(now, own: own)
    if message.questions.isEmpty { return nil }
    asked = now
    return Outgoing(message: message)
  }

  private mutating func expire(_ now: DiscoveryTime) {
    for place in instances.indices.reversed() {
      let name = instances[place].name
      if instances[place].pointer.expires <= now {
        instances.remove(at: place)
        change(name)
        continue
      }
      var isOver = false
      if let service = instances[place].service, service.lease.expires <= now {
        instances[place].service = nil
        (mayHaveRoom, isOver) = (true, true)
      }
      if let text = instances[place].text, text.lease.expires <= now {
        instances[place].text = nil
        isOver = true
      }
      if isOver {
        instances[place].schedule = QuerySchedule(rng: rng, now: now)
        change(name)
      }
    }
    forgetHosts()
    for place in hosts.indices {
      let rest = hosts[place].addresses.filter { $0.lease.expires > now }
      if rest.count == hosts[place].addresses.count { continue }
      hosts[place].addresses = rest
      if rest.isEmpty { hosts[place].schedule = QuerySchedule(rng: rng, now: now) }
      change(host: hosts[place].name)
    }
  }

  private mutating func question(_ now: DiscoveryTime, own: DNSRecord?) -> DNSMessage {
    var message = DNSMessage()
    func ask(_ name: DNSName, _ type: UInt16) {
      message.questions.append(DNSQuestion(name: name, type: type))
    }
    if now >= askedForAll + .seconds(1) {
      var isDue = schedule.isDue(now)
      for place in instances.indices where instances[place].pointer.refresh(now) { isDue = true }
      if isDue {
        ask(type, DNSType.pointer)
        message.answers = known(now)
        if let own { message.answers.append(own) }
        askedForAll = now
      }
    }
    for place in instances.indices {
      let isIncomplete = instances[place].service == nil || instances[place].text == nil
      let isDue = isIncomplete && instances[place].schedule.isDue(now)
      let name = instances[place].name
      if instances[place].service?.lease.refresh(now) ?? isDue { ask(name, DNSType.service) }
      if instances[place].text?.lease.refresh(now) ?? isDue { ask(name, DNSType.text) }
    }
    for place in hosts.indices {
      let isDue = hosts[place].addresses.isEmpty && hosts[place].schedule.isDue(now)
      var (asks4, asks6) = (isDue, isDue)
      for address in hosts[place].addresses.indices
      where hosts[place].addresses[address].lease.refresh(now) {
        if hosts[place].addresses[address].bytes.count == 4 { asks4 = true } else { asks6 = true }
      }
      if asks4 { ask(hosts[place].name, DNSType.address4) }
      if asks6 { ask(hosts[place].name, DNSType.address6) }
    }
    return message
  }

  /// The known answers, which other hosts then do not send again (RFC 6762, 7.1).
  private func known(_ now: DiscoveryTime) -> [DNSRecord] {
    instances.compactMap { instance in
      instance.pointer.known(now).map {
        DNSRecord(name: type, content: .pointer(instance.name), ttl: $0)
      }
    }
  }
}
