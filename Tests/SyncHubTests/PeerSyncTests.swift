import ActionItems
import CivilTime
import Encoding
import Extraction
import Foundation
import Networking
import Store
import Synchronization
import TestSupport
import Testing

@testable import Sync

/// Two stores that sync directly, without a hub.
@Suite struct PeerSyncTests {
  let directory: TemporaryDirectory
  let a: ActionItemStore
  let b: ActionItemStore

  init() async throws {
    directory = try TemporaryDirectory()
    a = try Self.store(directory.path + "/a")
    b = try Self.store(directory.path + "/b")
  }

  /// A store whose clock advances at each reading, as it does outside of tests.
  static func store(_ path: String, ahead: Int = 0) throws -> ActionItemStore {
    let clock = SharedClock()
    clock.advance(ahead)
    return try ActionItemStore(folder: try DiskFolder(creating: path), creating: true) {
      clock.advance(1)
      return clock.time(skew: 0)
    }
  }

  /// Far longer than a busy machine takes.
  static let patience: Duration = .seconds(600)

  static func session(of store: String, with peer: String) -> SessionSettings {
    var session = SessionSettings(deviceID: store)
    session.peer = .init(id: peer, ownName: "x")
    session.maximumAttempts = 1
    session.authenticationTimeout = patience
    session.staleAfter = patience
    return session
  }

  /// Syncs two stores over their own connection; returns the result and the sent frames of each.
  func sync(
    _ one: ActionItemStore, _ other: ActionItemStore, limitingOther limits: StoreLimits? = nil,
    warnings: WarningLog = WarningLog()
  ) async throws -> [(report: SyncReport, frames: [SyncFrame])] {
    let (first, second) = MemoryConnection.pair()
    @Sendable func run(
      _ store: ActionItemStore, _ peer: String, _ name: String, _ link: MemoryConnection
    ) async throws -> SyncReport {
      var settings = RemoteSync.Settings(
        name: name, mode: .once, session: Self.session(of: store.id, with: peer))
      settings.outbox.acknowledgementTimeout = Self.patience
      settings.outbox.retryWaits = [.milliseconds(1)]
      var setup = SyncRunner.Setup(
        store: store, transport: MemoryTransport(link: link),
        settings: settings, maximumTime: Self.patience, wall: { .epoch },
        warn: warnings.note)
      if let limits, name == "one" { setup.limits = limits }
      return try await SyncRunner(setup).run()
    }
    async let left = run(one, other.id, "other", first)
    async let right = run(other, one.id, "one", second)
    let reports = try await [left, right]
    return try zip(reports, [first, second]).map { report, link in
      let texts = link.sent.withLock { $0.texts }
      return (report, try texts.map { try SyncFrame(parsing: $0) })
    }
  }

  @Test func `both stores have everything, and each change is sent once`() async throws {
    try await StoreOnDisk.add(25, "left", to: a)
    try await StoreOnDisk.add(7, "right", to: b)
    let done = try await sync(a, b)
    #expect(done.map(\.report.ending) == [.delivered, .delivered])
    #expect(done.map { MeshSimulation.items($0.frames) } == [25, 7])
    #expect(try await StoreOnDisk.tasks(a).count == 32)
    #expect(try await StoreOnDisk.tasks(a) == StoreOnDisk.tasks(b))
    // Changes from the other side are not sent back, and nothing is left for the next session.
    let again = try await sync(a, b)
    #expect(again.map(\.report.ending) == [.delivered, .delivered])
    #expect(again.map { MeshSimulation.items($0.frames) } == [0, 0])
  }

  @Test(arguments: [("items", StoreLimits(items: 3)), ("bytes", StoreLimits(bytes: 1))])
  func `a peer keeps what the other store has no room for, and delivers it later`(
    name: String, limits: StoreLimits
  ) async throws {
    try await StoreOnDisk.add(2, "theirs", to: b)
    try await StoreOnDisk.add(4, "ours", to: a)
    let done = try await sync(a, b, limitingOther: limits)
    let reports = done.map(\.report)
    #expect(done[0].frames.contains { $0.type == "sync.position" }, "\(name)")
    for report in reports {
      let failure = try report.failure()
      #expect(failure.kind == .limit, "\(name): \(failure)")
      #expect(failure.description.contains("limit of"), "\(name): \(failure)")
    }
    let full = reports[0]
    #expect(full.setAside == 0 && full.waiting > 0, "\(name)")
    #expect(try await b.size().items == (name == "items" ? 3 : 2), "\(name)")
    #expect(try await sync(a, b).map(\.report.ending) == [.delivered, .delivered], "\(name)")
    #expect(try await StoreOnDisk.tasks(a) == StoreOnDisk.tasks(b), "\(name)")
  }

  @Test func `new items with invalid ids are refused and reported on both sides`() async throws {
    try await StoreOnDisk.add(3, "ours", to: a)
    try await a.save(
      ["x/1", "x 2"].map { id in
        ActionItem(
          id: id, conversationId: "c", task: "Hide", messageId: "m", source: .init(platform: "x"),
          extractedAt: .epoch, model: "m")
      })
    let warnings = WarningLog()
    let done = try await sync(a, b, warnings: warnings)
    #expect(done[0].report.delivered == 3 && done[0].report.setAside == 2)
    #expect(try await b.fetch().count == 3 && warnings.count == 1)
  }

  @Test func `people's settings on both sides merge field by field`() async throws {
    try await StoreOnDisk.add(1, "shared", to: a)
    _ = try await sync(a, b)
    let id = try await a.fetch()[0].id
    var edit = ActionItemStore.Edit()
    edit.priority = .high
    _ = try await a.edit(edit, idsBeginning: [id])
    edit = .init()
    edit.assignee = .some("Bo")
    _ = try await b.edit(edit, idsBeginning: [id])
    _ = try await sync(a, b)
    for store in [a, b] {
      let item = try await store.fetch()[0]
      #expect(item.priority == .high && item.assignee == "Bo")
    }
  }

  @Test(arguments: [("with fewer changes than before", 1), ("with more", 9)])
  func `a restored store recovers what it had, and loses nothing`(
    name: String, changes: Int
  ) async throws {
    let path = directory.path
    try await StoreOnDisk.add(4, "before", to: a)
    _ = try await sync(a, b)
    try FileManager.default.copyItem(atPath: path + "/a", toPath: path + "/backup")
    try await StoreOnDisk.add(4, "lost", to: a)
    _ = try await sync(a, b)
    #expect(try await StoreOnDisk.tasks(b).count == 8)
    let earlier = try Self.store(path + "/backup", ahead: 3_600_000)
    try await StoreOnDisk.add(changes, "new", to: earlier)
    let done = try await sync(earlier, b)
    #expect(done.map(\.report.ending) == [.delivered, .delivered])
    #expect(try await StoreOnDisk.tasks(earlier).count == 8 + changes)
    #expect(try await StoreOnDisk.tasks(earlier) == StoreOnDisk.tasks(b))
    let again = try await sync(earlier, b)
    #expect(again.map { MeshSimulation.items($0.frames) } == [0, 0])
  }

  @Test func `a store that lost acknowledged changes receives them again`() async throws {
    let path = directory.path
    try FileManager.default.copyItem(atPath: path + "/b", toPath: path + "/empty")
    try await StoreOnDisk.add(4, "left", to: a)
    // None of this data originated there, so its own lines do not reveal the loss.
    _ = try await sync(a, b)
    let empty = try Self.store(path + "/empty", ahead: 3_600_000)
    let done = try await sync(a, empty)
    #expect(done.map(\.report.ending) == [.delivered, .delivered])
    #expect(try await StoreOnDisk.tasks(empty) == StoreOnDisk.tasks(a))
  }

  @Test func `a peer that claims another identity than it proved is rejected`()
    async throws
  {
    let (first, second) = MemoryConnection.pair()
    let hello = SyncFrame.write("handshake", messageID: "1") {
      $0.value(["store_id": .string(a.id), "protocol_version": 1, "capabilities": []])
    }
    second.send(text: hello, compressed: false)
    let session = Self.session(of: a.id, with: b.id)
    let report = try await SyncRunner(
      SyncRunner.Setup(
        store: a, transport: MemoryTransport(link: first),
        settings: RemoteSync.Settings(name: "other", mode: .once, session: session),
        maximumTime: Self.patience, wall: { .epoch })
    ).run()
    let failure = try report.failure()
    #expect(failure.description.contains("identity does not match its key"))
  }

  @Test func `an unreadable change is refused and not acknowledged`() async throws {
    // A peer of this version answers unreadable data this way.
    var other = SessionSettings(deviceID: b.id)
    other.peer = .init(id: a.id, ownName: "b")
    var core = RemoteSync(
      settings: .init(name: "a", mode: .follow, session: other), store: b.id, state: .init())
    func tell(_ event: SyncEvent) { core.handle(event, .zero, at: .epoch) }
    tell(.start)
    tell(.opened)
    _ = core.takeRequests()
    let hello = SyncFrame.write("handshake", messageID: "1") {
      $0.value(["store_id": .string(a.id), "protocol_version": 1, "capabilities": []])
    }
    tell(.received([.text(hello)]))
    _ = core.takeRequests()
    let bad = SyncFrame.write("item.updated", messageID: "7") { $0.value(["title": "no id"]) }
    tell(.received([.text(bad)]))
    var sent: [String] = []
    for _ in 0..<3 {
      for request in core.takeRequests() {
        switch request {
        case .send(let bytes): sent.append(try SyncFrame(parsing: bytes).type)
        case .apply: tell(.applied(MergeOutcome()))
        default: break
        }
      }
    }
    #expect(sent.contains("error") && !sent.contains("acknowledgment"), "\(sent)")
  }
}
