import TestSupport
import Testing

@testable import Networking

@Suite struct TimeoutTests {
  static let brief = Duration.milliseconds(60)

  /// Only one of the limits is short enough to be reached in a test.
  static func timeouts(_ phase: HTTPTimeouts.Phase) -> HTTPTimeouts {
    let long = Duration.seconds(300)
    return HTTPTimeouts(
      connect: phase == .connect ? brief : long, response: phase == .response ? brief : long,
      idle: phase == .idle ? brief : long, total: phase == .total ? brief : long)
  }

  static let begun = Reply.head(200, [("Content-Length", "9")]) + Array("one".utf8)

  @Test(arguments: [
    ("no answer", Reply.silence, HTTPTimeouts.Phase.response),
    ("no answer at all", .silence, .total),
    ("half a status line", Reply([.send(Array("HTTP/1.1 2".utf8)), .hold]), .total),
    ("silence within the body", Reply([.send(begun), .hold]), .idle),
    (
      "silence within the header",
      Reply([.send(Array("HTTP/1.1 200 OK\r\nA: b\r\n".utf8)), .hold]), .idle
    ),
    ("a body without an end", .endless(), .total),
    ("a body byte by byte", .init([.send(begun), .trickle([1, 2], Gate())]), .total),
  ])
  func `each limit is reached under its own name`(
    name: String, reply: Reply, phase: HTTPTimeouts.Phase
  ) async throws {
    let transport = try CurlTransport()
    let server = try LoopbackServer { _ in reply }
    let destination = HTTPDestination(scheme: "http", host: "127.0.0.1", port: server.port)
    let request = HTTPRequest(
      .post, server.address, body: [1], timeouts: Self.timeouts(phase), maximumResponseBytes: .max)
    await #expect(throws: HTTPError.timedOut(phase, after: Self.brief, destination), "\(name)") {
      try await transport.send(request)
    }
    try await server.waitForHangUps(1)
  }

  @Test func `a handshake that is never answered counts as connecting`() async throws {
    let transport = try CurlTransport()
    let silent = try SilentListener()
    let destination = HTTPDestination(scheme: "https", host: "127.0.0.1", port: silent.port)
    let request = HTTPRequest(
      .get, "https://127.0.0.1:\(silent.port)", timeouts: Self.timeouts(.connect))
    await #expect(throws: HTTPError.timedOut(.connect, after: Self.brief, destination)) {
      try await transport.send(request)
    }
  }

  @Test func `an answer that pauses is given up after the pause, not twice as long`() async throws {
    let transport = try CurlTransport()
    let server = try LoopbackServer { _ in Reply([.send(Self.begun), .hold]) }
    let destination = HTTPDestination(scheme: "http", host: "127.0.0.1", port: server.port)
    // Twice that time would be the total limit.
    var timeouts = Self.timeouts(.idle)
    (timeouts.idle, timeouts.total) = (.seconds(8), .seconds(15))
    await #expect(throws: HTTPError.timedOut(.idle, after: .seconds(8), destination)) {
      try await transport.send(
        HTTPRequest(.post, server.address, body: [1], timeouts: timeouts))
    }
  }

  @Test func `a server that does not read is idle`() async throws {
    let transport = try CurlTransport()
    let silent = try SilentListener()
    let destination = HTTPDestination(scheme: "http", host: "127.0.0.1", port: silent.port)
    let request = HTTPRequest(
      .post, "http://127.0.0.1:\(silent.port)", body: [UInt8](repeating: 0, count: 32 << 20),
      timeouts: Self.timeouts(.idle))
    await #expect(throws: HTTPError.timedOut(.idle, after: Self.brief, destination)) {
      try await transport.send(request)
    }
  }

  @Test func `waiting for a connection counts towards the total`() async throws {
    let transport = try CurlTransport(settings: TransportSettings(maximumConnectionsPerHost: 1))
    let gate = Gate()
    let server = try LoopbackServer { _ in .text("ok").after(gate) }
    let first = Task { try await transport.send(HTTPRequest(.get, server.address)) }
    try await server.waitForRequests(1)
    let destination = HTTPDestination(scheme: "http", host: "127.0.0.1", port: server.port)
    let second = HTTPRequest(.get, server.address, timeouts: Self.timeouts(.total))
    await #expect(throws: HTTPError.timedOut(.total, after: Self.brief, destination)) {
      try await transport.send(second)
    }
    gate.open()
    #expect(try await first.value.status == 200)
  }

  @Test func `a model may think for longer than the silence allowed later`() async throws {
    let transport = try CurlTransport()
    let server = try LoopbackServer { _ in .text("ok").after(milliseconds: 150) }
    let request = HTTPRequest(.post, server.address, body: [1], timeouts: Self.timeouts(.idle))
    #expect(try await transport.send(request).status == 200)
  }

  @Test func `no limits at all wait for the answer`() async throws {
    let transport = try CurlTransport()
    let server = try LoopbackServer { _ in .text("ok").after(milliseconds: 20) }
    let timeouts = HTTPTimeouts(connect: nil, response: nil, idle: nil, total: nil)
    let request = HTTPRequest(.get, server.address, timeouts: timeouts)
    #expect(try await transport.send(request).status == 200)
  }
}
