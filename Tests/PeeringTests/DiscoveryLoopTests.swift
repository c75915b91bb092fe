import Testing

@testable import Peering

/// Discovery over real sockets on the loopback interface.
@Suite struct DiscoveryLoopTests {
  @Test func `two programs of one machine find each other, and one hears the other go`()
    async throws
  {
    // Other programs on this machine use another service type.
    let number = Int.random(in: 0..<1_000_000)
    let type = try #require(ServiceType("_t\(number)._tcp"))
    let loops = ["Anna", "Bo"].enumerated().map { place, name in
      let text = [(key: "id", value: Array(name.utf8))]
      return ServiceDiscovery(
        type: type,
        publication: ServicePublication(name: name, port: UInt16(place) + 1, text: text),
        interfaces: ["lo"])
    }
    let first = Task { await loops[0].run() }
    let second = Task { await loops[1].run() }
    var seen: [DiscoveryEvent] = []
    for await event in loops[0].events {
      seen.append(event)
      if case .found(let service) = event, service.name == "Bo" {
        #expect(service.port == 2 && service.text == ["id": Array("Bo".utf8)])
        #expect(service.addresses.contains("127.0.0.1"))
        second.cancel()
      }
      if event == .lost("Bo") { break }
    }
    first.cancel()
    await first.value
    await second.value
    for await event in loops[1].events { seen.append(event) }
    #expect(seen.contains(.published("Anna")) && seen.contains(.published("Bo")))
  }
}
