import ActionItemRepository
import CivilTime
import HTTPTransport
import Journal
import SyncEngine
import SyncHub
import Synchronization
import TestSupport
import Testing

/// A hub whose disk is full for a while.
@Suite struct FullDiskTests {
  static func sync(_ store: ActionItemStore, with hub: Hub) async throws -> SyncReport {
    var session = SessionSettings(deviceID: store.id)
    session.shortestBackOff = .zero
    session.maximumAttempts = 3
    var settings = DestinationSync.Settings(name: "hub", mode: .once, session: session)
    settings.delivery.retryWaits = [.milliseconds(1)]
    settings.unavailablePatience = .zero
    return try await SyncRunner(
      SyncRunner.Setup(
        store: store, address: try EngineAddress("ws://\(hub.address)/"), link: LinkSettings(),
        settings: settings, maximumTime: .seconds(250), wall: { .epoch })
    ).run()
  }

  static func health(of hub: Hub) async throws -> (status: Int, body: String) {
    let answer = try await CurlTransport().send(
      HTTPRequest(.get, "http://\(hub.address)/healthz"))
    return (answer.status, String(decoding: answer.body, as: UTF8.self))
  }

  @Test(arguments: [FullFolder.Fault.writing, .syncing])
  func `a request that there is no room for says so, as the hub does, and the next one is kept`(
    fault: FullFolder.Fault
  ) async throws {
    let directory = try TemporaryDirectory()
    let disk = FullFolder.Disk()
    let told = Mutex<[String]>([])
    let store = try ActionItemStore(
      folder: FullFolder(base: try DiskFolder(creating: directory.path + "/hub"), disk: disk),
      creating: true, now: { Timestamp(seconds: 1_767_600_000) ?? .epoch })
    let hub = try await Hub(
      store: store, listeningOn: ListenAddress(host: "127.0.0.1", port: 0),
      settings: HubSettings(token: nil), wall: { .epoch }, log: { _ in },
      warn: { text in told.withLock { $0.append(text) } })
    let task = Task { try await hub.run() }
    func post(_ text: String) async throws -> Int {
      try await CurlTransport().send(
        HTTPRequest(
          .post, "http://\(hub.address)/items", headers: ["Content-Type": "application/json"],
          body: Array(#"{"task":"\#(text)"}"#.utf8))
      ).status
    }
    #expect(try await post("Call Bo") == 201)
    disk.set(fault)
    #expect(try await post("Lost") == 507)
    #expect(try await post("Lost") == 507)
    #expect(try await Self.health(of: hub).status == 503)
    #expect(told.withLock { $0.count } == 1)
    disk.set(.none)
    #expect(try await post("Kept") == 201)
    #expect(try await Self.health(of: hub).status == 200)
    #expect(told.withLock { $0.count } == 2)
    let a = try HubTests.store(directory.path + "/a")
    #expect(try await Self.sync(a, with: hub).ending == .delivered)
    // What was written and could not be synced may be there.
    let tasks = try await HubTests.tasks(a).filter { fault == .writing || $0 != "Lost" }
    #expect(tasks == ["Call Bo", "Kept"])
    task.cancel()
    try await task.value
  }

  @Test func `a hub is well again once there is room, though nobody writes`() async throws {
    let directory = try TemporaryDirectory()
    let disk = FullFolder.Disk()
    let told = Mutex<[String]>([])
    let store = try ActionItemStore(
      folder: FullFolder(base: try DiskFolder(creating: directory.path + "/hub"), disk: disk),
      creating: true, now: { .epoch })
    var settings = HubSettings(token: nil)
    settings.quietTime = .milliseconds(5)
    let hub = try await Hub(
      store: store, listeningOn: ListenAddress(host: "127.0.0.1", port: 0), settings: settings,
      wall: { .epoch }, log: { _ in }, warn: { text in told.withLock { $0.append(text) } })
    let task = Task { try await hub.run() }
    disk.set(.writing)
    let refused = try await CurlTransport().send(
      HTTPRequest(
        .post, "http://\(hub.address)/items", headers: ["Content-Type": "application/json"],
        body: Array(#"{"task":"x"}"#.utf8)))
    #expect(refused.status == 507)
    #expect(try await Self.health(of: hub).status == 503)
    disk.set(.none)
    try await Pause.until("room") { told.withLock { $0.count == 2 } }
    #expect(try await Self.health(of: hub).status == 200)
    task.cancel()
    try await task.value
  }

  @Test(arguments: [FullFolder.Fault.writing, .syncing])
  func `a hub without room says so, tells what it has, and takes over once there is room`(
    fault: FullFolder.Fault
  ) async throws {
    let directory = try TemporaryDirectory()
    let disk = FullFolder.Disk()
    let told = Mutex<[String]>([])
    let store = try ActionItemStore(
      folder: FullFolder(base: try DiskFolder(creating: directory.path + "/hub"), disk: disk),
      creating: true, now: { Timestamp(seconds: 1_767_600_000) ?? .epoch })
    let hub = try await Hub(
      store: store, listeningOn: ListenAddress(host: "127.0.0.1", port: 0),
      settings: HubSettings(token: nil), wall: { .epoch }, log: { _ in },
      warn: { text in told.withLock { $0.append(text) } })
    let task = Task { try await hub.run() }
    let a = try HubTests.store(directory.path + "/a")
    let b = try HubTests.store(directory.path + "/b")
    _ = try await a.commit([SimulatedClient.outcome("Call Bo", "1")])
    #expect(try await Self.sync(a, with: hub).delivered == 1)

    disk.set(fault)
    _ = try await a.commit([SimulatedClient.outcome("Write to Ann", "2")])
    let full = try await Self.sync(a, with: hub)
    guard case .failed(let failure) = full.ending else {
      Issue.record("\(full.ending)")
      return
    }
    #expect(failure.kind == .exhausted && full.waiting == 1 && full.setAside == 0)
    #expect(failure.description.contains("the hub's disk is full"))
    #expect(!failure.description.contains("/home/ann"))
    let health = try await Self.health(of: hub)
    #expect(health.status == 503 && health.body.hasPrefix(#"{"status":"full","sessions":0"#))
    if fault == .writing { #expect(try await Self.sync(b, with: hub).takenOver == 1) }
    #expect(told.withLock { $0.count } == 1)

    disk.set(.none)
    let late = try await Self.sync(a, with: hub)
    #expect(late.ending == .delivered && late.delivered == 1)
    #expect(try await Self.health(of: hub).status == 200)
    #expect(try await Self.sync(b, with: hub).ending == .delivered)
    #expect(try await HubTests.tasks(b) == ["Call Bo", "Write to Ann"])
    #expect(told.withLock { $0.count } == 2)
    task.cancel()
    try await task.value
    let found = try HubTests.store(directory.path + "/hub")
    #expect(try await HubTests.tasks(found) == ["Call Bo", "Write to Ann"])
  }
}
