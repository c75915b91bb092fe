import Testing

@testable import Sync

@Suite struct ServerAddressTests {
  @Test(arguments: [
    ("wss", "wss://h.example/a?b=c", "wss://h.example/a?b=c"),
    ("https", "https://h.example", "wss://h.example/"),
    ("http on this machine", "http://127.0.0.1:8787/x", "ws://127.0.0.1:8787/x"),
    ("a bare host elsewhere", "h.example", "wss://h.example/"),
    ("a bare host with a port and a path", "h.example:9000/sync", "wss://h.example:9000/sync"),
    ("a bare host that is called like a scheme", "ws:9000/a", "wss://ws:9000/a"),
    ("a bare name of this machine", "localhost", "ws://localhost/"),
    ("a bare address of this machine", "127.0.0.1:8787", "ws://127.0.0.1:8787/"),
    ("IPv6", "[::1]:8787", "ws://[::1]:8787/"),
    ("the usual port", "wss://h.example:443/", "wss://h.example/"),
    ("the other's usual port", "wss://h.example:80", "wss://h.example:80/"),
    ("capitals", "WSS://H.example/A", "wss://H.example/A"),
    ("a query without a path", "wss://h.example?x", "wss://h.example/?x"),
    ("a fragment", "wss://h.example/a#b", "wss://h.example/a"),
  ])
  func `addresses are completed`(name: String, text: String, whole: String) throws {
    let address = try ServerAddress(text)
    #expect(address.text == whole, "\(name)")
    #expect(try ServerAddress(address.text) == address, "\(name)")
  }

  @Test(
    arguments: [
      ("nothing", "", .malformed), ("a scheme alone", "wss://", .malformed),
      ("another scheme", "ftp://h", .unknownScheme("ftp")), ("one slash", "ws:/h", .malformed),
      ("one slash of https", "HTTPS:/h/a", .malformed),
      ("a user", "wss://u:p@h.example/", .hasCredentials),
      ("a space", "wss://h.example/a b", .malformed), ("no port", "wss://h:port/", .malformed),
      ("beyond ASCII", "wss://hôte.example/", .malformed),
      ("plain text elsewhere", "ws://h.example/", .insecure(host: "h.example")),
      ("plain text elsewhere as http", "http://h.example/", .insecure(host: "h.example")),
    ] as [(String, String, ServerAddress.Fault)])
  func `unusable addresses are refused by name`(
    name: String, text: String, fault: ServerAddress.Fault
  ) {
    #expect(throws: fault, "\(name)") { try ServerAddress(text) }
  }

  @Test(arguments: [
    ("none", "wss://h.example/a?room=7", false), ("no query", "wss://h.example/token=x", false),
    ("a token", "wss://h.example/?token=x", true),
    ("a key behind another member", "wss://h.example/a?b=c&Api_Key=x", true),
  ])
  func `a token in the address itself is detected`(name: String, text: String, holds: Bool) throws {
    #expect(try ServerAddress(text).seemsToHoldToken == holds, "\(name)")
  }

  @Test func `plain text to another machine requires permission`() throws {
    #expect(try ServerAddress("ws://h.example", allowsInsecure: true).text == "ws://h.example/")
  }

  @Test func `displayed addresses have no query, and a token is added only on request`() throws {
    let address = try ServerAddress("wss://h.example/a?key=secret")
    #expect("\(address)" == "wss://h.example/a")
    let with = address.adding(token: "a b/c")
    #expect(with.text == "wss://h.example/a?key=secret&token=a%20b%2Fc")
    #expect("\(with)" == "wss://h.example/a")
  }

  @Test(arguments: [
    ("another path", "wss://h/a", "h/b", true), ("another scheme", "wss://h", "ws://h", false),
    ("another port", "wss://h", "wss://h:444", false), ("another host", "h", "i", false),
    ("no address", "", "", false),
  ])
  func `addresses are compared by the server they reach`(
    name: String, one: String, other: String, areSame: Bool
  ) {
    #expect(ServerAddress.haveSameOrigin(one, other) == areSame, "\(name)")
  }
}
