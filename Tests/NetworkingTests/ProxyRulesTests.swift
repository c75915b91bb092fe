import Testing

@testable import Networking

@Suite struct ProxyRulesTests {
  @Test(arguments: [
    ("no exception", "api.example.com", [], true), ("all", "api.example.com", ["*"], false),
    ("the name", "api.example.com", ["api.example.com"], false),
    ("a name above", "api.example.com", ["example.com"], false),
    ("a name above with dot", "api.example.com", [".example.com"], false),
    ("a name above with star", "api.example.com", ["*.example.com"], false),
    ("another case", "API.Example.com", ["example.COM"], false),
    ("a dot at the end", "api.example.com.", ["example.com."], false),
    ("a name that ends alike", "myexample.com", ["example.com"], true),
    ("a name below", "example.com", ["api.example.com"], true),
    ("the port", "example.com", ["example.com:443"], false),
    ("another port", "example.com", ["example.com:8443"], true),
    ("address", "192.0.2.1", ["192.0.2.1"], false),
    ("another address", "192.0.2.1", ["192.0.2.2"], true),
    ("network", "192.0.2.130", ["192.0.2.128/25"], false),
    ("outside the network", "192.0.2.127", ["192.0.2.128/25"], true),
    ("every address", "192.0.2.1", ["0.0.0.0/0"], false),
    ("too long a prefix", "192.0.2.1", ["192.0.2.1/33"], true),
    ("no prefix", "192.0.2.1", ["192.0.2.1/"], true),
    ("a name for an address", "192.0.2.1", ["0.2.1"], true),
    ("IPv6", "[2001:db8::1]", ["2001:db8::1"], false),
    ("IPv6 in brackets", "[2001:db8::1]", ["[2001:DB8::1]"], false),
    ("IPv6 network", "[2001:db8::1]", ["2001:db8::/32"], false),
    ("outside the IPv6 network", "[2001:db9::1]", ["2001:db8::/32"], true),
    ("empty", "example.com", ["", "."], true), ("this machine", "localhost", [], false),
    ("this machine's number", "127.8.8.8", [], false), ("its IPv6 number", "[::1]", [], false),
  ])
  func `exceptions are matched by name, address and network`(
    name: String, host: String, exceptions: [String], usesProxy: Bool
  ) {
    let rules = ProxyRules(http: nil, https: "p", exceptions: exceptions)
    let destination = HTTPDestination(scheme: "https", host: host, port: 443)
    #expect((rules.proxy(for: destination) == "p") == usesProxy, "\(name)")
  }

  @Test func `each scheme has its own proxy`() {
    let rules = ProxyRules(http: "a", https: "b")
    #expect(rules.proxy(for: HTTPDestination(scheme: "http", host: "h", port: 80)) == "a")
    #expect(rules.proxy(for: HTTPDestination(scheme: "https", host: "h", port: 443)) == "b")
  }
}
