import Testing

@testable import Peering

@Suite struct PeerEndpointTests {
  @Test(
    arguments: [
      ("kitchen.local:4711", "kitchen.local", 4711), ("192.168.1.7:1", "192.168.1.7", 1),
      ("[::1]:65535", "::1", 65_535), ("[fe80::1%eth0]:80", "fe80::1%eth0", 80),
    ])
  func `hosts and ports are read and written`(text: String, host: String, port: Int) {
    let endpoint = PeerEndpoint(text)
    #expect(endpoint?.host == host && endpoint?.port == port)
    #expect(endpoint?.description == text)
  }

  @Test(
    arguments: [
      "", "host", "host:", ":1", "host:0", "host:65536", "host:-1", "::1:80", "[::1]", "a b:80",
      "host:80/path", "user@host:80", "[]:80",
    ])
  func `an invalid endpoint is refused`(text: String) {
    #expect(PeerEndpoint(text) == nil)
  }
}
