import ActionItems
import CivilTime
import Store
import Sync
import Synchronization
import TestSupport
import Testing

@testable import Peering

/// Stores that are paired and then synced by address, over loopback.
@Suite struct PeerServiceTests {
  let directory: TemporaryDirectory

  /// A timeout far longer than a busy machine needs.
  static let patience: Duration = .seconds(300)

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func store(_ name: String) throws -> ActionItemStore {
    try ActionItemStore(
      folder: try DiskFolder(creating: directory.path + "/" + name), creating: true, now: Self.now)
  }

  @Sendable private static func now() -> Timestamp { Timestamp(seconds: 1_767_600_000) ?? .epoch }

  static func add(_ tasks: [String], to store: ActionItemStore) async throws {
    try await store.save(
      tasks.map { task in
        ActionItem(
          id: task, conversationId: "c", task: task, messageId: task,
          source: .init(platform: "x"), extractedAt: now(), model: "m")
      })
  }

  /// Pairs two stores: one shows the words, the other enters them.
  private func pair(_ one: ActionItemStore, _ other: ActionItemStore) async throws {
    func service(_ store: ActionItemStore, _ name: String) -> PairingService {
      PairingService(
        store: store, deviceName: name, name: nil, patience: Self.patience,
        wall: Self.now, log: { _ in }, warn: { _ in })
    }
    let words = PairingWords()
    let waiting = try await service(one, "one").wait(for: words, address: "127.0.0.1", port: 0)
    async let shown = service(one, "one").run(waiting, discovers: false)
    let place = try #require(PeerEndpoint(host: "127.0.0.1", port: waiting.port))
    let taken = try await service(other, "other").join(words, at: place)
    #expect(try await shown.device == other.id)
    #expect(taken.device == one.id)
    #expect(taken.key == (try Pairs.read(other.id, in: one.folder)?.key))
  }

  @Test
  func `a pair is confirmed where its words were shown, even if the other side leaves at once`()
    async throws
  {
    let (one, other) = (try store("a"), try store("b"))
    for _ in 0..<30 {
      let showing = PairingService(
        store: one, deviceName: "one", name: nil, patience: Self.patience, wall: Self.now,
        log: { _ in }, warn: { _ in })
      let words = PairingWords()
      let waiting = try await showing.wait(for: words, address: "127.0.0.1", port: 0)
      async let shown = showing.run(waiting, discovers: false)
      let link = try await PeerLink.connect(
        to: try endpoint(waiting.port), as: other.id, for: .pairing, peer: nil,
        secrets: { _, _ in words.secret }, within: Self.patience)
      link.send(text: PairingExchange(link.greeting, words: words, deviceName: "two").message)
      try await link.flush()
      _ = try await link.receive()
      link.drop()
      #expect(try await shown.device == other.id)
    }
  }

  private func setup(_ store: ActionItemStore, search: Duration? = nil) -> PeerSetup {
    var setup = PeerSetup(store: store, deviceName: store.id, wall: Self.now)
    setup.discovers = false
    setup.patience = Self.patience
    setup.listening = ("127.0.0.1", 0)
    setup.search = search
    return setup
  }

  private func endpoint(_ port: Int) throws -> PeerEndpoint {
    try #require(PeerEndpoint(host: "127.0.0.1", port: port))
  }

  /// Waits until both stores have the same items, `count` of them.
  private static func wait(for count: Int, in stores: [ActionItemStore]) async throws {
    let (looks, look) = AsyncStream.makeStream(of: Void.self)
    let followers = stores.map { StoreFollower(path: $0.folder.path) { look.yield() } }
    defer { withExtendedLifetime(followers) {} }
    look.yield()
    for await _ in looks {
      var counts: Set<Int> = []
      for store in stores { counts.insert(try await store.fetch().count) }
      if counts == [count] { return }
    }
  }

  @Test func `a continuous and a one-time sync end with equal stores`() async throws {
    let (a, b) = (try store("a"), try store("b"))
    try await Self.add(["Write", "Read"], to: a)
    try await Self.add(["Call"], to: b)
    try await pair(a, b)
    let service = try PeerService(setup(a))
    let going = Task { try await service.run() }
    var visitor = setup(b, search: Self.patience)
    visitor.addresses = [try endpoint(service.port)]
    let results = try await PeerService(visitor).run()
    #expect(results.map(\.report?.ending) == [.delivered])
    // The next sync needs no address.
    #expect(try Pairs.read(a.id, in: b.folder)?.address == visitor.addresses[0])
    #expect(try await a.fetch().count == 3)
    #expect(try await b.fetch().count == 3)
    going.cancel()
    await #expect(throws: CancellationError.self) { try await going.value }
  }

  @Test func `a change on either side is forwarded immediately, even if both call`() async throws {
    let (a, b) = (try store("a"), try store("b"))
    try await pair(a, b)
    let one = try PeerService(setup(a))
    var other = setup(b)
    other.addresses = [try endpoint(one.port)]
    let two = try PeerService(other)
    let going = Task { try await one.run() }
    let coming = Task { try await two.run() }
    try await Self.add(["Write"], to: a)
    try await Self.wait(for: 1, in: [b])
    try await Self.add(["Call"], to: b)
    try await Self.wait(for: 2, in: [a])
    for task in [going, coming] {
      task.cancel()
      _ = await task.result
    }
  }

  @Test func `a forgotten pair is no longer admitted, and its session ends`() async throws {
    let (a, b) = (try store("a"), try store("b"))
    try await pair(a, b)
    let told = Mutex<[String]>([])
    let (gone, goes) = AsyncStream.makeStream(of: Void.self)
    var own = setup(a)
    own.inform = { text in
      told.withLock { $0.append(text) }
      if text.contains("disconnected") || text.contains("connected") { goes.yield() }
    }
    let service = try PeerService(own)
    let going = Task { try await service.run() }
    var visitor = setup(b)
    visitor.addresses = [try endpoint(service.port)]
    let coming = Task { try await PeerService(visitor).run() }
    try await Self.add(["Write"], to: a)
    try await Self.wait(for: 1, in: [b])
    #expect(try Pairs.remove(b.id, in: a.folder))
    for await _ in gone where told.withLock({ $0.contains { $0.contains("disconnected") } }) {
      break
    }
    await #expect(throws: PeerLinkError.refused(.session)) {
      _ = try await PeerLink.connect(
        to: try endpoint(service.port), as: b.id, for: .session, peer: nil,
        secrets: { _, _ in (try? Pairs.read(a.id, in: b.folder))?.key }, within: Self.patience)
    }
    for task in [going, coming] {
      task.cancel()
      _ = await task.result
    }
  }

  @Test func `an absent peer is reported as such`() async throws {
    let (a, b) = (try store("a"), try store("b"))
    try await pair(a, b)
    let results = try await PeerService(setup(b, search: .zero)).run()
    #expect(results.map(\.name) == ["one"])
    #expect(results[0].report == nil)
  }

  @Test func `forged announcements of the own id are warned of once, without their names`()
    async throws
  {
    let a = try store("a")
    let warnings = Mutex<[String]>([])
    var setup = setup(a)
    setup.warn = { warning in warnings.withLock { $0.append(warning) } }
    let service = try PeerService(setup)
    let events = await service.continuation
    for number in 0..<100 {
      let record = PeerRecord(device: a.id, deviceName: "Mallory \(number)", isPairing: false)
      events.yield(
        .discovery(
          .found(
            DiscoveredService(
              name: "n\(number)", host: "h.local", port: 1, addresses: ["192.0.2.1"],
              text: Dictionary(
                uniqueKeysWithValues: record.pairs.map { ($0.key.lowercased(), $0.value) })))))
    }
    events.yield(.cancelled)
    _ = try await service.run()
    #expect(warnings.withLock { $0 } == [PeerRecord.ownIdentity])
  }

  @Test func `a store has one sync service at a time`() async throws {
    let a = try store("a")
    let service = try PeerService(setup(a))
    #expect(throws: PeerError.busy(path: a.folder.path)) { try PeerService(setup(a)) }
    withExtendedLifetime(service) {}
  }
}
