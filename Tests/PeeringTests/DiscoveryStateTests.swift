import Testing

@testable import Peering

@Suite struct DiscoveryStateTests {
  private var network = SimulatedNetwork()

  @Test mutating func `two machines find each other with all their data`() throws {
    try network.add("Anna")
    try network.add("Bo", port: 99)
    try network.run(.seconds(3))
    #expect(network.known(0) == ["Bo"] && network.known(1) == ["Anna"])
    let found = network.machines[0].events.compactMap {
      if case .found(let service) = $0 { service } else { nil }
    }
    #expect(found.count == 1)
    let service = try #require(found.first)
    #expect(service.port == 99 && service.text == ["id": Array("1".utf8)])
    #expect(service.addresses == ["10.0.0.17", "fe80::11%eth1"])
    #expect(service.host.hasPrefix("actionitems-") && service.host.hasSuffix(".local"))
  }

  @Test mutating func `a late machine finds the others at once`() throws {
    try network.add("Anna")
    try network.run(.seconds(100))
    try network.add(nil)
    // The question takes 20 to 120 ms, and so does the answer (RFC 6762, 5.2 and 6).
    try network.run(.milliseconds(245))
    #expect(network.known(1) == ["Anna"])
  }

  @Test mutating func `an idle network has almost no traffic`() throws {
    for name in ["Anna", "Bo", "Cem"] { try network.add(name) }
    try network.run(.seconds(60))
    let before = network.sent.count
    try network.run(.seconds(3_600))
    // Services and addresses are valid for two minutes: each of three machines asks for those of two others.
    let later = network.sent.dropFirst(before)
    #expect(later.count < 3_600 / 96 * 3 * 4, "\(later.count)")
    #expect((0..<3).map { network.known($0).count } == [2, 2, 2])
    #expect((0..<3).allSatisfy { network.machines[$0].events.count == 3 })
  }

  // RFC 6762, 9.
  @Test mutating func `a machine with a taken name gets another one`() throws {
    try network.add("Anna")
    try network.run(.seconds(5))
    try network.add("anna")
    try network.add("ANNA")
    try network.run(.seconds(5))
    #expect(network.published(0) == ["Anna"])
    #expect(
      Set(network.published(1) + network.published(2)) == ["anna (2)", "ANNA (3)"]
        || Set(network.published(1) + network.published(2)) == ["anna (3)", "ANNA (2)"])
    #expect(network.known(0).count == 2 && network.known(1).contains("Anna"))
  }

  // RFC 6762, 8.2.
  @Test(arguments: 0..<20)
  func `one of several machines that request a name gets it`(seed: UInt64) throws {
    var network = SimulatedNetwork()
    for number in 0..<4 { try network.add("Anna", seed: seed * 7 + UInt64(number) * 1_000) }
    try network.run(.seconds(20))
    let names = (0..<4).compactMap { network.published($0).last }
    #expect(Set(names) == ["Anna", "Anna (2)", "Anna (3)", "Anna (4)"], "\(names)")
    for number in 0..<4 { #expect(network.known(number).count == 3) }
  }

  // RFC 6762, 10.1.
  @Test
  mutating func
    `a machine that says goodbye is lost after a second, others when their time expires`() throws
  {
    for name in ["Anna", "Bo", "Cem"] { try network.add(name) }
    try network.run(.seconds(5))
    try network.end(1, isPolite: true)
    try network.end(2, isPolite: false)
    try network.run(.milliseconds(1_100))
    #expect(network.known(0) == ["Cem"])
    try network.run(.seconds(110))
    #expect(network.known(0) == ["Cem"])
    try network.run(.seconds(10))
    #expect(network.known(0).isEmpty)
  }

  // RFC 6762, 14: a machine that is twice on one network hears itself.
  @Test mutating func `a machine with two interfaces on one network does not conflict with itself`()
    throws
  {
    try network.add("Anna", on: [0, 0])
    try network.add("Bo")
    try network.run(.seconds(10))
    #expect(network.published(0) == ["Anna"] && network.known(0) == ["Bo"])
    #expect(network.known(1) == ["Anna"])
    let last = network.machines[1].events.last {
      if case .found = $0 { true } else { false }
    }
    guard case .found(let service)? = last else {
      Issue.record("nothing was found")
      return
    }
    #expect(service.addresses == ["10.0.0.1", "10.0.0.2", "fe80::1%eth1", "fe80::2%eth1"])
    let probes = network.sent.filter { $0.machine == 0 && !$0.message.authorities.isEmpty }
    #expect(probes.count == 6)
  }

  @Test
  mutating func `a machine with twenty interfaces on one network does not conflict with itself`()
    throws
  {
    try network.add("Anna", on: [Int](repeating: 0, count: 20))
    try network.run(.seconds(10))
    #expect(network.published(0) == ["Anna"])
    #expect(network.sent.count { !$0.message.authorities.isEmpty } == 60)
  }

  @Test mutating func `a name taken on one network is given up on all`() throws {
    try network.add("Anna", on: [1])
    try network.run(.seconds(5))
    try network.add("Anna", on: [0, 1])
    try network.add("Bo", on: [0])
    try network.run(.seconds(10))
    #expect(network.published(1).last == "Anna (2)")
    #expect(network.known(0) == ["Anna (2)"] && network.known(2) == ["Anna (2)"])
    #expect(network.known(1) == ["Anna", "Bo"])
  }

  @Test mutating func `a machine that joins another network is found there at once`() throws {
    try network.add("Anna", on: [0])
    try network.add("Bo", on: [1])
    try network.run(.seconds(30))
    #expect(network.known(1).isEmpty)
    network.update(
      0, network.machines[0].interfaces, networks: [1: 1], interrupted: [1])
    try network.run(.milliseconds(1_300))
    #expect(network.known(0) == ["Bo"] && network.known(1) == ["Anna"])
    #expect(network.machines[0].events.contains(.networkChanged))
  }

  // RFC 6762, 9: no event announced the new cable.
  @Test mutating func `merged networks leave a duplicate name to one machine`() throws {
    try network.add("Anna", on: [0])
    try network.add("Anna", on: [1])
    try network.run(.seconds(30))
    network.machines[1].networks = [1: 0]
    try network.add("Bo", on: [0])
    try network.run(.seconds(10))
    let names = [network.published(0).last, network.published(1).last].compactMap { $0 }
    #expect(Set(names) == ["Anna", "Anna (2)"])
    #expect(network.known(2) == ["Anna", "Anna (2)"])
    for number in 0..<2 {
      #expect(network.known(number) == ["Anna", "Anna (2)", "Bo"].filter { $0 != names[number] })
    }
  }

  // RFC 6762, 8.4.
  @Test mutating func `a new address is announced at once`() throws {
    try network.add("Anna")
    try network.add("Bo")
    try network.run(.seconds(30))
    var interface = network.machines[0].interfaces[0]
    interface.addresses[0].bytes = [10, 0, 0, 200]
    network.update(0, [interface], networks: [1: 0])
    try network.run(.seconds(4))
    guard case .found(let service)? = network.machines[1].events.last else {
      Issue.record("nothing was found")
      return
    }
    #expect(service.addresses == ["10.0.0.200", "fe80::1%eth1"])
    #expect(network.known(0) == ["Bo"])
    #expect(!network.machines[0].events.contains(.lost("Bo")))
  }

  @Test mutating func `a lost network loses all services, which return with it`() throws {
    try network.add("Anna")
    try network.add("Bo")
    try network.run(.seconds(5))
    let interfaces = network.machines[0].interfaces
    network.update(0, [], networks: [:])
    try network.run(.seconds(1))
    #expect(network.known(0).isEmpty && network.machines[0].state.deadline == .never)
    network.update(0, interfaces, networks: [1: 0])
    try network.run(.seconds(2))
    #expect(network.known(0) == ["Bo"])
    #expect(network.published(0) == ["Anna"])
  }

  @Test mutating func `an event that is not accepted is not delivered once its service is gone`()
    throws
  {
    try network.add(nil)
    try network.add("Bo")
    network.machines[0].isOff = true
    let state = network.machines[0].state
    let records = Sample.records("Bo").records(.announced)
    let message = Sample.message(answers: records)
    state.receive(message.packets()[0], on: 1, from: Sample.neighbour, now: .zero)
    _ = state.advance(.zero)
    state.tellEvents { _ in false }
    #expect(state.hasEvents)
    let goodbye = Sample.message(answers: records.map { $0.lasting(0) })
    state.receive(goodbye.packets()[0], on: 1, from: Sample.neighbour, now: .zero)
    _ = state.advance(.seconds(1))
    var events: [DiscoveryEvent] = []
    state.tellEvents { event in
      events.append(event)
      return true
    }
    #expect(events.isEmpty && !state.hasEvents)
  }

  // RFC 6762, 6 and 11.
  @Test(
    arguments: [
      ("from the port of multicast DNS", 5_353, [10, 0, 0, 9], true),
      ("from another port", 5_354, [10, 0, 0, 9], false),
      // It was sent to the group, so it comes from this link.
      ("from another network", 5_353, [8, 8, 8, 8], true),
    ] as [(String, UInt16, [UInt8], Bool)])
  func `answers from the right port and network are accepted`(
    name: String, port: UInt16, address: [UInt8], isTaken: Bool
  ) throws {
    var network = SimulatedNetwork()
    try network.add(nil)
    let message = Sample.message(answers: Sample.records("Bo").records(.announced))
    network.machines[0].state.receive(
      message.packets()[0], on: 1, from: Endpoint(address: address, port: port), now: .zero)
    try network.run(.milliseconds(1))
    _ = network.machines[0].state.advance(.zero)
    var found = 0
    network.machines[0].state.tellEvents { _ in
      found += 1
      return true
    }
    #expect(found + network.machines[0].events.count == (isTaken ? 1 : 0), "\(name)")
  }

  @Test(arguments: [([10, 0, 0, 9], true), ([8, 8, 8, 8], false)] as [([UInt8], Bool)])
  func `a question from another port is answered within the network only`(
    address: [UInt8], isAnswered: Bool
  ) throws {
    var network = SimulatedNetwork()
    try network.add("Anna")
    try network.run(.seconds(5))
    let state = network.machines[0].state
    let query = Sample.query(Sample.type, DNSType.pointer).packets()[0]
    let asker = Endpoint(address: address, port: 40_000)
    state.receive(query, on: 1, from: asker, now: network.now)
    #expect(state.advance(network.now).map(\.receiver) == (isAnswered ? [asker] : []))
  }
}
