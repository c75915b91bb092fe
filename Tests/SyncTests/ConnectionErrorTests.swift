import Networking
import Testing

@testable import Sync

@Suite struct ConnectionErrorTests {
  @Test func `an error about a wrong scheme suggests the other one`() throws {
    let (plain, secure) = (try ServerAddress("ws://[::1]:1"), try ServerAddress("wss://h.example"))
    for error in [ConnectionError.handshake(.notHTTP), .endedEarly] {
      #expect(error.failure(plain).description.hasSuffix("if it has TLS, use wss://"))
      #expect(error.failure(secure) == error.failure)
    }
    let tls = ConnectionError.connection(
      .tlsFailed(.handshake("wrong version number"), secure.destination))
    #expect(
      tls.failure(secure).description
        == "wss://h.example/: the secure connection failed: no agreement with the server "
        + "(wrong version number); if it has no TLS, use ws://")
    // The proxy sent this, not the server, so another token would not help.
    #expect(
      ConnectionError.handshake(.refused(status: 407, retryAfter: nil)).failure.kind == .address)
    let expired = ConnectionError.connection(.tlsFailed(.expired, secure.destination))
    #expect(!expired.failure(secure).description.contains("ws:"))
  }
}
