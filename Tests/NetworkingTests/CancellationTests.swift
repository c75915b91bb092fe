import TestSupport
import Testing

@testable import Networking

/// Requests that are cancelled, and transports that are shut down or released.
@Suite struct CancellationTests {
  let transport: CurlTransport

  init() throws {
    transport = try CurlTransport()
  }

  func send(_ request: HTTPRequest) -> Task<HTTPError?, Never> {
    Task { [transport] in
      do throws(HTTPError) {
        _ = try await transport.send(request)
        return nil
      } catch {
        return error
      }
    }
  }

  @Test(arguments: [
    ("before the answer", Reply.silence),
    ("within the body", Reply([.send(Reply.head(200, [("Content-Length", "9")])), .hold])),
    ("within an endless body", .endless()),
  ])
  func `a cancelled request ends at once and takes its connection along`(
    name: String, reply: Reply
  ) async throws {
    let server = try LoopbackServer { _ in reply }
    let task = send(HTTPRequest(.post, server.address, maximumResponseBytes: .max))
    try await server.waitForRequests(1)
    task.cancel()
    #expect(await task.value == .cancelled, "\(name)")
    try await server.waitForHangUps(1)
  }

  @Test func `one cancelled request leaves its neighbours alone`() async throws {
    let gate = Gate()
    let server = try LoopbackServer { request in
      request.path == "/stuck" ? .silence : .text("ok").after(gate)
    }
    let stuck = (0..<20).map { _ in send(HTTPRequest(.get, server.address + "/stuck")) }
    let others = (0..<20).map { _ in send(HTTPRequest(.get, server.address)) }
    try await server.waitForRequests(40)
    for task in stuck { task.cancel() }
    for task in stuck { #expect(await task.value == .cancelled) }
    gate.open()
    for task in others { #expect(await task.value == nil) }
  }

  @Test func `a task that is cancelled already sends nothing`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    let task = Task { [transport] in
      while !Task.isCancelled { await Task.yield() }
      return try await transport.send(HTTPRequest(.get, server.address))
    }
    task.cancel()
    await #expect(throws: HTTPError.cancelled) { try await task.value }
    #expect(server.connectionCount == 0)
  }

  @Test func `requests waiting for a connection can be cancelled too`() async throws {
    let narrow = try CurlTransport(settings: TransportSettings(maximumConnectionsPerHost: 1))
    let gate = Gate()
    let server = try LoopbackServer { _ in .text("ok").after(gate) }
    let first = Task { try await narrow.send(HTTPRequest(.get, server.address)) }
    try await server.waitForRequests(1)
    let second = Task { try await narrow.send(HTTPRequest(.get, server.address)) }
    let third = Task { try await narrow.send(HTTPRequest(.get, server.address)) }
    second.cancel()
    await #expect(throws: HTTPError.cancelled) { try await second.value }
    gate.open()
    #expect(try await first.value.status == 200)
    #expect(try await third.value.status == 200)
    #expect(server.requests.count == 2)
  }

  @Test func `a request can be cancelled while it connects`() async throws {
    let silent = try SilentListener()
    let task = send(
      HTTPRequest(
        .get, "https://127.0.0.1:\(silent.port)",
        timeouts: HTTPTimeouts(connect: nil, idle: nil, total: nil)))
    await Pause.short()
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `a request can be cancelled while its name is looked up`() async throws {
    let transport = try CurlTransport(settings: TransportSettings(allowsPlainText: true))
    for number in 0..<20 {
      let host = "n\(number).invalid"
      let task = Task { [transport] in
        do throws(HTTPError) {
          _ = try await transport.send(HTTPRequest(.get, "http://\(host)/"))
          return HTTPError?.none
        } catch {
          return error
        }
      }
      for _ in 0..<number { await Task.yield() }
      task.cancel()
      // A quick resolver may have said before that there is no such name.
      let error = await task.value
      #expect(
        error == .cancelled || error == .unknownHost(HTTPError.Server(host: host, port: 80)),
        "\(String(describing: error))")
    }
  }

  @Test func `requests cancelled at random moments each end exactly once`() async throws {
    let server = try LoopbackServer { request in
      request.number % 3 == 0 ? .text("ok") : .text("ok").after(milliseconds: request.number % 4)
    }
    var random = SeededRandom(seed: 9)
    var ends: [Int: Int] = [:]
    for _ in 0..<20 {
      let tasks = (0..<25).map { _ in send(HTTPRequest(.post, server.address, body: [1])) }
      for task in tasks.shuffled(using: &random) where Bool.random(using: &random) {
        if Bool.random(using: &random) { await Task.yield() }
        task.cancel()
      }
      for task in tasks { ends[await task.value == nil ? 200 : 0, default: 0] += 1 }
    }
    #expect(ends.values.reduce(0, +) == 500)
    #expect(ends[200, default: 0] > 100)
  }

  @Test func `shutting down fails what is under way and refuses what comes later`() async throws {
    let server = try LoopbackServer { _ in .silence }
    let tasks = (0..<30).map { _ in send(HTTPRequest(.get, server.address)) }
    try await server.waitForRequests(30)
    await transport.shutDown()
    for task in tasks { #expect(await task.value == .shutDown) }
    try await server.waitForHangUps(30)
    #expect(await send(HTTPRequest(.get, server.address)).value == .shutDown)
    await transport.shutDown()
  }

  @Test func `a transport that has sent nothing can be shut down`() async throws {
    await transport.shutDown()
    #expect(await send(HTTPRequest(.get, "http://127.0.0.1:9/")).value == .shutDown)
    await transport.shutDown()
  }

  @Test func `a transport that nobody holds closes its connections`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    _ = try await CurlTransport().send(HTTPRequest(.get, server.address))
    try await server.waitForHangUps(1)
  }
}
