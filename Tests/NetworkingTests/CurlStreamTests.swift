import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Networking

/// Streams of bytes in both directions, also through a proxy. `CurlStreamTLSTests`, below, tests them over TLS.
@Suite struct CurlStreamTests {
  static func echo() throws -> StreamServer {
    try StreamServer { connection in
      while case let bytes = connection.read(), !bytes.isEmpty {
        guard connection.write(bytes) else { return }
      }
    }
  }

  /// Receives until `count` bytes have arrived, or the end.
  static func receive(_ count: Int, from stream: CurlStream) async throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count, case let bytes = try await stream.receive(), !bytes.isEmpty {
      all += bytes
    }
    return all
  }

  @Test func `bytes go both ways at the same time, and none is lost`() async throws {
    let server = try Self.echo()
    let stream = try await CurlStream.open(server.address)
    #expect(stream.destination.port == server.port)
    var random = SeededRandom(seed: 1)
    let sent = (0..<2_000_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    async let sending: Void = {
      for start in stride(from: 0, to: sent.count, by: 300_000) {
        try await stream.send(Array(sent[start..<min(start + 300_000, sent.count)]))
      }
    }()
    let received = try await Self.receive(sent.count, from: stream)
    try await sending
    #expect(received == sent)
  }

  @Test func `bytes that came before the end are still received, then nothing`() async throws {
    let server = try StreamServer { $0.write(Array("bye".utf8)) }
    let stream = try await CurlStream.open(server.address)
    #expect(try await Self.receive(10, from: stream) == Array("bye".utf8))
    #expect(try await stream.receive().isEmpty)
  }

  @Test func `a reset is a broken connection`() async throws {
    let server = try StreamServer { connection in
      _ = connection.read(atMost: 1)
      connection.resetAtEnd()
    }
    let stream = try await CurlStream.open(server.address)
    try await stream.send([1, 2, 3])
    await #expect(throws: HTTPError.connectionBroken(stream.destination, answerBegun: true)) {
      _ = try await stream.receive()
    }
    await #expect(throws: HTTPError.connectionBroken(stream.destination, answerBegun: true)) {
      try await stream.send([1])
    }
  }

  @Test func `a peer that does not read makes the sender wait, not the memory grow`() async throws {
    let gate = Gate()
    let server = try StreamServer { connection in
      connection.wait(at: gate)
      while !connection.read().isEmpty {}
    }
    let stream = try await CurlStream.open(server.address)
    let task = Task {
      // More than any system buffers on the way.
      try await stream.send([UInt8](repeating: 0, count: 64 << 20))
    }
    await Pause.short()
    gate.open()
    try await task.value
  }

  @Test(arguments: ["read", "closed", "dropped"])
  func `a caller that does not receive makes the other side wait, not the memory grow`(
    then: String
  ) async throws {
    // More than any system buffers on the way.
    let size = 64 << 20
    let written = Atomic(0)
    let hasEnded = Atomic(false)
    let server = try StreamServer { connection in
      let piece = [UInt8](repeating: 7, count: 1 << 16)
      while written.load(ordering: .relaxed) < size, connection.write(piece) {
        written.add(piece.count, ordering: .relaxed)
      }
      hasEnded.store(true, ordering: .sequentiallyConsistent)
    }
    var stream: CurlStream? = try await CurlStream.open(server.address)
    await Pause.short()
    #expect(written.load(ordering: .relaxed) < size)
    switch then {
    case "read":
      var count = 0
      while count < size, case let bytes? = try await stream?.receive(), !bytes.isEmpty {
        #expect(bytes.count <= StreamMailbox.capacity + 64 << 10)
        count += bytes.count
      }
      #expect(count == size)
    case "closed": stream?.close()
    default: stream = nil
    }
    try await Pause.until("the server's end") { hasEnded.load(ordering: .sequentiallyConsistent) }
    #expect((written.load(ordering: .relaxed) == size) == (then == "read"))
  }

  @Test func `thousands of streams one after the other leave no descriptor open`() async throws {
    let server = try Self.echo()
    for _ in 0..<3000 {
      let stream = try await CurlStream.open(server.address)
      try await stream.send([1])
      #expect(try await stream.receive() == [1])
    }
    // The system gives the lowest free number. Other tests have far fewer descriptors open.
    let free = dup(0)
    close(free)
    #expect(free < 2000)
  }

  @Test func `cancelling ends what waits, and the connection`() async throws {
    let server = try Self.echo()
    let stream = try await CurlStream.open(server.address)
    let receiving = Task { try await stream.receive() }
    await Pause.short()
    receiving.cancel()
    await #expect(throws: HTTPError.cancelled) { try await receiving.value }
    await #expect(throws: HTTPError.shutDown) { try await stream.send([1]) }
  }

  @Test func `closing ends what waits`() async throws {
    let server = try Self.echo()
    let stream = try await CurlStream.open(server.address)
    let receiving = Task { try await stream.receive() }
    await Pause.short()
    stream.close()
    await #expect(throws: HTTPError.shutDown) { try await receiving.value }
  }

  @Test func `a handshake that never ends runs into the time-out, or is cancelled`() async throws {
    let silent = try SilentListener()
    let url = "https://127.0.0.1:\(silent.port)/"
    let place = HTTPDestination(scheme: "https", host: "127.0.0.1", port: silent.port)
    await #expect(throws: HTTPError.timedOut(.connect, after: .milliseconds(50), place)) {
      _ = try await CurlStream.open(url, connectTimeout: .milliseconds(50))
    }
    let opening = Task { try await CurlStream.open(url) }
    await Pause.short()
    opening.cancel()
    await #expect(throws: HTTPError.cancelled) { _ = try await opening.value }
  }

  @Test func `nobody listening, a wrong address and plain text elsewhere are told apart`()
    async throws
  {
    let silent = try SilentListener()
    silent.close()
    let address = HTTPError.Server(host: "127.0.0.1", port: silent.port)
    await #expect(throws: HTTPError.connectionRefused(address)) {
      _ = try await CurlStream.open("http://127.0.0.1:\(silent.port)/")
    }
    await #expect(throws: HTTPError.invalidURL(.notHTTP)) {
      _ = try await CurlStream.open("ws://127.0.0.1/")
    }
    let elsewhere = HTTPDestination(scheme: "http", host: "h.example", port: 80)
    await #expect(throws: HTTPError.plainTextRefused(elsewhere)) {
      _ = try await CurlStream.open("http://h.example")
    }
  }

  @Test func `a proxy lays a tunnel, for plain addresses too`() async throws {
    let proxy = try StreamServer { connection in
      var head: [UInt8] = []
      while !head.suffix(4).elementsEqual([13, 10, 13, 10]) { head += connection.read(atMost: 1) }
      connection.write(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + head)
    }
    let settings = TransportSettings(
      allowsPlainText: true, proxies: ProxyRules(http: proxy.address, https: nil))
    let stream = try await CurlStream.open("http://h.example:81/x?token=t", settings: settings)
    let seen = String(decoding: try await Self.receive(1 << 20, from: stream), as: UTF8.self)
    #expect(seen.hasPrefix("CONNECT h.example:81 HTTP/1.1\r\n"))
    #expect(!seen.contains("token"))
  }

  @Test func `a proxy that refuses is named with its status`() async throws {
    let proxy = try LoopbackServer { _ in .text("who are you?", status: 403) }
    let settings = TransportSettings(proxies: ProxyRules(http: nil, https: proxy.address))
    let address = HTTPError.Server(host: "127.0.0.1", port: proxy.port, isProxy: true)
    await #expect(throws: HTTPError.proxyRefused(address, status: 403)) {
      _ = try await CurlStream.open("https://h.example/", settings: settings)
    }
  }
}

@Suite(.enabled(if: OpenSSL.isInstalled))
struct CurlStreamTLSTests {
  func failure(_ server: TLSServer, _ settings: TransportSettings) async throws -> TLSFailure? {
    do {
      let stream = try await CurlStream.open(
        "https://127.0.0.1:\(server.port)/", settings: settings)
      try await stream.send(Array("GET / HTTP/1.0\r\n\r\n".utf8))
      let answer = try await CurlStreamTests.receive(1 << 20, from: stream)
      #expect(answer.starts(with: Array("HTTP/1.0 200 ok".utf8)))
      return nil
    } catch HTTPError.tlsFailed(let failure, let destination) {
      #expect(destination.port == server.port)
      return failure
    }
  }

  @Test func `TLS connects only where authority, name, days and pin are right`() async throws {
    let authority = try TestAuthority()
    let certificate = try authority.sign("good", for: ["IP:127.0.0.1"])
    let good = try TLSServer(certificate: certificate)
    let expired = try TLSServer(
      certificate: authority.sign("expired", for: ["IP:127.0.0.1"], days: -1))
    let other = try TLSServer(certificate: authority.sign("other", for: ["DNS:example.com"]))
    var settings = TransportSettings(authorityFile: authority.file)
    #expect(try await failure(good, settings) == nil)
    #expect(try await failure(expired, settings) == .expired)
    #expect(try await failure(other, settings) == .wrongHost)
    #expect(try await failure(good, TransportSettings()) == .unknownAuthority)
    settings.pinnedKey = try certificate.pin()
    #expect(try await failure(good, settings) == nil)
    #expect(try await failure(other, settings) == .wrongHost)
    settings.pinnedKey = try authority.own.pin()
    #expect(try await failure(good, settings) == .wrongPin)
  }
}
