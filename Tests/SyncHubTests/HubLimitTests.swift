import ActionItems
import CivilTime
import Networking
import Store
import Synchronization
import TestSupport
import Testing

@testable import Sync
@testable import SyncHub

/// Limits of what clients may add to a hub's store. Below: the places for streams.
@Suite struct HubLimitTests {
  private static func hub(
    _ limits: StoreLimits, _ told: WarningLog = WarningLog()
  ) async throws -> RunningHub {
    var settings = HubSettings(token: nil)
    settings.storeLimits = limits
    return try await RunningHub(settings, warn: { told.note($0) })
  }

  private static func ask(
    _ method: HTTPRequest.Method, _ path: String, _ body: String, of hub: Hub,
    token: String? = nil
  ) async throws -> (status: Int, body: String) {
    var headers: HTTPHeaders = ["Content-Type": "application/json", "If-Match": "*"]
    if let token { headers.add("Authorization", "Bearer \(token)") }
    let answer = try await CurlTransport().send(
      HTTPRequest(method, "http://\(hub.address)\(path)", headers: headers, body: Array(body.utf8)))
    return (answer.status, String(decoding: answer.body, as: UTF8.self))
  }

  private static func post(
    _ task: String, to hub: Hub, token: String? = nil
  ) async throws -> Int {
    try await ask(.post, "/items", #"{"task":"\#(task)"}"#, of: hub, token: token).status
  }

  @Test func `new items beyond the limit are refused, changes of known ones are not`() async throws
  {
    let told = WarningLog()
    let running = try await Self.hub(StoreLimits(items: 5), told)
    for number in 1...3 { #expect(try await Self.post("Task \(number)", to: running.hub) == 201) }
    #expect(told.count == 0)
    #expect(try await Self.post("Task 4", to: running.hub) == 201)
    #expect(told.count == 1)
    #expect(try await Self.post("Task 5", to: running.hub) == 201)
    let refused = try await Self.ask(.post, "/items", #"{"task":"Task 6"}"#, of: running.hub)
    #expect(refused.status == 507 && refused.body.contains("new items are refused: the limit of 5"))
    let id = try #require(try await running.store.fetch().first?.id)
    let edit = try await Self.ask(
      .patch, "/items/\(id)", #"{"isComplete":true}"#, of: running.hub)
    #expect(edit.status == 200)
    // A removed item still counts, because it can be restored.
    try await running.store.remove(idsBeginning: [id])
    #expect(try await Self.post("Task 7", to: running.hub) == 507)
    #expect(told.count == 1)
    try await running.stop()
  }

  @Test func `a warning says what the limit will refuse`() {
    var warnings = LimitWarnings()
    let told = warnings.news(
      of: StoreSize(items: 9, bytes: 9), StoreLimits(items: 10, bytes: 10))
    #expect(told.map { $0.contains("new items of") } == [true, false])
    #expect(told.map { $0.contains("changes of") } == [false, true])
  }

  @Test func `a store of the limit's size takes no changes`() async throws {
    let told = WarningLog()
    let running = try await Self.hub(StoreLimits(bytes: 2000), told)
    var statuses: [Int] = []
    for number in 0..<20 { statuses.append(try await Self.post("Task \(number)", to: running.hub)) }
    #expect(statuses.first == 201 && statuses.last == 507 && told.count == 1)
    #expect(try await running.store.size().bytes < 4000)
    let id = try #require(try await running.store.fetch().first?.id)
    let edit = try await Self.ask(
      .patch, "/items/\(id)", #"{"isComplete":true}"#, of: running.hub)
    #expect(edit.status == 507 && edit.body.contains("limit of 2000 bytes"))
    try await running.stop()
  }

  @Test func `a store of the limit's size takes purges`() async throws {
    let directory = try TemporaryDirectory()
    let a = try StoreOnDisk.make(directory.path + "/a")
    try await StoreOnDisk.add(1, "task", to: a)
    var settings = HubSettings(token: nil)
    try await RunningHub.serving(settings, in: directory) { running in
      let report = try await HurriedClient.sync(a, with: running.hub)
      #expect(report.ending == .delivered)
    }
    var purge = ActionItemStore.Purge()
    purge.conversations = ["c"]
    let purged = try await a.purge(purge).items
    #expect(purged == 1)
    settings.storeLimits.bytes = 1
    try await RunningHub.serving(settings, in: directory) { running in
      let report = try await HurriedClient.sync(a, with: running.hub)
      let left = try await running.store.fetch()
      #expect(report.ending == .delivered && left.isEmpty)
    }
  }

  @Test func `an edit uses the quota of a token by the size that it makes`() async throws {
    let directory = try TemporaryDirectory()
    let store = try StoreOnDisk.make(directory.path + "/hub")
    try await StoreOnDisk.add(1, "task", to: store)
    var scope = TokenScope(mayWrite: true)
    scope.quota.bytes = 1000
    let claims = TokenClaims(
      subject: "bo", name: "Bo", audience: [store.id], expires: TokenSamples.time(1000), id: "t1",
      scope: scope)
    let usage = try QuotaUsage(in: store.folder, at: .epoch)
    let items = HubItems(
      store: store, admission: HubAdmission(store: store, usage: usage), wall: { .epoch })
    for (task, isTaken) in [(String(repeating: "x", count: 2000), false), ("short", true)] {
      let id = try #require(try await store.fetch().first?.id)
      let before = try #require(try await store.lastChange(ofItem: id))
      let body = Array(#"{"task":"\#(task)"}"#.utf8)
      let fields = try ItemFields(body)
      let made = try? await items.set(fields, of: before, HubAccess(claims))
      #expect((made != nil) == isTaken)
    }
    let tasks = try await StoreOnDisk.tasks(store)
    #expect(tasks == ["short"])
    // A removal needs no room.
    let full = HubItems(
      store: store,
      admission: HubAdmission(store: store, limits: StoreLimits(bytes: 1), usage: usage),
      wall: { .epoch })
    let id = try #require(try await store.fetch().first?.id)
    let before = try #require(try await store.lastChange(ofItem: id))
    try await full.remove(before, HubAccess(claims))
    let left = try await store.fetch()
    #expect(left.isEmpty)
  }

  @Test func `a store of edits alone is compacted and takes more`() async throws {
    let running = try await Self.hub(StoreLimits(bytes: 6000))
    #expect(try await Self.post("Task", to: running.hub) == 201)
    let id = try #require(try await running.store.fetch().first?.id)
    for number in 0..<30 {
      let edit = try await Self.ask(
        .patch, "/items/\(id)", #"{"isComplete":\#(number % 2 == 0)}"#, of: running.hub)
      #expect(edit.status == 200, "\(number): \(edit.body)")
    }
    try await running.stop()
  }

  @Test func `a client keeps what a hub has no room for, and delivers it later`() async throws {
    let directory = try TemporaryDirectory()
    let a = try StoreOnDisk.make(directory.path + "/a")
    try await StoreOnDisk.add(4, "task", to: a)
    let id = try #require(try await a.fetch().first { $0.task == "task 0" }?.id)
    var settings = HubSettings(token: nil)
    settings.storeLimits.items = 2
    try await RunningHub.serving(settings, in: directory) { running in
      for round in 0..<2 {
        if round == 1 { try await a.setComplete(true, idsBeginning: [id]) }
        let full = try await running.sync(a)
        let failure = try full.failure()
        #expect(failure.kind == .limit && full.metrics.failures == 0)
        #expect(failure.description.contains("the limit of 2 items is reached"))
        #expect(full.setAside == 0 && full.waiting > 0)
      }
      let kept = try await running.store.fetch()
      #expect(kept.count == 2 && kept.contains { $0.id == id && $0.isComplete })
    }
    settings.storeLimits.items = 4
    try await RunningHub.serving(settings, in: directory) { running in
      let all = try await running.sync(a)
      #expect(all.ending == .delivered)
      #expect(try await StoreOnDisk.tasks(running.store) == StoreOnDisk.tasks(a))
    }
  }

  @Test(arguments: [
    ("items", StoreLimits(items: 2), 2, "has added its 2 items"),
    ("bytes", StoreLimits(bytes: 50), 0, "has sent its 50 bytes"),
    ("none", StoreLimits(), 4, ""),
  ])
  func `a token with a quota adds no more, over HTTP and in sessions, after a restart too`(
    name: String, quota: StoreLimits, added: Int, problem: String
  ) async throws {
    let directory = try TemporaryDirectory()
    let store = try StoreOnDisk.make(directory.path + "/hub")
    var scope = TokenScope(mayWrite: true)
    scope.quota = quota
    let token = try TokenSamples.issue(scope, in: store)
    func serve(_ body: (RunningHub) async throws -> Void) async throws {
      var settings = HubSettings(token: "right")
      settings.tokens = try HubTokens(of: store.id, in: store.folder)
      try await RunningHub.serving(settings, in: directory, body)
    }
    try await serve { first in
      for number in 0..<2 {
        let status = try await Self.post(
          "A task of some length \(number)", to: first.hub, token: token)
        #expect(status == (number < added ? 201 : 507), "\(name)")
      }
    }
    try await serve { second in
      let a = try second.client("a")
      try await StoreOnDisk.add(2, "by sync", to: a)
      let report = try await second.sync(a, token: token)
      if case .failed(let failure) = report.ending {
        #expect(failure.description.contains(problem) && !problem.isEmpty, "\(name)")
        #expect(report.waiting == 2 && report.setAside == 0, "\(name)")
      } else {
        #expect(report.ending == .delivered && problem.isEmpty, "\(name)")
      }
      #expect(try await second.store.fetch().count == added, "\(name)")
      // The shared token has no quota.
      #expect(try await Self.post("Mine", to: second.hub, token: "right") == 201, "\(name)")
    }
  }

  @Test func `a stream that cannot begin leaves its place to the next one`() async throws {
    let directory = try TemporaryDirectory()
    let store = try StoreOnDisk.make(directory.path + "/hub")
    let token = try TokenSamples.issue(
      TokenScope(mayWrite: false, channels: ["person:Bo"]), in: store)
    var settings = HubSettings(token: "right")
    settings.tokens = try HubTokens(of: store.id, in: store.folder)
    // One place for each person.
    settings.questions = 4
    // The hub does not notice the broken store by itself.
    settings.quietTime = .seconds(900)
    let running = try await RunningHub(settings, in: directory)
    // A folder in place of the journal cannot be read.
    let journal = "journal.jsonl"
    if try store.folder.names().contains(journal) { try store.folder.remove(journal) }
    _ = try store.folder.folder(journal)
    for number in 0..<3 {
      let stream = try await CurlStream.open("http://\(running.hub.address)")
      try await stream.send(
        Array(
          "GET /changes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n".utf8)
      )
      var bytes: [UInt8] = []
      while case let more = try await stream.receive(), !more.isEmpty { bytes += more }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 200"), "\(number): \(text)")
    }
    running.task.cancel()
    _ = await running.task.result
  }
}
