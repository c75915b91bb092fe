import Networking
import TestSupport
import Testing

/// Request and response bodies in files.
@Suite struct FileTransferTests {
  let transport: CurlTransport
  let directory: TemporaryDirectory

  init() throws {
    transport = try CurlTransport()
    directory = try TemporaryDirectory()
  }

  /// Bytes without repetition.
  static func bytes(_ count: Int) -> [UInt8] {
    var random = SeededRandom(seed: 5)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  @Test(arguments: [0, 1, 70_000, 3 << 20])
  func `a file is sent between what goes before and behind it`(size: Int) async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    let bytes = Self.bytes(size)
    let path = try directory.write(bytes, to: "body")
    var request = HTTPRequest(.post, server.address, headers: ["Content-Type": "text/plain"])
    request.fileBody = FileBody(
      head: Array("<".utf8), path: path, length: size, tail: Array(">".utf8))
    for _ in 0..<2 { #expect(try await transport.send(request).status == 200) }
    for received in server.requests {
      #expect(received.body == Array("<".utf8) + bytes + Array(">".utf8))
      #expect(received.header("Content-Length") == "\(size + 2)")
    }
    #expect(server.requests.count == 2)
  }

  @Test func `a file is sent once, also where a kept connection breaks`() async throws {
    let path = try directory.write(Self.bytes(200_000), to: "body")
    let server = try LoopbackServer { request in request.number == 0 ? .text("ok") : .dropped }
    var request = HTTPRequest(.post, server.address)
    request.fileBody = FileBody(path: path, length: 200_000)
    _ = try await transport.send(request)
    let destination = try #require(HTTPDestination(readable: server.address))
    await #expect(throws: HTTPError.connectionBroken(destination, answerBegun: false)) {
      try await transport.send(request)
    }
    #expect(server.requests.count == 2)
  }

  @Test func `a file that is not there, or shorter than it was, fails its request alone`()
    async throws
  {
    let server = try LoopbackServer { _ in .text("ok") }
    var request = HTTPRequest(.post, server.address)
    request.fileBody = FileBody(path: directory.path + "/none", length: 10)
    await #expect(throws: HTTPError.file(path: directory.path + "/none", errno: 2)) {
      try await transport.send(request)
    }
    let path = try directory.write(Self.bytes(5), to: "short")
    request.fileBody = FileBody(path: path, length: 10)
    await #expect(throws: HTTPError.file(path: path, errno: 0)) {
      try await transport.send(request)
    }
    #expect(try await transport.send(HTTPRequest(.get, server.address)).status == 200)
  }

  @Test func `a good answer goes to a file, and what is said of a failure does not`() async throws {
    let bytes = Self.bytes(1 << 20)
    let server = try LoopbackServer { request in
      request.path == "/good" ? .response(body: bytes) : .text("gone", status: 404)
    }
    let path = directory.path + "/answer"
    var request = HTTPRequest(.get, server.address + "/good")
    request.outputPath = path
    let good = try await transport.send(request)
    #expect(good.status == 200 && good.body.isEmpty)
    #expect(try directory.read("answer") == bytes)
    request.url = server.address + "/bad"
    let bad = try await transport.send(request)
    #expect(bad.status == 404 && bad.body == Array("gone".utf8))
    #expect(try directory.read("answer").isEmpty)
  }

  @Test func `a response to a file has its limit, and a full disk is reported`() async throws {
    let server = try LoopbackServer { _ in .endless() }
    var request = HTTPRequest(.get, server.address)
    request.outputPath = directory.path + "/answer"
    request.maximumResponseBytes = 100_000
    do {
      _ = try await transport.send(request)
      Issue.record("an endless answer has ended")
    } catch {
      guard case .responseTooLarge(_, limit: 100_000) = error else { throw error }
    }
    #expect(try directory.read("answer").count <= 100_000)
    request.outputPath = "/dev/full"
    await #expect(throws: HTTPError.file(path: "/dev/full", errno: 28)) {
      try await transport.send(request)
    }
    request.outputPath = directory.path + "/none/answer"
    await #expect(throws: HTTPError.file(path: directory.path + "/none/answer", errno: 2)) {
      try await transport.send(request)
    }
  }
}
