import Networking
import Synchronization
import TestSupport
import Testing

@testable import Peering

/// Links between two devices over loopback. Below: `listening` and `connect`, also for other suites.
@Suite struct PeerLinkTests {
  @Test func `two devices greet each other, exchange texts, and say goodbye`() async throws {
    let (caller, answerer) = try await linked()
    #expect(caller.greeting.peer == Dialogue.other && caller.greeting.isInitiator)
    #expect(answerer.greeting.peer == Dialogue.one && answerer.greeting.purpose == .session)
    caller.send(text: Array("question".utf8))
    try await caller.flush()
    #expect(caller.pendingOutput == 0)
    #expect(try await answerer.receive() == [.text(Array("question".utf8))])
    answerer.send(text: Array("answer".utf8))
    answerer.close()
    try await answerer.flush()
    var heard: [WebSocketEvent] = []
    while case let events = try await caller.receive(), !events.isEmpty { heard += events }
    #expect(heard == [.text(Array("answer".utf8)), .closed(.normal, reason: "")])
    #expect(try await answerer.receive() == [.closed(.normal, reason: "")])
    #expect(try await answerer.receive() == [])
  }

  @Test func `2,500 texts go both ways at once, in order`() async throws {
    let (caller, answerer) = try await linked()
    async let callers = exchange(2500, over: caller)
    async let answerers = exchange(2500, over: answerer)
    #expect(try await callers == 2500)
    #expect(try await answerers == 2500)
  }

  @Test func `a receiver that reads nothing blocks the sender until it does`() async throws {
    let (caller, answerer) = try await linked()
    let text = [UInt8](repeating: 1, count: FrameSealer.longestText)
    for _ in 0..<3 { caller.send(text: text) }
    #expect(caller.pendingOutput == 3 << 20 | 3 * 4)
    async let flushed: Void = caller.flush()
    var count = 0
    while count < 3 {
      for event in try await answerer.receive() {
        #expect(event == .text(text))
        count += 1
      }
    }
    try await flushed
    #expect(caller.pendingOutput == 0)
  }

  @Test func `an end without goodbye is reported as such`() async throws {
    let (caller, answerer) = try await linked()
    caller.send(text: [1])
    try await caller.flush()
    caller.drop()
    #expect(try await answerer.receive() == [.text([1])])
    await #expect(throws: PeerLinkError.self) { try await answerer.receive() }
    await #expect(throws: PeerLinkError.dropped) { try await caller.receive() }
    await #expect(throws: PeerLinkError.dropped) {
      caller.send(text: [2])
      try await caller.flush()
    }
  }

  @Test func `an unreferenced link ends`() async throws {
    var (caller, answerer): (PeerLink?, PeerLink) = try await linked()
    #expect(caller != nil)
    caller = nil
    await #expect(throws: PeerLinkError.self) { try await answerer.receive() }
  }

  @Test func `an overlong text ends the link with a clear error`() async throws {
    let (caller, answerer) = try await linked()
    caller.send(text: [UInt8](repeating: 1, count: FrameSealer.longestText + 1))
    await #expect(throws: PeerLinkError.tooLong(FrameSealer.longestText + 1)) {
      try await caller.flush()
    }
    caller.drop()
    await #expect(throws: PeerLinkError.self) { try await answerer.receive() }
  }

  @Test func `a cancelled task stops waiting`() async throws {
    let (caller, answerer) = try await linked()
    let waiting = Task {
      do throws(PeerLinkError) {
        _ = try await caller.receive()
        return nil as PeerLinkError?
      } catch {
        return error
      }
    }
    waiting.cancel()
    #expect(await waiting.value == .cancelled)
    await #expect(throws: PeerLinkError.self) { try await answerer.receive() }
  }

  /// The link is cut after each of the first bytes of either side, the greeting and a text, and then not at all.
  @Test(arguments: [true, false])
  func `a link cut anywhere is broken, never closed`(isFromClient: Bool) async throws {
    let listener = try listening()
    defer { listener.stop() }
    let answering = Task {
      for await link in listener.links {
        do throws(PeerLinkError) {
          while case .text(let text)? = try await link.receive().first {
            link.send(text: text)
            try await link.flush()
          }
        } catch {
          // The cut link was broken; the next one follows.
        }
      }
    }
    defer { answering.cancel() }
    let proxy = try CuttingProxy(to: listener.port)
    for bytes in stride(from: 0, to: 700, by: 13) {
      proxy.cutNext(.init(isFromClient: isFromClient, bytes: bytes, isReset: bytes % 2 == 0))
      await #expect(throws: PeerLinkError.self, "\(bytes) bytes") {
        let caller = try await connect(to: proxy.port)
        for number in 0...100 {
          caller.send(text: [UInt8](repeating: UInt8(number), count: 100))
          try await caller.flush()
          if try await caller.receive().isEmpty { break }
        }
      }
    }
  }

  @Test func `two devices are paired by words`() async throws {
    let words = PairingWords()
    let listener = try listening(
      secrets: { _, purpose in purpose == .pairing ? words.secret : nil })
    defer { listener.stop() }
    async let calling = connect(
      to: listener.port, for: .pairing, peer: nil, secret: try PairingWords(words.text).secret)
    var links = listener.links.makeAsyncIterator()
    let answerer = try #require(await links.next())
    let caller = try await calling
    let one = PairingExchange(caller.greeting, words: words, deviceName: "one")
    let other = PairingExchange(answerer.greeting, words: words, deviceName: "other")
    caller.send(text: one.message)
    try await caller.flush()
    guard case .text(let asked)? = try await answerer.receive().first else { return }
    let kept = try other.partner(asked)
    answerer.send(text: other.message)
    try await answerer.flush()
    guard case .text(let answered)? = try await caller.receive().first else { return }
    let partner = try one.partner(answered)
    #expect(partner.key == kept.key && partner.device == Dialogue.other)
    // From now on, they communicate with that key.
    let next = try listening(secrets: { device, _ in device == kept.device ? kept.key : nil })
    defer { next.stop() }
    _ = try await connect(to: next.port, secret: partner.key)
  }

  // MARK: -

  /// Sends and receives a number of texts at once; returns how many arrived in order.
  private func exchange(_ count: Int, over link: PeerLink) async throws -> Int {
    async let sent: Void = {
      for number in 0..<count {
        let rest = [UInt8](repeating: 46, count: number % 100 == 0 ? 20_000 : number % 40)
        link.send(text: Array("\(number) ".utf8) + rest)
        if link.pendingOutput > 100_000 { try await link.flush() }
      }
      try await link.flush()
    }()
    var next = 0
    while next < count {
      for event in try await link.receive() {
        guard case .text(let text) = event, text.starts(with: "\(next) ".utf8) else { return next }
        next += 1
      }
    }
    try await sent
    return next
  }
}

/// Listens on a port of this machine, with a timeout far longer than usual for busy machines.
func listening(
  greeting: Duration = .seconds(900), unauthenticated: Int = 64,
  report: @escaping @Sendable (String) -> Void = { _ in },
  secrets: @escaping PeerSecrets = { device, _ in device == Dialogue.one ? Dialogue.key : nil }
) throws -> PeerListener {
  var limits = PeerListener.Limits()
  (limits.greeting, limits.unauthenticated) = (greeting, unauthenticated)
  return try PeerListener(
    as: Dialogue.other, address: "127.0.0.1", limits: limits, secrets: secrets, report: report)
}

/// Connects to a port of this machine.
func connect(
  to port: Int, host: String = "127.0.0.1", for purpose: PeerPurpose = .session,
  peer: String? = Dialogue.other, secret: PeerSecret = Dialogue.key,
  within limit: Duration = .seconds(900)
) async throws -> PeerLink {
  let endpoint = try #require(PeerEndpoint(host: host, port: port))
  return try await PeerLink.connect(
    to: endpoint, as: Dialogue.one, for: purpose, peer: peer, secrets: { _, _ in secret },
    within: limit)
}

/// The two ends of a link.
func linked() async throws -> (PeerLink, PeerLink) {
  let listener = try listening()
  defer { listener.stop() }
  async let caller = connect(to: listener.port)
  var links = listener.links.makeAsyncIterator()
  let answerer = try #require(await links.next())
  return (try await caller, answerer)
}
