import TestSupport
import Testing

@testable import Networking

/// Requests that are refused before they are sent, and similar ones that are not.
/// Below: servers that cannot be reached.
@Suite struct RefusedRequestTests {
  func failure(of request: HTTPRequest, settings: TransportSettings = TransportSettings())
    async throws -> HTTPError?
  {
    let transport = try CurlTransport(settings: settings)
    do throws(HTTPError) {
      _ = try await transport.send(request)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("empty", "", HTTPError.URLFault.empty), ("no scheme", "127.0.0.1:8080/v1", .noScheme),
    ("relative", "/v1", .noScheme), ("one slash", "http:/h", .noScheme),
    ("name and port", "localhost:11434", .noScheme),
    ("slashes later", "/v1?u=http://h/", .noScheme),
    ("a host's port", "h:80/?u=://", .noScheme), ("no host but a query", "http://?h", .noHost),
    ("nothing", "https://", .noHost), ("file", "file:///etc/passwd", .notHTTP),
    ("unknown scheme", "gopherx://h/", .notHTTP), ("ws", "ftp://h/", .notHTTP),
    ("no host", "http:///v1", .noHost), ("password", "https://user:secret@h/", .hasCredentials),
    ("user", "https://user@h/", .hasCredentials), ("port in letters", "http://h:x/", .malformed),
    ("port too large", "http://h:65536/", .malformed), ("space", "http://h/a b", .malformed),
    ("line break", "http://127.0.0.1/\r\nX: y", .malformed), ("NUL", "http://h/\0", .malformed),
    ("too long", "http://h/" + String(repeating: "a", count: 16 << 10), .malformed),
  ])
  func `an address that cannot be used is refused`(
    name: String, url: String, fault: HTTPError.URLFault
  ) async throws {
    #expect(try await failure(of: HTTPRequest(.get, url)) == .invalidURL(fault), "\(name)")
  }

  @Test(arguments: [
    ("line break", "X-A", "a\r\nX-B: b", HTTPError.FieldFault.value),
    ("line feed", "X-A", "a\nb", .value), ("NUL", "X-A", "a\0b", .value),
    ("escape", "X-A", "\u{1B}[2J", .value), ("name with space", "X A", "a", .name),
    ("name with colon", "X:A", "a", .name), ("name with break", "X\r\nY", "a", .name),
    ("no name", "", "a", .name), ("name beyond ASCII", "Ключ", "a", .name),
    ("length", "content-length", "5", .reserved),
    ("proxy", "Proxy-Authorization", "Basic x", .reserved),
    ("framing", "Transfer-Encoding", "chunked", .reserved), ("consent", "Expect", "x", .reserved),
  ])
  func `a field that could forge a message is refused`(
    name: String, field: String, value: String, fault: HTTPError.FieldFault
  ) async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    var request = HTTPRequest(.get, server.address)
    request.headers.add(field, value)
    #expect(
      try await failure(of: request) == .invalidField(name: field, fault), "\(name)")
    #expect(server.connectionCount == 0, "\(name)")
  }

  @Test func `a user agent that could forge a message is refused`() async throws {
    let settings = TransportSettings(userAgent: "a\r\nX: b")
    #expect(
      try await failure(of: HTTPRequest(.get, "http://127.0.0.1:9/"), settings: settings)
        == .invalidField(name: "User-Agent", .value))
  }

  @Test(arguments: [
    ("name", "http://example.invalid/v1?key", "http://example.invalid/v1"),
    ("address", "http://192.0.2.1/", "http://192.0.2.1/"),
    ("looks local", "http://localhost.example.invalid/", "http://localhost.example.invalid/"),
    ("starts like it", "http://127.0.0.1.example.invalid/", "http://127.0.0.1.example.invalid/"),
    ("any address", "http://0.0.0.0/", "http://0.0.0.0/"),
    ("IPv6", "http://[2001:db8::1]:8080/", "http://[2001:db8::1]:8080/"),
  ])
  func `plain text to another machine is refused unless allowed`(
    name: String, url: String, shown: String
  ) async throws {
    guard case .plainTextRefused(let destination) = try await failure(of: HTTPRequest(.get, url))
    else {
      Issue.record("\(name)")
      return
    }
    #expect(destination.description == shown, "\(name)")
  }

  @Test func `plain text to another machine goes through where the settings allow it`() async throws
  {
    // The proxy stands in for the other machine, so that no traffic leaves this one.
    let proxy = try LoopbackServer { _ in .text("from afar") }
    let transport = try CurlTransport(
      settings: TransportSettings(
        allowsPlainText: true, proxies: ProxyRules(http: proxy.address, https: nil)))
    let response = try await transport.send(HTTPRequest(.get, "http://example.invalid/v1?q"))
    #expect(response.body == Array("from afar".utf8))
    #expect(proxy.requests.map(\.path) == ["http://example.invalid/v1?q"])
  }

  @Test(arguments: [
    ("name", "http://localhost:PORT/"), ("number", "http://127.0.0.1:PORT/"),
    ("short number", "http://127.1:PORT/"), ("hexadecimal", "http://0x7f000001:PORT/"),
    ("upper case", "HTTP://LOCALHOST:PORT/"),
  ])
  func `this machine is reached under each of its names`(name: String, url: String) async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    let request = HTTPRequest(.get, url.replacing("PORT", with: "\(server.port)"))
    #expect(try await failure(of: request) == nil, "\(name)")
  }

  @Test func `nobody listening is told from nobody known`() async throws {
    let silent = try SilentListener()
    let port = silent.port
    silent.close()
    #expect(
      try await failure(of: HTTPRequest(.get, "http://127.0.0.1:\(port)/"))
        == .connectionRefused(HTTPError.Server(host: "127.0.0.1", port: port)))
    // A label of 64 letters is invalid without any look-up (RFC 1035, section 2.3.4).
    let unknown = String(repeating: "a", count: 64)
    #expect(
      try await failure(of: HTTPRequest(.get, "https://\(unknown)/"))
        == .unknownHost(HTTPError.Server(host: unknown, port: 443)))
  }
}
