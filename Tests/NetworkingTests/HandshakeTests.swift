import Testing

@testable import Networking

/// RFC 6455, section 4: the opening handshake from both sides. Below: query values, and plain HTTP answers.
@Suite struct HandshakeTests {
  @Test func `section 1.2: the request has every field that a server needs`() throws {
    let request = String(decoding: try HandshakeText.client().request, as: UTF8.self)
    #expect(
      request == """
        GET /chat HTTP/1.1\r
        Host: server.example.com\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Version: 13\r
        Origin: http://example.com\r
        \r

        """)
  }

  @Test func `keys are new each time`() throws {
    let one = try ClientHandshake(host: "h", target: "/")
    let two = try ClientHandshake(host: "h", target: "/")
    #expect(one.request != two.request)
  }

  @Test(arguments: [
    ("path with a space", "/a b", "Name", "value", ":path"),
    ("path without a slash", "a", "Name", "value", ":path"),
    ("line break in a value", "/", "Name", "a\r\nB: c", "Name"),
    ("space in a name", "/", "A b", "c", "A b"),
    ("empty name", "/", "", "c", ""),
  ])
  func `what would break the request is refused`(
    name: String, target: String, field: String, value: String, fault: String
  ) {
    #expect(throws: HandshakeError.notSendable(fault), "\(name)") {
      try ClientHandshake(host: "h", target: target, fields: [(field, value)])
    }
  }

  static let taken: [(name: String, answer: String)] = [
    ("1.3: as it should be", HandshakeText.answer()),
    (
      "4.1: other case, lists and spaces",
      "HTTP/1.1 101 ok\r\nupgrade:  WebSocket \r\nCONNECTION: keep-alive, UPGRADE\r\n"
        + "sec-websocket-accept:\(HandshakeText.accept)\t\r\nServer: x\r\n\r\n"
    ),
    (
      "RFC 9110 15.2: an interim answer first",
      "HTTP/1.1 103 Hints\r\nA: b\r\n\r\n" + HandshakeText.answer()
    ),
  ]

  @Test(arguments: taken)
  func `a proper answer is taken, in any pieces`(name: String, answer: String) throws {
    let input = Array(answer.utf8) + [0x81, 0]
    var whole = try HandshakeText.client()
    let agreement = try whole.receive(input)
    #expect(agreement == .init(rest: [0x81, 0]), "\(name)")
    var trickled = try HandshakeText.client()
    for byte in input.dropLast(3) {
      let agreement = try trickled.receive([byte])
      #expect(agreement == nil, "\(name)")
    }
    let last = try trickled.receive(input.suffix(3))
    #expect(last == .init(rest: [0x81, 0]), "\(name)")
  }

  static let refused: [(name: String, answer: String, error: HandshakeError)] = [
    (
      "4.1: another status", HandshakeText.answer("HTTP/1.1 200 OK"),
      .refused(status: 200, retryAfter: nil)
    ),
    ("4.1: unauthorized", "HTTP/1.1 401 No\r\n\r\n", .refused(status: 401, retryAfter: nil)),
    (
      "RFC 6750: why",
      "HTTP/1.1 401 No\r\nWWW-Authenticate: "
        + "Bearer error=\"invalid_token\", error_description=\"it exp\u{200B}ired\"\r\n\r\n",
      .refused(status: 401, retryAfter: nil, reason: "it expired")
    ),
    (
      "busy", "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\n\r\n",
      .refused(status: 503, retryAfter: 7)
    ),
    (
      "busy for ever", "HTTP/1.1 503 Busy\r\nRetry-After: 999999999\r\n\r\n",
      .refused(status: 503, retryAfter: 86_400)
    ),
    (
      "busy until a date", "HTTP/1.1 503 Busy\r\nRetry-After: Fri, 31 Dec\r\n\r\n",
      .refused(status: 503, retryAfter: nil)
    ),
    ("4.1: no Upgrade", HandshakeText.answer(without: "Upgrade"), .notUpgraded),
    (
      "4.1: another Upgrade",
      HandshakeText.answer("HTTP/1.1 101 x", without: "Upgrade", "Upgrade: h2c"),
      .notUpgraded
    ),
    ("4.1: no Connection", HandshakeText.answer(without: "Connection"), .notUpgraded),
    (
      "4.1: another Connection",
      HandshakeText.answer("HTTP/1.1 101 x", without: "Connection", "Connection: close"),
      .notUpgraded
    ),
    ("4.1: no accept key", HandshakeText.answer(without: "Sec"), .wrongAccept),
    (
      "4.1: a wrong accept key",
      HandshakeText.answer(
        "HTTP/1.1 101 x", without: "Sec", "Sec-WebSocket-Accept: \(HandshakeText.key)"),
      .wrongAccept
    ),
    (
      "4.1: two accept keys",
      HandshakeText.answer("HTTP/1.1 101 x", "Sec-WebSocket-Accept: \(HandshakeText.accept)"),
      .wrongAccept
    ),
    (
      "4.1: an extension",
      HandshakeText.answer("HTTP/1.1 101 x", "Sec-WebSocket-Extensions: permessage-deflate"),
      .unknownExtension("permessage-deflate")
    ),
    (
      "4.1: a subprotocol that was not offered",
      HandshakeText.answer("HTTP/1.1 101 x", "Sec-WebSocket-Protocol: other"),
      .unknownSubprotocol("other")
    ),
    ("another protocol", "SSH-2.0-OpenSSH\r\n\r\n", .notHTTP),
    ("HTTP/1.0", HandshakeText.answer("HTTP/1.0 101 x"), .notHTTP),
    ("no status", "HTTP/1.1\r\n\r\n", .notHTTP),
    ("a folded line", HandshakeText.answer("HTTP/1.1 101 x", " folded"), .notHTTP),
    ("a space before a colon", HandshakeText.answer("HTTP/1.1 101 x", "A : b"), .notHTTP),
    ("no colon", HandshakeText.answer("HTTP/1.1 101 x", "words"), .notHTTP),
    ("a bare line feed", HandshakeText.answer("HTTP/1.1 101 x", "A: b\nC: d"), .notHTTP),
    ("a NUL", HandshakeText.answer("HTTP/1.1 101 x", "A: \0"), .notHTTP),
  ]

  @Test(arguments: refused)
  func `anything else is refused by name`(name: String, answer: String, error: HandshakeError)
    throws
  {
    var client = try HandshakeText.client()
    #expect(throws: error, "\(name)") { try client.receive(Array(answer.utf8)) }
  }

  @Test func `heads are bounded in bytes and in fields`() throws {
    var endless = try HandshakeText.client()
    #expect(throws: HandshakeError.headTooLarge(limit: 16_384)) {
      for _ in 0..<17 { _ = try endless.receive([UInt8](repeating: 0x41, count: 1024)) }
    }
    var many = try HandshakeText.client()
    let fields = String(repeating: "A: b\r\n", count: 101)
    #expect(throws: HandshakeError.tooManyFields(limit: 100)) {
      try many.receive(Array("HTTP/1.1 101 x\r\n\(fields)\r\n".utf8))
    }
  }

  // MARK: - Server

  @Test func `section 1.3: a server proves that it has read the key`() throws {
    var server = ServerHandshake()
    let input = HandshakeText.request("GET /chat?x=1 HTTP/1.1", "A: c")
    let request = try #require(try server.receive(input + [1, 2]))
    #expect(request.fault == nil && request.path == "/chat" && request.query == "x=1")
    #expect(request.rest == [1, 2] && request.value(of: "a") == "c")
    let answer = String(decoding: try #require(request.accept()), as: UTF8.self)
    #expect(
      answer == """
        HTTP/1.1 101 Switching Protocols\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
        \r

        """)
  }

  static let faults: [(name: String, request: [UInt8], fault: IncomingRequest.Fault?)] = [
    ("4.2.1: as it should be", HandshakeText.request(), nil),
    ("an ordinary request", HandshakeText.request(without: "Upgrade"), .ordinary),
    ("4.2.1: a POST", HandshakeText.request("POST / HTTP/1.1"), .malformed),
    ("4.2.1: HTTP/1.0", HandshakeText.request("GET / HTTP/1.0"), .malformed),
    ("4.2.1: no host", HandshakeText.request(without: "Host"), .malformed),
    ("4.2.1: no Connection", HandshakeText.request(without: "Connection"), .malformed),
    ("4.2.1: no key", HandshakeText.request(without: "Sec-WebSocket-Key"), .malformed),
    (
      "4.2.1: a key of another length",
      HandshakeText.request(
        "GET / HTTP/1.1", without: "Sec-WebSocket-Key", "Sec-WebSocket-Key: AAAA"), .malformed
    ),
    ("4.4: no version", HandshakeText.request(without: "Sec-WebSocket-Version"), .version),
    (
      "4.4: another version",
      HandshakeText.request(
        "GET / HTTP/1.1", without: "Sec-WebSocket-Version", "Sec-WebSocket-Version: 8"),
      .version
    ),
  ]

  @Test(arguments: faults)
  func `a server reports the fault of a request`(
    name: String, bytes: [UInt8], fault: IncomingRequest.Fault?
  ) throws {
    var server = ServerHandshake()
    let request = try #require(try server.receive(bytes))
    #expect(request.fault == fault, "\(name)")
    #expect((request.accept() == nil) == (fault != nil), "\(name)")
  }

  @Test(
    arguments: [
      ("plain", "token=abc", "abc"), ("among others", "a=1&token=abc&b", "abc"),
      ("encoded", "token=a%20b%2b%C3%A9+%25", "a b+é+%"), ("empty", "token=", ""),
      ("with a sign", "token=a=b", "a=b"), ("none", "a=1", nil), ("no value", "token", nil),
      ("another case", "Token=abc", nil), ("another name", "xtoken=abc", nil),
      ("several", "token=a&token=a", nil), ("half a code", "token=a%2", nil),
      ("no code", "token=%zz", nil), ("no text", "token=%FF", nil), ("no query", nil, nil),
    ] as [(String, String?, String?)])
  func `values of a query are decoded`(name: String, query: String?, value: String?) throws {
    var server = ServerHandshake()
    let target = "/" + (query.map { "?" + $0 } ?? "")
    let request = try #require(try server.receive(HandshakeText.request("GET \(target) HTTP/1.1")))
    #expect(request.queryValue(of: "token") == value, "\(name)")
  }

  @Test func `text that is not a request is refused`() {
    for bytes in ["GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET x HTTP/1.1\r\n\r\n", "\r\n\r\n"]
    {
      var server = ServerHandshake()
      #expect(throws: HandshakeError.notHTTP) { try server.receive(Array(bytes.utf8)) }
    }
  }

  @Test func `an answer without WebSocket has its length`() {
    let answer = ServerHandshake.answer(
      status: 426, "Upgrade Required", fields: [("Sec-WebSocket-Version", "13")],
      body: Array("no\n".utf8))
    #expect(
      String(decoding: answer, as: UTF8.self) == """
        HTTP/1.1 426 Upgrade Required\r
        Connection: close\r
        Content-Length: 3\r
        Content-Type: text/plain; charset=utf-8\r
        Sec-WebSocket-Version: 13\r
        \r
        no

        """)
  }
}
