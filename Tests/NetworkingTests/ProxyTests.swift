import TestSupport
import Testing

@testable import Networking

/// Requests through proxies. Below: `ProxyRules` from environment variables.
@Suite struct ProxyTests {
  func transport(_ proxies: ProxyRules) throws -> CurlTransport {
    try CurlTransport(settings: TransportSettings(proxies: proxies))
  }

  @Test func `a tunnel's proxy sees the host and no field of the request`() async throws {
    let proxy = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\r\n\r\nno TLS at all") }
    let transport = try transport(
      ProxyRules(http: nil, https: "http://user:word@127.0.0.1:\(proxy.port)"))
    let request = HTTPRequest(.get, "https://example.invalid/v1?q", headers: ["Authorization": "k"])
    do {
      _ = try await transport.send(request)
      Issue.record("there is no server behind the proxy")
    } catch HTTPError.tlsFailed(.handshake, let destination) {
      #expect(destination.host == "example.invalid")
    }
    let tunnel = try #require(proxy.requests.first)
    #expect(tunnel.method == "CONNECT")
    #expect(tunnel.path == "example.invalid:443")
    #expect(tunnel.header("Authorization") == nil)
    #expect(tunnel.header("Proxy-Authorization") == "Basic dXNlcjp3b3Jk")
  }

  @Test func `a proxy that refuses is named with its status`() async throws {
    let proxy = try LoopbackServer { _ in .text("who are you?", status: 407) }
    let transport = try transport(ProxyRules(http: nil, https: proxy.address))
    let address = HTTPError.Server(host: "127.0.0.1", port: proxy.port, isProxy: true)
    await #expect(throws: HTTPError.proxyRefused(address, status: 407)) {
      try await transport.send(HTTPRequest(.get, "https://example.invalid/"))
    }
  }

  @Test func `a proxy that is not there is named`() async throws {
    let silent = try SilentListener()
    silent.close()
    let address = HTTPError.Server(host: "127.0.0.1", port: silent.port, isProxy: true)
    let transport = try transport(ProxyRules(http: nil, https: "127.0.0.1:\(silent.port)"))
    await #expect(throws: HTTPError.connectionRefused(address)) {
      try await transport.send(HTTPRequest(.get, "https://example.invalid/"))
    }
  }

  @Test(arguments: ["gopher://h:1", "http://", "http://h:port", "http://h\0"])
  func `a proxy's address that cannot be read is refused`(address: String) async throws {
    let transport = try transport(ProxyRules(http: nil, https: address))
    await #expect(throws: HTTPError.invalidProxy) {
      try await transport.send(HTTPRequest(.get, "https://example.invalid/"))
    }
  }

  @Test func `requests to this machine go through no proxy`() async throws {
    let proxy = try LoopbackServer { _ in .text("caught") }
    let server = try LoopbackServer { _ in .text("ok") }
    let transport = try transport(ProxyRules(http: proxy.address, https: proxy.address))
    let response = try await transport.send(HTTPRequest(.get, server.address))
    #expect(response.body == Array("ok".utf8))
    #expect(proxy.connectionCount == 0)
  }

  @Test(
    arguments: [
      ("nothing", [:], nil, nil, []),
      ("both", ["http_proxy": "a", "https_proxy": "b"], "a", "b", []),
      ("all", ["all_proxy": "a"], "a", "a", []),
      ("one and all", ["ALL_PROXY": "a", "HTTPS_PROXY": "b"], "a", "b", []),
      ("lower case first", ["https_proxy": "a", "HTTPS_PROXY": "b"], nil, "a", []),
      ("a visitor's header", ["HTTP_PROXY": "a"], nil, nil, []),
      ("empty", ["https_proxy": "", "HTTPS_PROXY": ""], nil, nil, []),
      ("exceptions", ["NO_PROXY": "a, .b.c ,d"], nil, nil, ["a", ".b.c", "d"]),
    ] as [(String, [String: String], String?, String?, [String])])
  func `the usual variables are read`(
    name: String, environment: [String: String], http: String?, https: String?, exceptions: [String]
  ) {
    let rules = ProxyRules(environment: environment)
    #expect(rules == ProxyRules(http: http, https: https, exceptions: exceptions), "\(name)")
  }
}
