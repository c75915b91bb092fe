import Networking
import TestSupport
import Testing

/// Servers that break off, send invalid HTTP or send too much. Below: unusual answers that are valid.
@Suite struct HostileServerTests {
  let transport: CurlTransport

  init() throws {
    transport = try CurlTransport()
  }

  /// Sends one request and returns its error; nil if it succeeds.
  func failure(of reply: Reply, maximumResponseBytes: Int = 1 << 20) async throws -> HTTPError? {
    let server = try LoopbackServer { _ in reply }
    do throws(HTTPError) {
      _ = try await transport.send(
        HTTPRequest(
          .post, server.address + "/path?secret", headers: ["Authorization": "secret"], body: [1],
          maximumResponseBytes: maximumResponseBytes))
      return nil
    } catch {
      #expect(!error.description.contains("secret"))
      return error
    }
  }

  static let halfHead = "HTTP/1.1 200 OK\r\nContent-Le"

  @Test(arguments: [
    ("closed before the answer", Reply.dropped, false),
    ("reset before the answer", .reset, false),
    ("closed within the header", .raw(halfHead), false),
    ("closed within the body", .misstated(length: 10, body: "five."), true),
    ("half-closed within the body", .halfClosed(length: 10, body: "five."), true),
    ("half-closed before the answer", Reply([.finishSending, .hold]), false),
    (
      "reset within the body", Reply([.send(Reply.head(200, [("Content-Length", "9")])), .reset]),
      true
    ),
    (
      "closed within a chunk",
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"), true
    ),
    (
      "closed before the last chunk",
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"), true
    ),
  ])
  func `a connection that ends too early is named`(name: String, reply: Reply, begun: Bool)
    async throws
  {
    let error = try await failure(of: reply)
    guard case .connectionBroken(let destination, let answerBegun) = error else {
      Issue.record("\(name): \(String(describing: error))")
      return
    }
    #expect(destination.path == "/path", "\(name)")
    #expect(answerBegun == begun, "\(name)")
  }

  @Test(arguments: [
    ("no HTTP", Reply.raw("SSH-2.0-OpenSSH_9.2\r\n")),
    ("noise", .raw("\u{1}\u{2}\u{3}\r\n\r\n")),
    ("status in letters", .raw("HTTP/1.1 OK OK\r\n\r\n")),
    ("status of two digits", .raw("HTTP/1.1 20\r\n\r\n")),
    ("unknown version", .raw("HTTP/9.1 200 OK\r\n\r\n")),
    ("chunk of no number", .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")),
    ("negative length", .raw("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n")),
    (
      "no gzip",
      Reply.response(headers: [("Content-Encoding", "gzip")], body: Array("no gzip".utf8))
    ),
    (
      "damaged gzip",
      .response(
        headers: [("Content-Encoding", "gzip")],
        body: GzipBody(repeating: 0, runs: 3).bytes.dropLast(4) + [0, 0, 0, 0])
    ),
    ("unknown encoding", .response(headers: [("Content-Encoding", "rot13")], body: [1])),
  ])
  func `invalid HTTP is refused`(name: String, reply: Reply) async throws {
    let error = try await failure(of: reply)
    guard case .badResponse(_, let reason) = error else {
      Issue.record("\(name): \(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty, "\(name)")
  }

  @Test(arguments: [
    ("stated length", Reply.response(body: [UInt8](repeating: 0, count: 1001))),
    ("chunks", .chunked(Array(repeating: String(repeating: "x", count: 100), count: 11))),
    ("endless", .endless()),
    ("stated, not sent", .misstated(length: 1 << 40, body: "")),
    ("gzip", .gzip(GzipBody(storing: [UInt8](repeating: 0, count: 1001)))),
    ("gzip bomb", .gzip(GzipBody(repeating: 0, runs: 40_000))),
  ])
  func `a body beyond the limit is cut off`(name: String, reply: Reply) async throws {
    let error = try await failure(of: reply, maximumResponseBytes: 1000)
    guard case .responseTooLarge(_, 1000) = error else {
      Issue.record("\(name): \(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    ("10,000 fields", Reply.flooded(fields: 10_000), HTTPError.HeaderLimit.fields(256)),
    (
      "large fields",
      .response(headers: (0..<9).map { ("X-\($0)", String(repeating: "x", count: 8192)) }),
      .bytes(64 << 10)
    ),
    (
      "endless interim answers",
      Reply([.sendForever(Reply.head(103, [("Link", "</x>; rel=preload")]))]), .fields(256)
    ),
    (
      "endless continued line",
      Reply([.send(Array("HTTP/1.1 200 OK\r\nX: a\r\n".utf8)), .sendForever(Array(" b\r\n".utf8))]),
      .fields(256)
    ),
    ("endless line", Reply([.sendForever(Array("HTTP/1.1 200 OK".utf8))]), .line),
  ])
  func `a header beyond the limits is cut off`(
    name: String, reply: Reply, limit: HTTPError.HeaderLimit
  ) async throws {
    let error = try await failure(of: reply)
    guard case .headerTooLarge(_, limit) = error else {
      Issue.record("\(name): \(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    ("plain", Reply.text("content"), "content"),
    ("gzip", .gzip(GzipBody(storing: Array("content".utf8))), "content"),
    (
      "deflated runs", .gzip(GzipBody(repeating: UInt8(ascii: "x"), runs: 2)),
      String(repeating: "x", count: 517)
    ),
    ("chunks", .chunked(["con", "tent"]), "content"),
    ("no length", .raw("HTTP/1.1 200 OK\r\n\r\ncontent"), "content"),
    ("HTTP/1.0", .raw("HTTP/1.0 200 OK\r\n\r\ncontent"), "content"),
    ("bare line feeds", .raw("HTTP/1.1 200 OK\nContent-Length: 7\n\ncontent"), "content"),
    ("more than stated", .misstated(length: 7, body: "content and more"), "content"),
    (
      "trailers",
      .raw(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\ncontent\r\n0\r\nX: y\r\n\r\n"),
      "content"
    ),
    (
      "interim answer",
      Reply([
        .send(Reply.head(103, [("X", "early")]) + Reply.head(200, [])),
        .send(Array("content".utf8)), .close,
      ]),
      "content"
    ),
  ])
  func `every proper form of a body is read`(name: String, reply: Reply, body: String) async throws
  {
    let server = try LoopbackServer { _ in reply }
    let response = try await transport.send(HTTPRequest(.get, server.address))
    #expect(String(decoding: response.body, as: UTF8.self) == body, "\(name)")
    #expect(response.headers["X"] == nil, "\(name)")
  }

  @Test func `a body in many small pieces is put together`() async throws {
    let gate = Gate()
    gate.open()
    let text = (0..<500).map(String.init).joined(separator: ",")
    let server = try LoopbackServer { _ in .trickled(text, gate: gate) }
    let response = try await transport.send(HTTPRequest(.get, server.address))
    #expect(String(decoding: response.body, as: UTF8.self) == text)
  }

  @Test(arguments: [
    ("silent", Reply.silence), ("endless", .endless()), ("at a gate", .text("ok").after(Gate())),
    ("byte by byte", .trickled("text", gate: Gate())),
  ])
  func `a server that goes down breaks what it has not answered`(name: String, reply: Reply)
    async throws
  {
    let server = try LoopbackServer { _ in reply }
    let task = Task { [transport] in
      let request = HTTPRequest(.get, server.address, maximumResponseBytes: .max)
      do throws(HTTPError) {
        return "\(try await transport.send(request).status)"
      } catch {
        return error.description
      }
    }
    try await server.waitForRequests(1)
    server.stop()
    let end = await task.value
    // A body without a length ends with the connection.
    #expect(end.contains("the connection ended") || name == "endless" && end == "200", "\(name)")
    #expect(server.greatestInFlight == 1, "\(name)")
  }

  @Test func `what comes along with an answer is not the next request's`() async throws {
    let forged = Reply.head(200, [("Content-Length", "6")]) + Array("forged".utf8)
    let server = try LoopbackServer { request in
      let own = Reply.head(200, [("Content-Length", "2")])
      return Reply([.send(own + Array("\(request.number + 10)".utf8) + forged)])
    }
    for number in 10..<30 {
      let response = try await transport.send(HTTPRequest(.post, server.address, body: [1]))
      #expect(String(decoding: response.body, as: UTF8.self) == "\(number)")
    }
    #expect(server.connectionCount == 20)
  }

  @Test func `among proper answers exactly the broken ones fail`() async throws {
    let broken = [
      Reply.raw("garbage\r\n\r\n"), .misstated(length: 10, body: "short"), .reset, .endless(),
      .halfClosed(length: 10, body: "short"), .flooded(fields: 10_000),
      .gzip(GzipBody(repeating: 0, runs: 4000)),
      .text("", status: 302, headers: [("Location", "/")]),
    ]
    let server = try LoopbackServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      if number % 5 == 0 { return broken[number / 5 % broken.count] }
      let proper = Reply.text("\(number)")
      return number % 3 == 0 ? proper.closing() : proper
    }
    let failed = try await withThrowingTaskGroup(of: Int?.self) { group in
      for number in 0..<200 {
        group.addTask { [transport] in
          let request = HTTPRequest(
            .post, server.address + "/\(number)", body: [1], maximumResponseBytes: 100_000)
          do throws(HTTPError) {
            let response = try await transport.send(request)
            #expect(String(decoding: response.body, as: UTF8.self) == "\(number)")
            return nil
          } catch {
            return number
          }
        }
      }
      return try await group.reduce(into: Set<Int>()) { failed, number in
        if let number { failed.insert(number) }
      }
    }
    #expect(failed == Set(stride(from: 0, to: 200, by: 5)))
  }

  @Test func `answers are damaged in a thousand ways and none does more than fail`() async throws {
    let whole =
      Array("HTTP/1.1 103 E\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n".utf8)
      + Array("Transfer-Encoding: chunked\r\nX: a\r\n b\r\n\r\n".utf8)
    let body = GzipBody(storing: Array(String(repeating: "content ", count: 20).utf8)).bytes
    let answer =
      whole + Array("\(String(body.count, radix: 16))\r\n".utf8) + body
      + Array("\r\n0\r\n\r\n".utf8)
    let tokens = [
      "\r\n", "Content-Length: 5\r\n", "HTTP/1.1 ", ": ", "0\r\n\r\n", "\0", "gzip, gzip",
    ]
    var mutator = ByteMutator(seed: 4, tokens: tokens)
    let mutants = (0..<1000).map { _ in mutator.mutate(answer) } + [answer]
    let server = try LoopbackServer { Reply([.send(mutants[$0.number]), .close]) }
    var successes = 0
    for mutant in mutants.indices {
      do throws(HTTPError) {
        let request = HTTPRequest(.get, server.address, maximumResponseBytes: 10_000)
        let response = try await transport.send(request)
        #expect(response.body.count <= 10_000)
        successes += 1
      } catch {
        #expect(mutant < 1000, "the undamaged answer is read")
        if case .unexpected = error { Issue.record("mutant \(mutant): \(error)") }
      }
      #expect(server.requests.count == mutant + 1)
    }
    #expect(successes > 10)
  }
}
