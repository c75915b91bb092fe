import CivilTime
import Networking
import Store
import TestSupport
import Testing

@testable import Sync
@testable import SyncHub

/// Greetings that a hub refuses, with changes in the same write.
@Suite struct RefusedGreetingTests {
  private static let upgrade =
    "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

  /// Sends a request, messages and a close frame in one write. Returns when the hub has closed the connection.
  private static func write(_ frames: [String], to hub: Hub) async throws {
    var client = WebSocketConnection(role: .client)
    for frame in frames { client.send(text: Array(frame.utf8)) }
    client.close()
    let stream = try await CurlStream.open("http://\(hub.address)")
    try await stream.send(Array(upgrade.utf8) + client.takeOutput())
    while try await !stream.receive().isEmpty {}
  }

  @Test(
    .timeLimit(.minutes(2)),
    arguments: [
      ("a free device id", "Bo", "tablet", true),
      ("a device id of another person", "Bo", nil, false),
      ("the same with a read-only token", "Rita", nil, false),
      ("a device id with a session of somebody else", "Bo", "laptop", false),
      ("a wrong token", "nobody", "tablet", false),
    ] as [(String, String, String?, Bool)])
  func `a refused greeting and what follows it have no effect`(
    name: String, person: String, device: String?, isTaken: Bool
  ) async throws {
    let warnings = WarningLog()
    let directory = try TemporaryDirectory()
    let store = try StoreOnDisk.make(directory.path + "/hub")
    var keys: [String: String] = [:]
    for (name, mayWrite) in [("Anna", true), ("Bo", true), ("Rita", false)] {
      keys[name] = try TokenSamples.issue(
        TokenScope(mayWrite: mayWrite), name, id: name, in: store)
    }
    var settings = HubSettings(token: "right")
    settings.tokens = try HubTokens(of: store.id, in: store.folder)
    let running = try await RunningHub(settings, in: directory, warn: { warnings.note($0) })
    let anna = try running.client("a")
    try await anna.commit("Call Bo", "1")
    #expect(try await running.sync(anna, token: keys["Anna"]).delivered == 1)
    let open = try await SyncWebSocket.open(
      try ServerAddress("ws://\(running.hub.address)"), settings: ConnectionSettings())
    for frame in [
      #"{"type":"auth","payload":{"auth_key":"right","device_id":"laptop","capabilities":["fields"]}}"#,
      #"{"type":"presence.who"}"#,
    ] { open.send(text: Array(frame.utf8)) }
    try await open.flush()
    var events: [WebSocketEvent] = []
    while events.count < 3 { events += try await open.receive() }

    let device = device ?? anna.id
    let item = #"{"type":"item.created","payload":{"id":"1","title":"Pay Bo"}}"#
    try await Self.write(
      [
        #"{"type":"auth","payload":{"auth_key":"\#(keys[person] ?? "wrong")","device_id":"\#(device)","#
          + #""engine_store_id":"\#(store.id)","engine_sequence":999}}"#,
        item, #"{"type":"batch","payload":{"messages":[\#(item)]}}"#,
      ], to: running.hub)

    // The hub handles this after everything that came before.
    try await anna.commit("Call Ann", "2")
    #expect(try await running.sync(anna, token: keys["Anna"]).delivered == 1)
    open.drop()
    try await running.stop()
    #expect(try await StoreOnDisk.tasks(running.store).contains("Pay Bo") == isTaken, "\(name)")
    // The cursor is beyond the end of the store, which is a reason to warn.
    #expect((warnings.count > 0) == isTaken, "\(name)")
    let hub = try running.store.folder.folder(DeviceRecords.folder)
    let exchanged = try hub.names().filter { $0.hasSuffix(ExchangedVersion.fileEnding) }
    #expect(exchanged.isEmpty != isTaken, "\(name): \(exchanged)")
    let records = try DeviceRecords(in: running.store.folder)
    #expect(records.isOwner(person.lowercased(), of: device) == isTaken, "\(name)")
    #expect(records.isOwner("anna", of: anna.id), "\(name)")
  }
}
