import ActionItems
import CivilTime
import Encoding
import Extraction
import Foundation
import ItemRecords
import Networking
import Store
import Synchronization
import TestSupport
import Testing

@testable import Sync
@testable import SyncHub

/// The hub on a real socket, with real clients.
@Suite struct HubTests {
  @Test func `two stores converge, and each change is sent once`() async throws {
    let running = try await RunningHub()
    let (a, b) = (try running.client("a"), try running.client("b"))
    for number in 0..<30 {
      try await a.commit("Task of a \(number)", "a\(number)")
      try await b.commit("Task of b \(number)", "b\(number)")
    }
    let first = try await running.sync(a)
    #expect(first.ending == .delivered && first.delivered == 30 && first.applied == 0)
    let second = try await running.sync(b)
    #expect(second.delivered == 30 && second.applied == 30)
    let third = try await running.sync(a)
    #expect(third.delivered == 0 && third.applied == 30)
    let idle = try await running.sync(b)
    #expect(idle.delivered == 0 && idle.applied == 0)
    let wanted = try await StoreOnDisk.tasks(a)
    #expect(wanted.count == 60)
    #expect(try await StoreOnDisk.tasks(b) == wanted)
    #expect(try await StoreOnDisk.tasks(running.store) == wanted)
    try await running.stop()
  }

  @Test func `sent output frees space for the next, and nothing else delays it`()
    async throws
  {
    var settings = HubSettings(token: "right")
    (settings.pendingOutput, settings.systemOutput) = (1, 4096)
    (settings.lookInterval, settings.quietTime) = (.seconds(3600), .seconds(3600))
    settings.silenceTimeout = .seconds(3600)
    let running = try await RunningHub(settings)
    // More bytes than the system buffers, in text that does not compress.
    var random = SeededRandom(seed: 1)
    let letters = (0..<4000).map { _ in UInt8(ascii: "a") + UInt8(random.next() % 26) }
    let text = String(decoding: letters, as: UTF8.self)
    for first in stride(from: 0, to: 600, by: 100) {
      _ = try await running.store.commit(
        (first..<first + 100).map { SimulatedClient.outcome("\($0) \(text)", "\($0)") })
    }
    let report = try await running.sync(try running.client("a"), pings: .seconds(3600))
    #expect(report.ending == .delivered && report.applied == 600)
    try await running.stop()
  }

  @Test func `a sync through a tunnel delivers and merges`() async throws {
    let running = try await RunningHub()
    let (a, b) = (try running.client("a"), try running.client("b"))
    try await a.commit("Call Bo", "1")
    #expect(try await running.sync(a, tunnel: "t").delivered == 1)
    #expect(try await running.sync(b, tunnel: "t").applied == 1)
    try await running.stop()
  }

  @Test func `a client can request an item by its id`() async throws {
    let running = try await RunningHub()
    let a = try running.client("a")
    try await a.commit("Call Bo", "1")
    #expect(try await running.sync(a).delivered == 1)
    let id = try #require(try await a.fetch().first?.id)
    let link = try await SyncWebSocket.open(
      try ServerAddress("ws://\(running.hub.address)"), settings: ConnectionSettings())
    for text in [
      #"{"type":"auth","payload":{"auth_key":"right","device_id":"d"}}"#,
      #"{"type":"sync.request","payload":{"ids":["\#(id)","nobody"]}}"#,
    ] { link.send(text: Array(text.utf8)) }
    try await link.flush()
    var items: [SyncFrame] = []
    while items.isEmpty, case let events = try await link.receive(), !events.isEmpty {
      for case .text(let bytes) in events {
        let frame = try SyncFrame(parsing: bytes)
        if frame.type.hasPrefix("item.") { items.append(frame) }
      }
    }
    #expect(items.map { $0.payloadValue["title"] } == ["Call Bo"])
    link.drop()
    try await running.stop()
  }

  @Test func `a following client receives another's changes as they happen`() async throws {
    let running = try await RunningHub()
    let (a, b) = (try running.client("a"), try running.client("b"))
    let following = Task { try await running.sync(b, mode: .follow) }
    try await a.commit("Call Bo", "1")
    #expect(try await running.sync(a).delivered == 1)
    try await Pause.until("the item") { try await !b.fetch().isEmpty }
    let id = try #require(try await b.fetch().first?.id)
    _ = try await b.setComplete(true, idsBeginning: [id])
    try await Pause.until("the change") {
      try await running.store.item(beginning: id).item.isComplete
    }
    #expect(try await running.sync(a).applied == 1)
    #expect(try await a.item(beginning: id).item.isComplete)
    following.cancel()
    await #expect(throws: CancellationError.self) { try await following.value }
    try await running.stop()
  }

  @Test(
    arguments: [
      ("the right token", "right", "right", nil), ("in the frame alone", "right", nil, nil),
      ("in the request alone", nil, "right", nil),
      ("a wrong one in the request", "right", "wrong", .credentials),
      ("a wrong one in the frame", "wrong", nil, .credentials),
      ("none at all", nil, nil, .credentials),
    ] as [(String, String?, String?, SessionFailure.Kind?)])
  func `the token decides who is admitted`(
    name: String, token: String?, bearer: String?, failure: SessionFailure.Kind?
  ) async throws {
    let running = try await RunningHub()
    let a = try running.client("a")
    try await a.commit("Call Bo", "1")
    let report = try await running.sync(a, token: token, bearer: bearer)
    if case .failed(let found) = report.ending {
      #expect(found.kind == failure, "\(name)")
      #expect(report.waiting == 1)
    } else {
      #expect(failure == nil, "\(name)")
    }
    try await running.stop()
  }

  @Test(
    arguments: [
      ("the right one", true, "?a=b&token=a%20b%2B%C3%A9", nil, true),
      ("a wrong one", true, "?token=wrong", nil, false),
      ("not taken, and not looked at", false, "?token=wrong", "a b+é", true),
      ("not taken, and nothing else", false, "?token=a%20b%2B%C3%A9", nil, false),
      ("twice", true, "?token=a%20b%2B%C3%A9&token=x", nil, false),
      ("badly encoded", true, "?token=%2", nil, false),
    ] as [(String, Bool, String, String?, Bool)])
  func `a token in the address counts if the hub allows it`(
    name: String, isTaken: Bool, query: String, key: String?, isLetIn: Bool
  ) async throws {
    var settings = HubSettings(token: "a b+é")
    settings.takesTokenInAddress = isTaken
    let told = Mutex<[String]>([])
    let running = try await RunningHub(settings) { text in told.withLock { $0.append(text) } }
    let a = try running.client("a")
    let address = try ServerAddress("ws://\(running.hub.address)/\(query)")
    let report = try await SyncRunner(
      SyncRunner.Setup(
        store: a, transport: WebSocketTransport(address, ConnectionSettings()),
        settings: RemoteSync.Settings(
          name: "hub", mode: .once, session: SessionSettings(deviceID: a.id, token: key)),
        maximumTime: .seconds(250), wall: { .epoch })
    ).run()
    if case .failed(let found) = report.ending {
      #expect(found.kind == .credentials && !isLetIn, "\(name): \(found)")
    } else {
      #expect(isLetIn, "\(name)")
    }
    #expect(!told.withLock { $0 }.joined().contains("a%20b"), "\(name)")
    try await running.stop()
  }

  @Test func `valid requests are answered, and malformed ones refused`() async throws {
    let running = try await RunningHub()
    let transport = try CurlTransport()
    let address = "http://\(running.hub.address)"
    let health = try await transport.send(HTTPRequest(.get, address + "/healthz"))
    #expect(health.status == 200)
    #expect(health.body.starts(with: Array(#"{"status":"ok","sessions":0"#.utf8)))
    #expect(try await transport.send(HTTPRequest(.get, address + "/other")).status == 401)
    for (text, status) in [
      ("GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\n\r\n", "400"),
      ("HEAD /healthz HTTP/1.1\r\nHost: h\r\n\r\n", "200"),
      ("HEAD /other HTTP/1.1\r\nHost: h\r\n\r\n", "401"),
      ("nonsense\r\n\r\n", "400"), ("\u{16}\u{3}\u{1} as TLS begins", "400"),
      (
        "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 8\r\n\r\n", "426"
      ),
      (
        "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
          + "Origin: http://a.example\r\nOrigin: http://b.example\r\n\r\n", "403"
      ),
    ] {
      let stream = try await CurlStream.open(address)
      try await stream.send(Array(text.utf8))
      let answer = String(decoding: try await stream.receive(), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.contains("\r\nDate: "), "\(text)")
      if status == "426" { #expect(answer.contains("\r\nUpgrade: websocket\r\n")) }
      if text.hasPrefix("HEAD") {
        #expect(answer.hasSuffix("\r\n\r\n") && !answer.contains("Content-Length: 0"))
      }
    }
    try await running.stop()
  }

  @Test func `a client that sends nothing or reads nothing is disconnected`() async throws {
    var settings = HubSettings(token: nil)
    settings.greetingTimeout = .milliseconds(50)
    let strict = try await RunningHub(settings)
    let silent = try await CurlStream.open("http://\(strict.hub.address)")
    #expect(try await silent.receive().isEmpty)
    try await strict.stop()

    settings.greetingTimeout = .seconds(900)
    settings.stallTimeout = .milliseconds(200)
    let told = Mutex<[String]>([])
    let running = try await RunningHub(settings) { line in told.withLock { $0.append(line) } }
    let address = "http://\(running.hub.address)"
    try await running.store.save(
      (0..<400).map { number in
        ActionItem(
          id: "00000000-0000-5000-8000-000000000\(number + 100)", conversationId: "c",
          task: String(repeating: "long ", count: 2000) + "\(number)", messageId: "\(number)",
          source: .init(platform: "json"), extractedAt: .epoch, model: "m")
      })
    let link = try await SyncWebSocket.open(
      try ServerAddress(address), settings: ConnectionSettings())
    link.send(text: Array(#"{"type":"auth","payload":{"device_id":"d","engine_sequence":0}}"#.utf8))
    try await link.flush()
    // The connection is closed while megabytes wait for a client that does not read.
    try await Pause.until("an end of the session") {
      told.withLock { $0.contains { $0.hasSuffix("it does not read what is sent") } }
    }
    try await running.stop()
  }

  @Test func `sessions are limited, and each device has one`() async throws {
    var settings = HubSettings(token: nil)
    settings.sessions = 1
    // The first session must still be open when the second one starts, even on a busy machine.
    settings.greetingTimeout = .seconds(900)
    let running = try await RunningHub(settings)
    let address = try ServerAddress("ws://\(running.hub.address)")
    let one = try await SyncWebSocket.open(address, settings: ConnectionSettings())
    one.send(text: Array(#"{"type":"auth","payload":{"device_id":"d"}}"#.utf8))
    try await one.flush()
    var greeting: [WebSocketEvent] = []
    while greeting.count < 2 { greeting += try await one.receive() }
    await #expect(
      throws: SessionFailure(
        .transient, "the server answered with status 503 (try again in 10 s)",
        retryAfter: .seconds(10))
    ) {
      _ = try await SyncWebSocket.open(address, settings: ConnectionSettings())
    }
    one.drop()
    try await running.stop()
  }

  @Test func `a new hub under an old name receives everything, and so does one after a reset`()
    async throws
  {
    let first = try await RunningHub()
    let (a, b) = (try first.client("a"), try first.client("b"))
    try await a.commit("Call Bo", "1")
    try await b.commit("Write to Ann", "2")
    for store in [a, b, a] { #expect(try await first.sync(store).ending == .delivered) }
    let second = try await RunningHub()
    let moved = try await second.sync(a)
    #expect(moved.delivered == 2 && moved.applied == 0 && moved.conflicts == 0)
    #expect(try await StoreOnDisk.tasks(second.store) == ["Call Bo", "Write to Ann"])
    #expect(try await second.sync(a).delivered == 0)

    try RemoteState.resetKept("hub", in: a.folder)
    let again = try await second.sync(a)
    #expect(again.delivered == 2 && again.conflicts == 0)
    try await first.stop()
    try await second.stop()
  }

  @Test(arguments: [1, 4])
  func `a restored store is told so, and recovers what it lost once renewed`(
    changes: Int
  ) async throws {
    let running = try await RunningHub()
    let a = try running.client("a")
    try await a.commit("Call Bo", "1")
    #expect(try await running.sync(a).delivered == 1)
    let backup = running.directory.path + "/backup"
    try FileManager.default.copyItem(atPath: a.folder.path, toPath: backup)
    try await a.commit("Write to Ann", "2")
    #expect(try await running.sync(a).delivered == 1)

    var restored = try StoreOnDisk.make(backup)
    for number in 0..<changes - 1 {
      try await restored.commit("New task \(number)", "n\(number)")
    }
    for _ in 0..<2 {
      guard case .contradicted = try await running.sync(restored).ending else {
        Issue.record("it went on")
        return
      }
      // A reset alone does not help.
      try RemoteState.resetKept("hub", in: restored.folder)
    }
    #expect(try await StoreOnDisk.tasks(running.store) == ["Call Bo", "Write to Ann"])

    _ = try ActionItemStore.renew(in: restored.folder)
    restored = try StoreOnDisk.make(backup)
    let report = try await running.sync(restored)
    #expect(report.ending == .delivered)
    #expect(try await StoreOnDisk.tasks(restored) == (try await StoreOnDisk.tasks(running.store)))
    #expect(try await StoreOnDisk.tasks(restored).count == changes + 1)
    try await running.stop()
  }

  @Test func `an undone removal is undone everywhere, sent or not`() async throws {
    let running = try await RunningHub()
    let (a, b) = (try running.client("a"), try running.client("b"))
    try await a.commit("Call Bo", "1")
    for store in [a, b] { #expect(try await running.sync(store).ending == .delivered) }
    let id = try #require(try await a.fetch().first?.id)
    let first = try await a.lastSequence() + 1
    _ = try await a.remove(idsBeginning: [id], because: "no")
    _ = try await a.undo(sequence: first)
    for store in [a, b, a] { #expect(try await running.sync(store).ending == .delivered) }
    for store in [a, b, running.store] {
      #expect(try await StoreOnDisk.tasks(store) == ["Call Bo"])
    }

    _ = try await a.remove(idsBeginning: [id], because: "no use")
    for store in [a, b] { _ = try await running.sync(store) }
    for store in [a, b, running.store] {
      #expect(try await store.fetch().isEmpty)
      #expect(try await store.removedItem(beginning: id).removalReason == "no use")
    }
    // On the other device: by number, or by reopening the item.
    let last = try await b.lastSequence()
    _ = try await b.undo(sequence: last - 1)
    for store in [b, a] { #expect(try await running.sync(store).ending == .delivered) }
    for store in [a, b, running.store] {
      #expect(try await StoreOnDisk.tasks(store) == ["Call Bo"])
    }
    try await running.stop()
  }

  @Test func `concurrent settings of two people conflict until one of them decides`()
    async throws
  {
    let running = try await RunningHub()
    let (a, b) = (try running.client("a"), try running.client("b"))
    try await a.commit("Call Bo", "1")
    for store in [a, b] { _ = try await running.sync(store) }
    let id = try #require(try await a.fetch().first?.id)
    var edit = ActionItemStore.Edit()
    edit.assignee = .some("Zoe")
    _ = try await a.edit(edit, idsBeginning: [id])
    // Both clocks stand still: the second edit is one millisecond later than the edit of A.
    for name in ["Ann", "Bob"] {
      edit.assignee = .some(name)
      _ = try await b.edit(edit, idsBeginning: [id])
    }
    _ = try await b.setComplete(true, idsBeginning: [id])
    #expect(try await running.sync(b).conflicts == 0)
    let loser = try await running.sync(a)
    #expect(loser.conflicts == 1 && loser.applied > 0)
    #expect(try await running.sync(b).conflicts == 1)
    for store in [a, b, running.store] {
      let known = try await store.item(beginning: id)
      #expect(known.item.assignee == "Bob" && known.item.isComplete)
      #expect(known.conflicts.map(\.field) == [.assignee])
      #expect(known.conflicts.first?.rivals.map(\.value.text) == ["Zoe"])
    }

    _ = try await a.resolve(idBeginning: id, .mine)
    for store in [a, b] { #expect(try await running.sync(store).conflicts == 0) }
    for store in [a, b, running.store] {
      let known = try await store.item(beginning: id)
      #expect(known.item.assignee == "Zoe" && known.conflicts.isEmpty)
    }
    await #expect(throws: StoreError.self) { try await a.resolve(idBeginning: id, .mine) }
    try await running.stop()
  }

  @Test func `a clock a year ahead counts for a day, is reported once, and loses to others`()
    async throws
  {
    let warnings = Mutex<[String]>([])
    let running = try await RunningHub(warn: { text in warnings.withLock { $0.append(text) } })
    let year = 365 * 86_400
    let ahead = try ActionItemStore(
      folder: try DiskFolder(creating: running.directory.path + "/ahead"), creating: true,
      now: { Timestamp(seconds: 1_767_600_000 + year) ?? .epoch })
    let other = try running.client("other")
    try await ahead.commit("Call Bo", "1")
    let id = try #require(try await ahead.fetch().first?.id)
    var edit = ActionItemStore.Edit()
    for name in ["Ann", "Bob"] {
      edit.assignee = .some(name)
      _ = try await ahead.edit(edit, idsBeginning: [id])
      _ = try await running.sync(ahead)
    }
    _ = try await running.sync(other)
    let day = 1_767_600_000 + 86_400
    #expect(try await other.fetch().first?.updatedAt.seconds == day)
    edit.assignee = .some("Zoe")
    _ = try await other.edit(edit, idsBeginning: [id])
    for store in [other, ahead, other] { _ = try await running.sync(store) }
    for store in [other, ahead, running.store] {
      #expect(try await store.fetch().first?.assignee == "Zoe")
      #expect(try await store.conflictingItems().isEmpty)
    }
    let told = warnings.withLock { $0 }
    #expect(told.count == 1 && told.first?.contains("365 days ahead") == true, "\(told)")
    #expect(told.first?.contains(ahead.id) == true)
    try await running.stop()
  }

  @Test func `a store has one hub`() async throws {
    let running = try await RunningHub()
    let error = await #expect(throws: HubError.self) {
      _ = try await Hub(
        store: running.store, listeningOn: ListenAddress(host: "127.0.0.1", port: 0),
        settings: HubSettings(token: nil), wall: { .epoch }, log: { _ in })
    }
    #expect(error?.isBusy == true)
    try await running.stop()
  }

  @Test func `a time limit ends a sync without a server`() async throws {
    let directory = try TemporaryDirectory()
    let store = try StoreOnDisk.make(directory.path + "/a")
    try await store.commit("Call Bo", "1")
    let silent = try SilentListener()
    let report = try await SyncRunner(
      SyncRunner.Setup(
        store: store,
        transport: WebSocketTransport(
          try ServerAddress("ws://127.0.0.1:\(silent.port)"), ConnectionSettings()),
        settings: RemoteSync.Settings(
          name: "hub", mode: .once, session: SessionSettings(deviceID: "d")),
        maximumTime: .milliseconds(100), wall: { .epoch })
    ).run()
    #expect(report.ending == .timeUp && report.waiting == 1)
    #expect(report.metrics.lastError == "still connecting to ws://127.0.0.1:\(silent.port)/")
  }

  @Test(
    arguments: [
      ("a port", "8787", "127.0.0.1:8787"), ("host and port", "0.0.0.0:1", "0.0.0.0:1"),
      ("IPv6", "[::1]:80", "[::1]:80"), ("no port", "h", nil), ("a port too high", "h:70000", nil),
      ("bare IPv6", "::1:80", nil), ("no host", ":80", nil),
    ] as [(String, String, String?)])
  func `listen addresses are parsed or refused`(name: String, text: String, wanted: String?) {
    #expect(ListenAddress(text)?.description == wanted, "\(name)")
  }

  @Test(arguments: [true, false])
  func `a hub reports a damaged store once, and its health shows it`(isBefore: Bool)
    async throws
  {
    let directory = try TemporaryDirectory()
    let store = try StoreOnDisk.make(directory.path + "/hub")
    for number in 1...3 {
      try await store.commit("Task \(number)", "\(number)")
    }
    let journal = URL(filePath: directory.path + "/hub/journal.jsonl")
    let damage = {
      var bytes = try Data(contentsOf: journal)
      let place = try #require(bytes.firstRange(of: Data("Task 2".utf8)))
      bytes[place.lowerBound] ^= 1
      let file = try FileHandle(forWritingTo: journal)
      try file.write(contentsOf: bytes)
      try file.close()
    }
    if isBefore { try damage() }
    let warnings = Mutex<[String]>([])
    let running = try await RunningHub(
      HubSettings(token: nil), in: directory,
      warn: { text in warnings.withLock { $0.append(text) } }
    )
    if !isBefore { try damage() }
    let address = "http://\(running.hub.address)"
    for name in ["one", "two"] {
      _ = try await running.sync(try running.client(name), token: nil)
    }
    let health = try await CurlTransport().send(HTTPRequest(.get, address + "/healthz"))
    #expect(health.status == 200)
    #expect(String(decoding: health.body, as: UTF8.self).hasPrefix(#"{"status":"damaged","#))
    let metrics = try await CurlTransport().send(HTTPRequest(.get, address + "/metrics"))
    #expect(
      String(decoding: metrics.body, as: UTF8.self).contains("\nactionitems_hub_store_damaged 1\n"))
    let told = warnings.withLock { $0 }
    #expect(!told.isEmpty && Set(told).count == told.count, "\(told)")
    try await running.stop()
  }
}
