import Encoding
import Testing

@testable import Sync
@testable import SyncHub

@Suite struct TunnelConversationTests {
  static let connect: JSONValue = [
    "tunnel_id": "t", "auth_key": "right", "device_id": "d", "reconnect": false,
  ]

  static func tunnelled() -> SyncServerSession {
    var hub = HubTalk.conversation()
    HubTalk.send("connect", connect, to: &hub)
    #expect(HubTalk.requests(&hub) == ["connection.established", "connected"])
    return hub
  }

  @Test func `a tunnel connects first, and its client is admitted after authentication`() {
    var hub = Self.tunnelled()
    #expect(hub.device == nil)
    HubTalk.send("connect", Self.connect, to: &hub)
    HubTalk.send("ping", to: &hub)
    hub.storeChanged(hasRoom: true)
    #expect(HubTalk.requests(&hub) == ["pong"], "nothing is told yet")
    HubTalk.send(
      "auth", ["auth_key": "right", "device_id": "d", "engine_sequence": 0], to: &hub)
    #expect(HubTalk.requests(&hub) == ["welcome d", "auth.success", "follow 0", "feed"])
    HubTalk.send("auth", ["auth_key": "right", "device_id": "other"], to: &hub)
    HubTalk.send("item.created", ["id": "1", "title": "t"], to: &hub)
    #expect(HubTalk.requests(&hub) == ["take 1"] && hub.device == "d")
  }

  @Test(
    arguments: [
      ("the key once more", ["auth_key": "right", "device_id": "e"], "e"),
      ("the tunnel's key and device", [:], "d"),
      ("a wrong key", ["auth_key": "wrong"], nil),
    ] as [(String, JSONValue, String?)])
  func `the credentials of connect hold for auth, unless auth sends others`(
    name: String, payload: JSONValue, device: String?
  ) {
    var hub = Self.tunnelled()
    HubTalk.send("auth", payload, to: &hub)
    #expect(hub.device == device, "\(name)")
    if device == nil { #expect(HubTalk.requests(&hub) == ["auth.error", "close 1008"]) }
  }

  @Test func `an item in a tunnel is refused before authentication`() {
    var hub = Self.tunnelled()
    HubTalk.send("item.created", ["id": "1", "title": "t"], to: &hub)
    #expect(HubTalk.requests(&hub) == ["error", "close 1008"])
  }

  @Test func `a tunnel needs the key`() {
    for payload in [["auth_key": "wrong"], [:]] as [JSONValue] {
      var hub = HubTalk.conversation()
      HubTalk.send("connect", payload, to: &hub)
      #expect(
        HubTalk.requests(&hub) == ["connection.established", "auth.error", "close 1008"])
    }
  }

  @Test func `an earlier client, which sends items after connected, is admitted with connect`() {
    var hub = HubTalk.conversation()
    let payload: JSONValue = [
      "tunnel_id": "t", "auth_key": "right", "device_id": "d", "reconnect": false,
      "store_id": "s", "sequence": 0, "engine_store_id": .null, "engine_sequence": 0,
    ]
    HubTalk.send("connect", payload, to: &hub)
    #expect(
      HubTalk.requests(&hub)
        == ["connection.established", "welcome d", "connected", "follow 0", "feed"])
    HubTalk.send("item.created", ["id": "1", "title": "t"], to: &hub)
    #expect(HubTalk.requests(&hub) == ["take 1"])
  }
}
