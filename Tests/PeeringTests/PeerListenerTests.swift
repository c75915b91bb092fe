import FoundationEssentials
import Networking
import TestSupport
import Testing

@testable import Peering

@Suite struct PeerListenerTests {
  private let reports: AsyncStream<String>
  private let report: @Sendable (String) -> Void

  init() {
    let (reports, continuation) = AsyncStream.makeStream(of: String.self)
    self.reports = reports
    report = { continuation.yield($0) }
  }

  private func reported() async -> String? {
    var all = reports.makeAsyncIterator()
    return await all.next()
  }

  @Test func `a wrong key and an unpaired device are refused alike and reported`()
    async throws
  {
    let listener = try listening(report: report)
    defer { listener.stop() }
    await #expect(throws: PeerLinkError.refused(.session)) {
      try await connect(to: listener.port, secret: Dialogue.wrongKey)
    }
    #expect(
      await reported()
        == "a connection from 127.0.0.1 was refused: it did not prove that it is paired")
    let unpaired = try listening(secrets: { _, _ in nil })
    defer { unpaired.stop() }
    await #expect(throws: PeerLinkError.refused(.session)) {
      try await connect(to: unpaired.port)
    }
    await #expect(throws: PeerLinkError.refused(.pairing)) {
      try await connect(to: unpaired.port, for: .pairing, peer: nil)
    }
  }

  @Test(
    arguments: [
      "GET / HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", "\u{0}\u{0}\u{0}\u{2}{}",
      "\u{7F}\u{7F}\u{7F}\u{7F}",
    ])
  func `a client of another protocol receives nothing and is disconnected`(text: String)
    async throws
  {
    let listener = try listening(report: report)
    defer { listener.stop() }
    let client = try BareClient(port: listener.port)
    client.say(Array(text.utf8))
    #expect(await client.hear() == [])
    #expect(
      await reported() == "a connection from 127.0.0.1 was refused: it uses another protocol")
    _ = try await connect(to: listener.port)
  }

  @Test func `a client that does not authenticate in time is disconnected, and others are served`()
    async throws
  {
    let listener = try listening(greeting: .milliseconds(200), report: report)
    defer { listener.stop() }
    let client = try BareClient(port: listener.port)
    client.say([0, 0])
    // Late bytes do not extend the timeout.
    #expect(await client.hear() == [])
    #expect(
      await reported()
        == "a connection from 127.0.0.1 was refused: it did not authenticate in time")
  }

  @Test func `unauthenticated connections are limited, whatever their source`() async throws {
    let listener = try listening(unauthenticated: 2, report: report)
    defer { listener.stop() }
    let clients = try (0..<3).map { _ in try BareClient(port: listener.port) }
    #expect(await clients[0].hear().isEmpty == false)
    _ = try await connect(to: listener.port)
    #expect(await clients[1].hear().isEmpty == false)
    withExtendedLifetime(clients) {}
  }

  @Test func `too many connections close the oldest unauthenticated one, and known peers stay`()
    async throws
  {
    let listener = try listening(report: report)
    defer { listener.stop() }
    var links = listener.links.makeAsyncIterator()
    let known = try await connect(to: listener.port)
    let answerer = try #require(await links.next())
    let clients = try (0..<12).map { _ in try BareClient(port: listener.port) }
    for client in clients.prefix(4) {
      #expect(
        await client.hear() == framed(String(decoding: PeerRefusal.busy.bytes, as: UTF8.self)))
    }
    #expect(
      await reported()
        == "a connection from 127.0.0.1 was refused: too many unauthenticated connections")
    // The remaining eight may still authenticate. One more connection is a caller like any other, and replaces the
    // oldest.
    let other = try await connect(to: listener.port)
    #expect(await clients[4].hear().isEmpty == false)
    known.send(text: [1])
    try await known.flush()
    #expect(try await answerer.receive() == [.text([1])])
    other.drop()
  }

  /// Greets a listener manually; returns the sealer of the caller's frames.
  private func greet(_ client: BareClient) async throws -> FrameSealer {
    let ours = PeerHello(
      device: Dialogue.one, nonce: [UInt8](repeating: 1, count: 32), purpose: .session)
    client.say(framed(String(decoding: ours.bytes, as: UTF8.self)))
    let count = await client.hear(4).reduce(0) { $0 << 8 | Int($1) }
    let theirs = try PeerHello(await client.hear(count), purpose: .session)
    return Greeting(ours: ours, theirs: theirs, isInitiator: true).keys(Dialogue.key).sealer
  }

  @Test func `a length of 4 GiB ends an established link at once`() async throws {
    let listener = try listening()
    defer { listener.stop() }
    let client = try BareClient(port: listener.port)
    var sealer = try await greet(client)
    var bytes: [UInt8] = []
    sealer.seal(Array(#"{"type":"confirm"}"#.utf8), to: &bytes)
    client.say(bytes + [255, 255, 255, 255])
    var links = listener.links.makeAsyncIterator()
    let link = try #require(await links.next())
    await #expect(throws: PeerLinkError.tampered) { try await link.receive() }
  }

  @Test func `texts sent with the proof are not lost`() async throws {
    let listener = try listening()
    defer { listener.stop() }
    let client = try BareClient(port: listener.port)
    var sealer = try await greet(client)
    var bytes: [UInt8] = []
    for text in [#"{"type":"confirm"}"#, "one", "two", #"{"type":"goodbye"}"#] {
      sealer.seal(Array(text.utf8), to: &bytes)
    }
    client.say(bytes)
    var links = listener.links.makeAsyncIterator()
    let link = try #require(await links.next())
    var heard: [WebSocketEvent] = []
    while heard.count < 3 { heard += try await link.receive() }
    #expect(
      heard == [
        .text(Array("one".utf8)), .text(Array("two".utf8)), .closed(.normal, reason: ""),
      ])
    // Data already sent is answered, although no more is requested.
    #expect(await client.hear().count == 4 + 18 + 16 + 4 + 18 + 16)
  }

  @Test func `a stopped listener ends its stream of links, but no link`() async throws {
    let listener = try listening()
    defer { listener.stop() }
    let caller = try await connect(to: listener.port)
    var links = listener.links.makeAsyncIterator()
    let answerer = try #require(await links.next())
    listener.stop()
    #expect(await links.next() == nil)
    caller.send(text: [1])
    try await caller.flush()
    #expect(try await answerer.receive() == [.text([1])])
  }

  @Test func `one port serves IPv4 and IPv6, and an occupied port is named`() async throws {
    var limits = PeerListener.Limits()
    limits.greeting = .seconds(900)
    let listener = try PeerListener(
      as: Dialogue.other, limits: limits, secrets: { _, _ in Dialogue.key }, report: { _ in })
    defer { listener.stop() }
    for host in ["127.0.0.1", "::1", "localhost"] + linkLocalHosts() {
      let link = try await connect(to: listener.port, host: host)
      #expect(link.greeting.peer == Dialogue.other)
    }
    let taken = PeerLinkError.listening(
      "127.0.0.1:\(listener.port)", reason: "Address already in use")
    #expect(throws: taken) {
      try PeerListener(
        as: Dialogue.other, port: listener.port, address: "127.0.0.1", secrets: { _, _ in nil },
        report: { _ in })
    }
  }

  /// The link-local addresses of this machine, as `fe80:…%eth0`.
  private func linkLocalHosts() -> [String] {
    let text = (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count == 6, fields[3] == "20" else { return nil }
      let digits = Array(fields[0])
      let groups = stride(from: 0, to: 32, by: 4).map { String(digits[$0..<$0 + 4]) }
      return "\(groups.joined(separator: ":"))%\(fields[5])"
    }
  }
}
