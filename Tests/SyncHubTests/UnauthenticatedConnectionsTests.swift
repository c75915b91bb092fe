import Glibc
import Networking
import Store
import Synchronization
import Testing

@testable import Sync
@testable import SyncHub

/// Connections that never authenticate. Also the comparison of `ClientAddress`, by which they are counted.
@Suite struct UnauthenticatedConnectionsTests {
  @Test(
    arguments: [
      ("nobody", [], nil), ("one", [(7, [1])], 7),
      ("the oldest of one address", [(3, [1]), (2, [1])], 2),
      ("of the address with the most", [(1, [1]), (2, [2]), (3, [2])], 2),
      ("the older of two with as many", [(4, [1]), (5, [1]), (2, [2]), (3, [2])], 2),
      (
        "of one network, though each has another address",
        [
          (1, [9]), (2, [32, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
          (3, [32, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]),
        ], 2
      ),
    ] as [(String, [(Int, [UInt8])], Int?)])
  func `the oldest connection of the address with the most goes first`(
    name: String, connections: [(Int, [UInt8])], first: Int?
  ) {
    var unauthenticated = UnauthenticatedConnections()
    for (number, address) in connections {
      unauthenticated.add(number, from: ClientAddress(address))
    }
    #expect(unauthenticated.first == first, "\(name)")
    #expect(unauthenticated.count == connections.count)
  }

  @Test func `an IPv4 address is the same in every notation`() {
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 0, 0, 1]
    #expect(ClientAddress(mapped) == ClientAddress([10, 0, 0, 1]))
    #expect(ClientAddress([10, 0, 0, 2]) != ClientAddress([10, 0, 0, 1]))
  }

  @Test(arguments: ["upgrades", "idle connections"])
  func `many unauthenticated connections keep nobody out`(kind: String) async throws {
    var settings = HubSettings(token: "right")
    (settings.sessions, settings.unauthenticated) = (2, 4)
    settings.greetingTimeout = .seconds(900)
    let told = Mutex<[String]>([])
    let running = try await RunningHub(settings) { text in told.withLock { $0.append(text) } }
    let address = "http://\(running.hub.address)"
    var links: [SyncWebSocket] = []
    var streams: [CurlStream] = []
    for _ in 0..<80 {
      if kind == "upgrades" {
        links.append(
          try await SyncWebSocket.open(try ServerAddress(address), settings: ConnectionSettings()))
      } else {
        streams.append(try await CurlStream.open(address))
      }
    }
    let a = try running.client("a")
    try await a.commit("Call Bo", "1")
    #expect(try await running.sync(a).delivered == 1)
    let health = try await CurlTransport().send(HTTPRequest(.get, address + "/healthz"))
    #expect(health.status == 200)
    #expect(
      told.withLock { $0 }.count { $0.contains("too many unauthenticated connections") } >= 76)
    for link in links { link.drop() }
    withExtendedLifetime(streams) {}
    try await running.stop()
  }
}
