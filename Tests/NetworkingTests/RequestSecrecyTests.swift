import Testing

@testable import Networking

/// The descriptions of requests, proxies and destinations, which hold no secrets and no control characters.
@Suite struct RequestSecrecyTests {
  let request = HTTPRequest(
    .post, "https://h.example/v1/chat?key=secret1#secret2",
    headers: ["Authorization": "Bearer secret3"], body: Array("secret4".utf8))

  @Test func `a request prints neither key nor query nor body`() {
    var dumped = ""
    dump(request, to: &dumped)
    dump(request.headers, to: &dumped)
    for text in ["\(request)", String(reflecting: request), "\(request.headers)", dumped] {
      #expect(!text.contains("secret"))
    }
    #expect("\(request)" == "POST https://h.example/v1/chat, 7 bytes")
    #expect("\(request.headers)" == "Authorization")
  }

  @Test func `proxies print no credentials`() {
    let rules = ProxyRules(http: "http://u:secret@h", https: nil)
    var dumped = ""
    dump(TransportSettings(proxies: rules), to: &dumped)
    for text in ["\(rules)", String(reflecting: rules), dumped] {
      #expect(!text.contains("secret"))
    }
  }

  @Test(arguments: [
    (
      "usual port", HTTPDestination(scheme: "https", host: "h", port: 443, path: "/a"),
      "https://h/a"
    ),
    ("own port", HTTPDestination(scheme: "https", host: "h", port: 80, path: "/"), "https://h:80/"),
    (
      "escape", HTTPDestination(scheme: "http", host: "h", port: 80, path: "/\u{1B}[2J é"),
      "http://h/%1B[2J%20%C3%A9"
    ),
    (
      "long path",
      HTTPDestination(
        scheme: "http", host: "h", port: 80, path: String(repeating: "/a", count: 300)),
      "http://h" + String(repeating: "/a", count: 100) + "…"
    ),
  ])
  func `a destination is fit for a terminal`(
    name: String, destination: HTTPDestination, text: String
  ) {
    #expect(destination.description == text, "\(name)")
  }
}
