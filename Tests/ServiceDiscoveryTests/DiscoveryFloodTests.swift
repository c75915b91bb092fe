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

  @Test func `a flood of announcements takes bounded memory, and leaves room for who was there`() {
    var browser = ServiceBrowser(type: Sample.type, chance: Sample.chance(), now: .zero)
    // The same records under other names: making them anew would take longer than what is tried.
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

  @Test func `names of which nothing is known make room for services`() {
    var browser = ServiceBrowser(type: Sample.type, chance: Sample.chance(), now: .zero)
    for number in 0..<2_500 {
      let nothing = Self.announcement(number).filter { [12, 16].contains($0.type) }
      browser.hear(nothing, .zero)
    }
    #expect(browser.changed.isEmpty)
    browser.hear(Self.announcement(-1), .zero)
    #expect(browser.instance("Service -1")?.service != nil)
    #expect(browser.instances.count == ServiceBrowser.mostInstances)
  }

  @Test func `one service with hosts and addresses without end takes bounded memory`() {
    var browser = ServiceBrowser(type: Sample.type, chance: Sample.chance(), now: .zero)
    for number in 0..<2_500 {
      let host = DNSName("host-\(number / 100).local")
      let address: [UInt8] = [10, 1, UInt8(number >> 8), UInt8(number & 0xFF)]
      let records = Sample.records("Anna", host: host, addresses: [address])
      // Nothing is said to take the place of anything.
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

  @Test func `a flood of packets is read in part, and told of once`() throws {
    var network = SimulatedNetwork()
    try network.add("Anna")
    try network.run(.seconds(5))
    let engine = network.machines[0].engine
    var now = network.now
    var events: [DiscoveryEvent] = []
    var sent = 0
    let packets = (0..<1_000).map { Sample.message(answers: Self.announcement($0)).packets()[0] }
    // Over ten seconds.
    for number in 0..<100_000 {
      if number % 10 == 0 { now = now + .milliseconds(1) }
      var bytes = packets[number % packets.count]
      // The letter before the number: another hundred of thousands of names.
      if let place = bytes.firstIndex(of: 32) { bytes[place] = UInt8(48 + number / 1_000) }
      engine.receive(bytes, on: 1, from: Sample.neighbour, now: now)
      guard number % 64 == 0 else { continue }
      sent += engine.advance(now).reduce(0) { $0 + $1.bytes.count }
      engine.tellEvents { event in
        events.append(event)
        return true
      }
    }
    #expect(events.count { if case .problem = $0 { true } else { false } } == 2)
    #expect(events.count { if case .found = $0 { true } else { false } } == 256)
    // What is asked meanwhile is next to nothing.
    #expect(sent < 100_000, "\(sent)")
  }

  @Test func `a flood of questions is answered a few times`() throws {
    var network = SimulatedNetwork()
    try network.add("Anna")
    try network.run(.seconds(5))
    let engine = network.machines[0].engine
    var now = network.now
    var (all, one) = (0, 0)
    for number in 0..<20_000 {
      if number % 10 == 0 { now = now + .milliseconds(1) }
      var query = Sample.query(Sample.type, DNSType.pointer)
      query.id = UInt16(number & 0xFFFF)
      let port: UInt16 = number % 2 == 0 ? 5_353 : 40_000
      engine.receive(
        query.packets()[0], on: 1, from: Endpoint(address: [10, 0, 0, 9], port: port), now: now)
      for packet in engine.advance(now) {
        if packet.receiver == nil { all += 1 } else { one += 1 }
      }
    }
    // In two seconds: RFC 6762, 6 says once a second at most, for all.
    #expect(all <= 3 && one <= 150, "\(all) \(one)")
  }
}
