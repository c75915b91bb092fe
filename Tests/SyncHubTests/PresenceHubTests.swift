import CivilTime
import Encoding
import Networking
import Store
import Testing

@testable import Sync
@testable import SyncHub

/// Presence through a hub on a real socket. Limited access and malformed messages are tested without a socket.
@Suite struct PresenceHubTests {
  /// A client that sends given frames and waits for others.
  private struct Client {
    let link: SyncWebSocket
    private var frames: [SyncFrame] = []

    init(_ running: RunningHub, _ device: String) async throws {
      link = try await SyncWebSocket.open(
        try ServerAddress("ws://\(running.hub.address)"), settings: ConnectionSettings())
      try await send("auth", ["auth_key": "right", "device_id": .string(device)])
      _ = try await next("auth.success")
    }

    func send(_ type: String, _ payload: JSONValue) async throws {
      link.send(text: SyncFrame.write(type, messageID: "m") { $0.value(payload) })
      try await link.flush()
    }

    /// Returns the next frame of a type and skips the others.
    mutating func next(_ type: String) async throws -> JSONValue {
      while true {
        while !frames.isEmpty {
          let frame = frames.removeFirst()
          if frame.type == type { return frame.payloadValue }
        }
        try await link.flush()
        let events = try await link.receive()
        try #require(!events.isEmpty, "the hub ended the connection before a \(type)")
        for case .text(let bytes) in events { frames.append(try SyncFrame(parsing: bytes)) }
      }
    }
  }

  private static func editing(_ lease: Int? = nil) -> JSONValue {
    [
      "state": "editing", "item": "i", "lease": lease.map { .number("\($0)") } ?? .null,
    ]
  }

  @Test func `others see who edits an item, and one edits at a time`() async throws {
    let running = try await RunningHub()
    var anna = try await Client(running, "anna-device")
    var bo = try await Client(running, "bo-device")
    try await bo.send("presence.update", ["state": "viewing", "item": "i"])
    #expect(try await bo.next("acknowledgment")["lease"]?.isNull == true)
    try await anna.send("presence.update", Self.editing())
    let lease = try #require(try await anna.next("acknowledgment")["lease"]?.int)
    #expect(try await bo.next("item.editing")["by"]?["device_id"]?.string == "anna-device")
    #expect(try await bo.next("item.viewing")["people"]?.array?.count == 2)
    try await bo.send("presence.update", Self.editing())
    #expect(try await bo.next("error")["code"]?.string == "held")
    try await anna.send("presence.update", Self.editing(lease))
    #expect(try await anna.next("acknowledgment")["lease"]?.int == lease)
    // The connection drops without a message.
    anna.link.drop()
    #expect(try await bo.next("item.released")["reason"]?.string == "gone")
    #expect(try await bo.next("presence.update")["state"]?.string == "gone")
    try await bo.send("presence.update", Self.editing())
    #expect(try await bo.next("acknowledgment")["lease"]?.int != nil)
    bo.link.drop()
    try await running.stop()
    // Presence is not stored.
    #expect(try await running.store.fetch().isEmpty)
  }

  @Test func `a client can request who is present`() async throws {
    let running = try await RunningHub()
    var anna = try await Client(running, "anna-device")
    try await anna.send("presence.update", ["state": "viewing", "item": "i"])
    _ = try await anna.next("acknowledgment")
    let address = try ServerAddress("ws://\(running.hub.address)")
    let people = try await PresenceQuery.people(
      at: address, link: ConnectionSettings(), token: "right")
    #expect(
      people == [.init(name: "device anna-dev", device: "anna-device", state: "viewing", item: "i")]
    )
    await #expect(throws: SessionFailure.self) {
      try await PresenceQuery.people(at: address, link: ConnectionSettings(), token: "wrong")
    }
    anna.link.drop()
    try await running.stop()
  }

  @Test func `a client with limited access does not see who views other items`() throws {
    var hub = HubTalk.known()
    hub.access = HubAccess.of("bo", "Bo", mayWrite: true, channels: ["person:Bo"])
    HubTalk.send("presence.who", to: &hub)
    HubTalk.send("presence.update", ["state": "idle"], to: &hub)
    #expect(HubTalk.requests(&hub) == ["error", "presence"])
    #expect(!hub.listens)
  }

  @Test(arguments: [["state": "asleep"], [:], ["state": "editing"]] as [JSONValue])
  func `malformed presence is refused`(payload: JSONValue) {
    var hub = HubTalk.known()
    HubTalk.send("presence.update", payload, to: &hub)
    #expect(HubTalk.requests(&hub) == ["error"])
  }
}
