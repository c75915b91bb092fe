import CivilTime
import Networking
import Store
import TestSupport
import Testing

@testable import Sync
@testable import SyncHub

/// A hub whose disk is temporarily full.
@Suite struct FullDiskTests {
  /// A hub on a disk that a test can fill.
  struct Running {
    let directory: TemporaryDirectory
    let disk = FullFolder.Disk()
    let told = WarningLog()
    let hub: Hub
    let task: Task<Void, any Error>

    init(_ settings: HubSettings = HubSettings(token: nil)) async throws {
      directory = try TemporaryDirectory()
      let folder = try DiskFolder(creating: directory.path + "/hub")
      let store = try ActionItemStore(
        folder: FullFolder(base: folder, disk: disk), creating: true,
        now: { Timestamp(seconds: 1_767_600_000) ?? .epoch })
      hub = try await Hub(
        store: store, listeningOn: ListenAddress(host: "127.0.0.1", port: 0), settings: settings,
        wall: { .epoch }, log: { _ in }, warn: { [told] in told.note($0) })
      task = Task { [hub] in try await hub.run() }
    }

    /// Adds an item and returns the status of the response.
    func post(_ task: String) async throws -> Int {
      try await CurlTransport().send(
        HTTPRequest(
          .post, "http://\(hub.address)/items", headers: ["Content-Type": "application/json"],
          body: Array(#"{"task":"\#(task)"}"#.utf8))
      ).status
    }

    func stop() async throws {
      task.cancel()
      try await task.value
    }
  }

  static func health(of hub: Hub) async throws -> (status: Int, body: String) {
    let answer = try await CurlTransport().send(
      HTTPRequest(.get, "http://\(hub.address)/healthz"))
    return (answer.status, String(decoding: answer.body, as: UTF8.self))
  }

  @Test(arguments: [FullFolder.Fault.writing, .syncing])
  func `a request on a full disk fails with a reason, and the next one is stored`(
    fault: FullFolder.Fault
  ) async throws {
    let running = try await Running()
    let (directory, disk, hub) = (running.directory, running.disk, running.hub)
    #expect(try await running.post("Call Bo") == 201)
    disk.set(fault)
    #expect(try await running.post("Lost") == 507)
    #expect(try await running.post("Lost") == 507)
    #expect(try await Self.health(of: hub).status == 503)
    #expect(running.told.count == 1)
    disk.set(.none)
    #expect(try await running.post("Kept") == 201)
    #expect(try await Self.health(of: hub).status == 200)
    #expect(running.told.count == 2)
    let a = try StoreOnDisk.make(directory.path + "/a")
    #expect(try await HurriedClient.sync(a, with: hub).ending == .delivered)
    // The item may be stored, because it was written before the sync failed.
    let tasks = try await StoreOnDisk.tasks(a).filter { fault == .writing || $0 != "Lost" }
    #expect(tasks == ["Call Bo", "Kept"])
    try await running.stop()
  }

  @Test func `a hub recovers once space is free, even without a write`() async throws {
    var settings = HubSettings(token: nil)
    settings.quietTime = .milliseconds(5)
    let running = try await Running(settings)
    running.disk.set(.writing)
    #expect(try await running.post("x") == 507)
    #expect(try await Self.health(of: running.hub).status == 503)
    running.disk.set(.none)
    try await Pause.until("room") { running.told.count == 2 }
    #expect(try await Self.health(of: running.hub).status == 200)
    try await running.stop()
  }

  @Test(arguments: [FullFolder.Fault.writing, .syncing])
  func `a hub on a full disk reports it, serves its items, and resumes merging later`(
    fault: FullFolder.Fault
  ) async throws {
    let running = try await Running()
    let (directory, disk, hub) = (running.directory, running.disk, running.hub)
    let a = try StoreOnDisk.make(directory.path + "/a")
    let b = try StoreOnDisk.make(directory.path + "/b")
    try await a.commit("Call Bo", "1")
    #expect(try await HurriedClient.sync(a, with: hub).delivered == 1)

    disk.set(fault)
    try await a.commit("Write to Ann", "2")
    let full = try await HurriedClient.sync(a, with: hub)
    let failure = try full.failure()
    #expect(failure.kind == .exhausted && full.waiting == 1 && full.setAside == 0)
    #expect(failure.description.contains("the hub's disk is full"))
    #expect(!failure.description.contains("/home/ann"))
    let health = try await Self.health(of: hub)
    #expect(health.status == 503 && health.body.hasPrefix(#"{"status":"full","sessions":0"#))
    if fault == .writing { #expect(try await HurriedClient.sync(b, with: hub).applied == 1) }
    #expect(running.told.count == 1)

    disk.set(.none)
    let late = try await HurriedClient.sync(a, with: hub)
    #expect(late.ending == .delivered && late.delivered == 1)
    #expect(try await Self.health(of: hub).status == 200)
    #expect(try await HurriedClient.sync(b, with: hub).ending == .delivered)
    #expect(try await StoreOnDisk.tasks(b) == ["Call Bo", "Write to Ann"])
    #expect(running.told.count == 2)
    try await running.stop()
    let found = try StoreOnDisk.make(directory.path + "/hub")
    #expect(try await StoreOnDisk.tasks(found) == ["Call Bo", "Write to Ann"])
  }
}
