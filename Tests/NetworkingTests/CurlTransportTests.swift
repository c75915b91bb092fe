import TestSupport
import Testing

@testable import Networking

@Suite struct CurlTransportTests {
  let transport: CurlTransport

  init() throws {
    transport = try CurlTransport()
  }

  @Test func `a request arrives as it was written and its answer comes back whole`() async throws {
    let server = try LoopbackServer { _ in
      .text(
        "pong", status: 201, headers: [("X-Id", " 7 "), ("Set-Cookie", "a"), ("set-cookie", "b")])
    }
    let response = try await transport.send(
      HTTPRequest(
        .post, server.address + "/v1/chat?x=1#part",
        headers: ["Authorization": "Bearer k", "X-Empty": "", "Content-Type": "application/json"],
        body: Array("ping".utf8)))
    #expect(response.status == 201)
    #expect(response.body == Array("pong".utf8))
    #expect(response.headers["x-id"] == "7")
    #expect(
      response.headers.fields.filter { $0.name.lowercased() == "set-cookie" }.map(\.value) == [
        "a", "b",
      ])

    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.path == "/v1/chat?x=1")
    #expect(request.body == Array("ping".utf8))
    #expect(request.header("Authorization") == "Bearer k")
    #expect(request.header("X-Empty") == "")
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("Accept-Encoding") == "gzip, deflate")
    #expect(request.header("User-Agent") == "actionitems")
  }

  @Test(arguments: [
    ("get", HTTPRequest.Method.get, 0), ("post", .post, 3), ("empty post", .post, 0),
    ("patch", .patch, 1), ("large post", .post, 3 << 20),
  ])
  func `every method is sent with its body and nothing that was not asked for`(
    name: String, method: HTTPRequest.Method, size: Int
  ) async throws {
    let body = [UInt8](repeating: 0, count: size)
    let server = try LoopbackServer { _ in .text("ok") }
    _ = try await transport.send(HTTPRequest(method, server.address, body: body))
    let request = try #require(server.requests.first)
    #expect(request.method == method.rawValue, "\(name)")
    #expect(request.body.elementsEqual(body), "\(name)")
    #expect(request.header("Expect") == nil, "\(name)")
    #expect(request.header("Content-Type") == nil, "\(name)")
  }

  @Test func `an error status is an answer like any other`() async throws {
    let server = try LoopbackServer { _ in .text("slow down", status: 429) }
    let response = try await transport.send(HTTPRequest(.post, server.address))
    #expect(response.status == 429)
    #expect(response.body == Array("slow down".utf8))
  }

  @Test func `connections are kept and used again`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    for _ in 0..<20 { _ = try await transport.send(HTTPRequest(.get, server.address)) }
    #expect(server.requests.count == 20)
    // Usually one, unless a busy machine closes a kept connection in between.
    #expect(server.connectionCount < 5)
  }

  @Test func `a kept connection that the server has let go costs nothing but another`() async throws
  {
    let server = try LoopbackServer { request in
      request.number % 2 == 0 ? .text("ok").closing() : .text("ok")
    }
    for _ in 0..<20 {
      #expect(try await transport.send(HTTPRequest(.get, server.address)).status == 200)
    }
    #expect(server.requests.count == 20)
  }

  @Test func `what may cost something is sent once, also where a kept connection breaks`()
    async throws
  {
    let server = try LoopbackServer { request in request.number == 0 ? .text("ok") : .dropped }
    _ = try await transport.send(HTTPRequest(.get, server.address))
    let request = HTTPRequest(.post, server.address, body: [1])
    let destination = try #require(HTTPDestination(readable: server.address))
    await #expect(throws: HTTPError.connectionBroken(destination, answerBegun: false)) {
      try await transport.send(request)
    }
    #expect(server.requests.count == 2)
  }

  @Test func `no more connections are opened than are allowed`() async throws {
    let transport = try CurlTransport(settings: TransportSettings(maximumConnectionsPerHost: 3))
    let server = try LoopbackServer { _ in .text("ok").after(milliseconds: 1) }
    let statuses = await Self.statuses(of: 60, at: server, with: transport, inFlight: 60)
    #expect(statuses == [200: 60])
    #expect(server.greatestInFlight <= 3)
    #expect(server.connectionCount <= 3)
  }

  @Test func `sixty-four requests at a time use sixty-four connections`() async throws {
    // The first sixty-four are held until all of them have arrived.
    let gate = Gate()
    let server = try LoopbackServer { request in
      if request.number == 63 { gate.open() }
      return .text("\(request.number)").after(gate)
    }
    let statuses = await Self.statuses(of: 200, at: server, with: transport, inFlight: 64)
    #expect(statuses == [200: 200])
    #expect(server.requests.count == 200)
    #expect(server.greatestInFlight == 64)
    #expect(server.connectionCount == 64)
  }

  @Test func `hundreds of requests wait side by side`() async throws {
    let gate = Gate()
    let server = try LoopbackServer { request in
      if request.number == 299 { gate.open() }
      return .text("ok").after(gate)
    }
    let transport = try CurlTransport(settings: TransportSettings(maximumConnectionsPerHost: 400))
    let statuses = await Self.statuses(of: 300, at: server, with: transport, inFlight: 300)
    #expect(statuses == [200: 300])
    #expect(server.greatestInFlight == 300)
  }

  @Test func `redirects are reported and not followed`() async throws {
    let other = try LoopbackServer { _ in .text("caught") }
    let target = other.address + "/new?token=secret"
    let server = try LoopbackServer { _ in
      .text("moved", status: 307, headers: [("Location", target)])
    }
    let from = HTTPDestination(scheme: "http", host: "127.0.0.1", port: server.port, path: "/v1")
    let to = HTTPDestination(scheme: "http", host: "127.0.0.1", port: other.port, path: "/new")
    let request = HTTPRequest(.get, server.address + "/v1?q", headers: ["Authorization": "k"])
    await #expect(throws: HTTPError.redirectRefused(status: 307, from: from, to: to)) {
      try await transport.send(request)
    }
    #expect(other.connectionCount == 0)
  }

  @Test(arguments: [
    ("same host", "/other", "http://127.0.0.1:PORT/other"), ("no http", "ftp://h/x", nil),
    ("user", "http://u:p@h/x?q#f", "http://h/x"),
    ("control characters", "http://h/\u{202E}%1B", "http://h/%E2%80%AE%1B"),
  ])
  func `a redirect names its target without secrets or control characters`(
    name: String, location: String, shown: String?
  ) async throws {
    let server = try LoopbackServer { _ in .text("", status: 302, headers: [("Location", location)])
    }
    do {
      _ = try await transport.send(HTTPRequest(.post, server.address))
      Issue.record("\(name) was followed or ignored")
    } catch HTTPError.redirectRefused(_, _, let to) {
      let expected = shown?.replacing("PORT", with: "\(server.port)")
      #expect(to?.description == expected, "\(name)")
    }
  }

  @Test func `a redirect status without a place is an answer`() async throws {
    let server = try LoopbackServer { _ in .text("", status: 304) }
    #expect(try await transport.send(HTTPRequest(.get, server.address)).status == 304)
  }

  /// The count of each status, with 0 for a failure.
  static func statuses(
    of count: Int, at server: LoopbackServer, with transport: CurlTransport, inFlight: Int
  ) async -> [Int: Int] {
    let request = HTTPRequest(.post, server.address, body: [1, 2, 3])
    return await withTaskGroup(of: Int.self) { group in
      var left = count
      func add() {
        left -= 1
        group.addTask {
          do { return try await transport.send(request).status } catch { return 0 }
        }
      }
      while left > count - min(count, inFlight) { add() }
      var statuses: [Int: Int] = [:]
      for await status in group {
        statuses[status, default: 0] += 1
        if left > 0 { add() }
      }
      return statuses
    }
  }
}
