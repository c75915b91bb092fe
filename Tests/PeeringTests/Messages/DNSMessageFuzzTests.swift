import TestSupport
import Testing

@testable import Peering

/// Damaged DNS messages: parsed, and received by a `DiscoveryState`.
@Suite struct DNSMessageFuzzTests {
  private static func originals() -> [[UInt8]] {
    var announcement = Sample.message(
      answers: Sample.records(text: [4, 97, 61, 98, 99]).records(.announced),
      additionals: Sample.records().records([.instanceEnd, .hostEnd]))
    announcement.authorities = [
      DNSRecord(name: Sample.host, content: .other(type: 13, [1, 2, 3]), ttl: 5)
    ]
    let known = (0..<9).map {
      DNSRecord(name: Sample.type, content: .pointer(Sample.instance("\($0)")), ttl: 9)
    }
    return [announcement, Sample.query(Sample.type, DNSType.pointer, known: known)]
      .flatMap { $0.packets() }
  }

  @Test func `damaged messages are refused or read back as parsed`() throws {
    let tokens = ["\u{0}\u{C}", "_tcp", "\u{0}\u{2F}\u{0}\u{1}"]
    var mutator = ByteMutator(seed: 6_762, tokens: tokens)
    let originals = Self.originals()
    var understood = 0
    let rounds = FuzzRounds.count(20_000)
    for number in 0..<rounds {
      let mutant = mutator.mutate(originals[number % originals.count])
      guard let message = try? DNSMessage(parsing: mutant) else { continue }
      understood += 1
      let packets = message.packets(limit: DNSMessage.longest)
      guard packets.count == 1, packets[0].count <= DNSMessage.longest else { continue }
      #expect(try DNSMessage(parsing: packets[0]) == message, "\(mutant)")
    }
    #expect(understood > rounds / 20)
  }

  @Test func `a state survives arbitrary packets`() throws {
    var mutator = ByteMutator(seed: 6_763)
    let originals = Self.originals()
    let state = DiscoveryState(
      type: try #require(ServiceType("_actionitems._tcp")),
      publication: ServicePublication(name: "Anna", port: 1), rng: Sample.rng())
    state.update([SimulatedNetwork.interface(1, 1)], now: .zero)
    var now: DiscoveryTime = .zero
    for number in 0..<FuzzRounds.count(20_000) {
      now = now + .milliseconds(10)
      let mutant = mutator.mutate(originals[number % originals.count])
      state.receive(mutant, on: 1, from: Sample.neighbour, now: now)
      for packet in state.advance(now) { _ = try DNSMessage(parsing: packet.bytes) }
      state.tellEvents { _ in true }
      #expect(state.deadline > now)
    }
  }
}
