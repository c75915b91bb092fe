import Testing

@testable import Peering

@Suite struct DiscoveryFloodTests {
  private static func announcement(_ number: Int) -> [DNSRecord] {
    let host = DNSName("host-\(number).local")
    return Sample.records(
      "Service \(number)", host: host,
      addresses: [[10, 1, UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]]
    ).records(.announced)
  }

  @Test func `a flood of announcements has bounded memory and keeps known services`() {
    var browser = ServiceBrowser(type: Sample.type, rng: Sample.rng(), now: .zero)
    // The same records are reused under other names: new ones would take longer than the code under test.
    var records = Self.announcement(0)
    for number in 0..<5_000 {
      if number % 50 == 0 { records = Self.announcement(number) }
      let name = Sample.instance("Service \(number)")
      records[1].content = .pointer(name)
      (records[2].name, records[3].name) = (name, name)
      browser.hear(records, .zero)
    }
    #expect(browser.isFull)
    #expect(browser.instances.count == ServiceBrowser.mostInstances)
    #expect(browser.hosts.count <= ServiceBrowser.mostInstances)
    #expect(browser.instance("Service 7") != nil)
    #expect(browser.changed.count <= 2 * ServiceBrowser.mostInstances)
  }

  @Test func `names without data are replaced by services`() {
    var browser = ServiceBrowser(type: Sample.type, rng: Sample.rng(), now: .zero)
    for number in 0..<2_500 {
      let nothing = Self.announcement(number).filter { [12, 16].contains($0.type) }
      browser.hear(nothing, .zero)
    }
    #expect(browser.changed.isEmpty)
    browser.hear(Self.announcement(-1), .zero)
    #expect(browser.instance("Service -1")?.service != nil)
    #expect(browser.instances.count == ServiceBrowser.mostInstances)
  }

  @Test func `one service with endless hosts and addresses has bounded memory`() {
    var browser = ServiceBrowser(type: Sample.type, rng: Sample.rng(), now: .zero)
    for number in 0..<2_500 {
      let host = DNSName("host-\(number / 100).local")
      let address: [UInt8] = [10, 1, UInt8(number >> 8), UInt8(number & 0xFF)]
      let records = Sample.records("Anna", host: host, addresses: [address])
      // No record replaces another.
      browser.hear(
        records.records(.announced).map { record in
          var record = record
          record.isUnique = false
          return record
        }, .zero)
    }
    #expect(browser.hosts.count == 1)
    #expect(browser.hosts.first?.addresses.count == 8)
  }

  @Test func `a flood of packets is partly read and reported once`() throws {
    var network = SimulatedNetwork()
    try network.add("Anna")
    try network.run(.seconds(5))
    let state = network.machines[0].state
    var now = network.now
    var events: [DiscoveryEvent] = []
    var sent = 0
    let packets = (0..<1_000).map { Sample.message(answers: Self.announcement($0)).packets()[0] }
    // The packets arrive over ten seconds.
    for number in 0..<100_000 {
      if number % 10 == 0 { now = now + .milliseconds(1) }
      var bytes = packets[number % packets.count]
      // Changes the letter before the number, for more distinct names.
      if let place = bytes.firstIndex(of: 32) { bytes[place] = UInt8(48 + number / 1_000) }
      state.receive(bytes, on: 1, from: Sample.neighbour, now: now)
      guard number % 64 == 0 else { continue }
      sent += state.advance(now).reduce(0) { $0 + $1.bytes.count }
      state.tellEvents { event in
        events.append(event)
        return true
      }
    }
    #expect(events.count { if case .problem = $0 { true } else { false } } == 2)
    #expect(events.count { if case .found = $0 { true } else { false } } == 256)
    // Few questions are sent in the meantime.
    #expect(sent < 100_000, "\(sent)")
  }

  @Test func `a flood of questions gets a small number of answers`() throws {
    var network = SimulatedNetwork()
    try network.add("Anna")
    try network.run(.seconds(5))
    let state = network.machines[0].state
    var now = network.now
    var (all, one) = (0, 0)
    for number in 0..<20_000 {
      if number % 10 == 0 { now = now + .milliseconds(1) }
      var query = Sample.query(Sample.type, DNSType.pointer)
      query.id = UInt16(number & 0xFFFF)
      let port: UInt16 = number % 2 == 0 ? 5_353 : 40_000
      state.receive(
        query.packets()[0], on: 1, from: Endpoint(address: [10, 0, 0, 9], port: port), now: now)
      for packet in state.advance(now) {
        if packet.receiver == nil { all += 1 } else { one += 1 }
      }
    }
    // Within two seconds: RFC 6762, 6 allows one answer per second to all.
    #expect(all <= 3 && one <= 150, "\(all) \(one)")
  }
}
