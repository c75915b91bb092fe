import TestSupport
import Testing

@testable import Peering

/// Calls that fail, and the errors that they throw.
@Suite struct PeerConnectingTests {
  @Test func `a port without a listener is unreachable`() async throws {
    let silent = try SilentListener()
    silent.close()
    await #expect(
      throws: PeerLinkError.unreachable("127.0.0.1:\(silent.port)", reason: "Connection refused")
    ) { try await connect(to: silent.port) }
    await #expect(throws: PeerLinkError.self) {
      try await connect(to: silent.port, host: "no-such-host.invalid", within: .seconds(60))
    }
  }

  @Test func `a silent peer times out`() async throws {
    let silent = try SilentListener()
    await #expect(throws: PeerLinkError.timedOut("127.0.0.1:\(silent.port)")) {
      try await connect(to: silent.port, within: .milliseconds(100))
    }
  }

  @Test func `a cancelled call stops waiting`() async throws {
    let silent = try SilentListener()
    let calling = Task { try await connect(to: silent.port) }
    calling.cancel()
    await #expect(throws: PeerLinkError.cancelled) { try await calling.value }
  }

  @Test(
    arguments: [
      "HTTP/1.1 400 Bad Request\r\n\r\n", "\u{15}\u{3}\u{1}\u{0}\u{2}", "SSH-2.0-OpenSSH_9.6\r\n",
    ])
  func `a server of another protocol is not a peer`(text: String) async throws {
    let server = try StreamServer { connection in
      _ = connection.read()
      connection.write(text.utf8)
      _ = connection.read()
    }
    await #expect(throws: PeerLinkError.notAPeer) { try await connect(to: server.port) }
  }

  @Test func `a peer that closes at once has broken the connection`() async throws {
    let server = try StreamServer { _ in }
    await #expect(throws: PeerLinkError.self) { try await connect(to: server.port) }
  }

  @Test func `a device other than the expected one is named`() async throws {
    let listener = try listening()
    defer { listener.stop() }
    await #expect(throws: PeerLinkError.otherDevice(Dialogue.other)) {
      try await connect(to: listener.port, peer: Dialogue.third)
    }
  }

  @Test func `each error says what to do next`() {
    let errors: [PeerLinkError] = [
      .unreachable("a:1", reason: "no"), .timedOut("a:1"), .notAPeer, .version(2), .version(nil),
      .refused(.session), .refused(.pairing), .unproven(.session), .unproven(.pairing), .busy,
      .otherDevice("x"), .ownDevice, .broken("it ended"), .tampered, .pairing("no"),
      .listening("a:1", reason: "no"),
    ]
    for error in errors {
      #expect("\(error)".contains("; "), "\(error)")
    }
  }
}
