import Testing

@testable import Peering

/// Machines with discovery engines, on networks that carry each packet to all within one millisecond, over IPv4 and
/// IPv6.
struct SimulatedNetwork {
  struct Machine {
    var state: DiscoveryState
    var interfaces: [LinkInterface]
    /// The network of each interface, by number.
    var networks: [UInt32: Int]
    var events: [DiscoveryEvent] = []
    var isOff = false
  }

  struct Sent {
    var time: DiscoveryTime
    var machine: Int
    var link: UInt32
    var message: DNSMessage
    var receiver: Endpoint?
  }

  private struct Arrival {
    var time: DiscoveryTime
    var machine: Int
    var link: UInt32
    var bytes: [UInt8]
    var source: Endpoint
  }

  var machines: [Machine] = []
  private(set) var now: DiscoveryTime = .zero
  /// All packets sent, in order.
  private(set) var sent: [Sent] = []
  private var arrivals: [Arrival] = []

  /// An interface of a machine; the last byte of its addresses identifies both.
  static func interface(_ number: UInt32, _ machine: Int) -> LinkInterface {
    let last = UInt8(machine * 16) + UInt8(number)
    return LinkInterface(
      index: number, name: "eth\(number)",
      addresses: [
        .init(bytes: [10, 0, 0, last], prefix: 24),
        .init(bytes: [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [last], prefix: 64),
      ])
  }

  /// Adds a machine on the given networks and starts it.
  mutating func add(
    _ name: String?, on networks: [Int] = [0], port: UInt16 = 4_711, seed: UInt64? = nil
  ) throws {
    let number = machines.count
    let state = DiscoveryState(
      type: try #require(ServiceType("_actionitems._tcp")),
      publication: name.flatMap {
        ServicePublication(name: $0, port: port, text: [("id", Array("\(number)".utf8))])
      }, rng: Sample.rng(seed ?? UInt64(number) + 100))
    let pairs = networks.enumerated().map { (UInt32($0.offset) + 1, $0.element) }
    machines.append(
      Machine(
        state: state, interfaces: pairs.map { Self.interface($0.0, number) },
        networks: Dictionary(uniqueKeysWithValues: pairs)))
    machines[number].state.update(machines[number].interfaces, now: now)
  }

  /// Advances the time.
  mutating func run(_ time: DiscoveryTime) throws {
    let end = now + time
    while true {
      let deadlines = machines.filter { !$0.isOff }.map { $0.state.deadline }
      guard let next = (deadlines + arrivals.map(\.time)).min(), next <= end else { break }
      now = max(now, next)
      let due = arrivals.filter { $0.time <= now }
      arrivals.removeAll { $0.time <= now }
      for arrival in due where !machines[arrival.machine].isOff {
        machines[arrival.machine].state.receive(
          arrival.bytes, on: arrival.link, from: arrival.source, now: now)
      }
      for number in machines.indices where !machines[number].isOff {
        try send(machines[number].state.advance(now), number)
        tell(number)
      }
      #expect(sent.count < 100_000, "a storm")
      if sent.count >= 100_000 { break }
    }
    now = end
  }

  /// Stops a machine, with or without a goodbye.
  mutating func end(_ number: Int, isPolite: Bool) throws {
    if isPolite { try send(machines[number].state.goodbye(), number) }
    machines[number].isOff = true
  }

  /// Changes the links of a machine.
  mutating func update(
    _ number: Int, _ interfaces: [LinkInterface], networks: [UInt32: Int],
    interrupted: [UInt32] = []
  ) {
    machines[number].interfaces = interfaces
    machines[number].networks = networks
    machines[number].state.update(interfaces, interrupted: interrupted, now: now)
    tell(number)
  }

  private mutating func tell(_ number: Int) {
    var events: [DiscoveryEvent] = []
    machines[number].state.tellEvents { event in
      events.append(event)
      return true
    }
    machines[number].events += events
  }

  private mutating func send(_ packets: [DiscoveryState.Packet], _ sender: Int) throws {
    for packet in packets {
      let message = try DNSMessage(parsing: packet.bytes)
      sent.append(
        Sent(
          time: now, machine: sender, link: packet.link, message: message,
          receiver: packet.receiver))
      let network = machines[sender].networks[packet.link]
      let interface = machines[sender].interfaces.first { $0.index == packet.link }
      for (number, machine) in machines.enumerated() {
        for (link, other) in machine.networks where other == network {
          for address in interface?.addresses ?? [] where packet.receiver == nil {
            arrivals.append(
              Arrival(
                time: now + .milliseconds(1), machine: number, link: link, bytes: packet.bytes,
                source: Endpoint(address: address.bytes, port: 5_353)))
          }
        }
      }
    }
  }

  /// The names that a machine has published.
  func published(_ number: Int) -> [String] {
    machines[number].events.compactMap { if case .published(let name) = $0 { name } else { nil } }
  }

  /// The names of the services that a machine currently knows, in order.
  func known(_ number: Int) -> [String] {
    var known: Set<String> = []
    for event in machines[number].events {
      switch event {
      case .found(let service): known.insert(service.name)
      case .lost(let name): known.remove(name)
      default: break
      }
    }
    return known.sorted()
  }
}
