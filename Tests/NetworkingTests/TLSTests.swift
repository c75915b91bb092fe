import TestSupport
import Testing

@testable import Networking

/// Servers' certificates. `AuthorityFileTests`, below, tests unreadable authority files and servers without TLS.
@Suite(.enabled(if: OpenSSL.isInstalled))
struct TLSTests {
  func failure(port: Int, settings: TransportSettings) async throws -> TLSFailure? {
    let transport = try CurlTransport(settings: settings)
    do {
      let response = try await transport.send(HTTPRequest(.get, "https://127.0.0.1:\(port)/"))
      #expect(response.status == 200)
      return nil
    } catch HTTPError.tlsFailed(let failure, let destination) {
      #expect(destination.port == port)
      return failure
    }
  }

  @Test func `a server is trusted for its own name, within its days, by its authority alone`()
    async throws
  {
    let authority = try TestAuthority()
    let good = try TLSServer(
      certificate: authority.sign("good", for: ["IP:127.0.0.1", "DNS:localhost"]))
    let expired = try TLSServer(
      certificate: authority.sign("expired", for: ["IP:127.0.0.1"], days: -1))
    let other = try TLSServer(certificate: authority.sign("other", for: ["DNS:example.com"]))
    let old = try TLSServer(
      certificate: authority.sign("old", for: ["IP:127.0.0.1"]), options: ["-tls1_1"])
    let selfSigned = try TLSServer(
      certificate: authority.own)
    let settings = TransportSettings(authorityFile: authority.file)

    #expect(try await failure(port: good.port, settings: settings) == nil)
    #expect(try await failure(port: expired.port, settings: settings) == .expired)
    #expect(try await failure(port: other.port, settings: settings) == .wrongHost)
    #expect(
      try await failure(port: good.port, settings: TransportSettings()) == .unknownAuthority)
    #expect(
      try await failure(port: selfSigned.port, settings: TransportSettings()) == .selfSigned)
    guard case .handshake = try await failure(port: old.port, settings: settings) else {
      Issue.record("TLS 1.1 was accepted")
      return
    }
    let another = try TestAuthority()
    #expect(
      try await failure(
        port: good.port, settings: TransportSettings(authorityFile: another.file))
        == .unknownAuthority)
  }

  @Test func `the authority can come from the environment`() async throws {
    let authority = try TestAuthority()
    let server = try TLSServer(certificate: authority.sign("good", for: ["IP:127.0.0.1"]))
    let settings = TransportSettings(environment: ["SSL_CERT_FILE": authority.file])
    #expect(try await failure(port: server.port, settings: settings) == nil)
  }

  @Test func `many requests at once reach a server that knows neither HTTP 2 nor keep-alive`()
    async throws
  {
    let authority = try TestAuthority()
    let server = try TLSServer(certificate: authority.sign("good", for: ["IP:127.0.0.1"]))
    let transport = try CurlTransport(
      settings: TransportSettings(maximumConnectionsPerHost: 8, authorityFile: authority.file))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await transport.send(HTTPRequest(.get, "https://127.0.0.1:\(server.port)/")).status
        }
      }
      for try await status in group { #expect(status == 200) }
    }
  }
}

@Suite struct AuthorityFileTests {
  @Test(arguments: [("missing", "/nonexistent/ca.pem"), ("empty", "/dev/null")])
  func `authorities that cannot be read are named`(name: String, file: String) async throws {
    let transport = try CurlTransport(settings: TransportSettings(authorityFile: file))
    let server = try LoopbackServer { _ in .silence }
    do {
      _ = try await transport.send(HTTPRequest(.get, "https://127.0.0.1:\(server.port)/"))
      Issue.record("\(name)")
    } catch HTTPError.tlsFailed(.unreadableAuthorities(let path), _) {
      #expect(path == file, "\(name)")
    }
  }

  @Test func `a server that speaks no TLS is a failed handshake`() async throws {
    let transport = try CurlTransport()
    // A TLS handshake is not HTTP, so the server closes the connection.
    let server = try LoopbackServer { _ in .text("plain") }
    do {
      _ = try await transport.send(HTTPRequest(.get, "https://127.0.0.1:\(server.port)/"))
      Issue.record("there is no TLS")
    } catch HTTPError.tlsFailed(.handshake(let reason), _) {
      #expect(!reason.isEmpty)
    }
  }
}
