import CivilTime
import Encoding
import Store
import Testing

@testable import Sync
@testable import SyncHub

@Suite struct SyncServerSessionTests {
  @Test
  func `a client without an offset receives every change after its welcome`()
    throws
  {
    var hub = HubTalk.conversation(token: nil)
    _ = hub.takeRequests()
    HubTalk.send("auth", ["device_id": "d"], to: &hub)
    var (welcomed, followed): (Int?, Int?) = (nil, nil)
    for request in hub.takeRequests() {
      switch request {
      case .send(let bytes): welcomed = try SyncFrame(parsing: bytes).payloadValue["sequence"]?.int
      case .read(.follow(_, let after, _, _)): followed = after
      default: break
      }
    }
    #expect(welcomed == 20 && followed == welcomed)
  }

  @Test(
    arguments: [
      ("right key", "right", false, ["auth_key": "right", "device_id": "d"], true),
      ("wrong key", "right", false, ["auth_key": "wrong", "device_id": "d"], false),
      ("a key that is longer", "right", false, ["auth_key": "right!", "device_id": "d"], false),
      ("a key that is a beginning", "right", false, ["auth_key": "rig", "device_id": "d"], false),
      ("an empty key", "right", false, ["auth_key": "", "device_id": "d"], false),
      ("no key", "right", false, ["device_id": "d"], false),
      ("a key in the request", "right", true, ["device_id": "d"], true),
      ("another key in the frame", "right", true, ["auth_key": "wrong", "device_id": "d"], false),
      ("no key wanted", nil, false, ["device_id": "d"], true),
      ("a key that nobody wants", nil, false, ["auth_key": "x", "device_id": "d"], true),
    ] as [(String, String?, Bool, JSONValue, Bool)])
  func `a client with the token is admitted`(
    name: String, token: String?, hasBearer: Bool, payload: JSONValue, isLetIn: Bool
  ) {
    var hub = HubTalk.conversation(token: token, hasBearer: hasBearer)
    #expect(HubTalk.requests(&hub) == ["connection.established"])
    HubTalk.send("auth", payload, to: &hub)
    #expect(
      HubTalk.requests(&hub)
        == (isLetIn
          ? ["welcome d", "auth.success", "follow 20", "feed"] : ["auth.error", "close 1008"]),
      "\(name)")
    HubTalk.send("item.created", ["id": "1", "title": "t"], to: &hub)
    #expect(HubTalk.requests(&hub) == (isLetIn ? ["take 1"] : []), "\(name)")
  }

  @Test func `a client that does not identify itself is disconnected`() {
    var hub = HubTalk.conversation(hasBearer: true)
    _ = hub.takeRequests()
    HubTalk.send("ping", to: &hub)
    #expect(HubTalk.requests(&hub) == ["pong"])
    HubTalk.send("item.created", ["id": "1", "title": "t"], to: &hub)
    #expect(HubTalk.requests(&hub) == ["error", "close 1008"])
  }

  @Test(
    arguments: [
      ("from the beginning", ["engine_sequence": 0], "follow 0"),
      (
        "where it was", ["engine_sequence": 9, "engine_store_id": .string(HubTalk.store)],
        "follow 9"
      ),
      ("another store", ["engine_sequence": 9, "engine_store_id": "other"], "follow 0"),
      (
        "behind the end", ["engine_sequence": 21, "engine_store_id": .string(HubTalk.store)],
        "follow 0"
      ),
      ("not said", [:], "follow 20"),
    ] as [(String, JSONValue, String)])
  func `a client receives the changes since its last session`(
    name: String, payload: JSONValue, wanted: String
  ) {
    var hub = HubTalk.conversation(token: nil)
    HubTalk.send("auth", payload, to: &hub)
    #expect(HubTalk.requests(&hub).contains(wanted), "\(name)")
  }

  @Test(
    arguments: [
      ("nothing is known of it", nil, 5, ["sync.request"]),
      ("as much as it says", 5, 5, []), ("more", 9, 5, []), ("less", 3, 5, ["sync.request"]),
      ("it was told of nothing", nil, 0, []),
    ] as [(String, Int?, Int, [String])])
  func `the hub asks a client with newer changes to send them`(
    name: String, known: Int?, claimed: Int, wanted: [String]
  ) {
    let place = known.map { AcknowledgedOffset(store: "s", sequence: $0) }
    var hub = HubTalk.conversation(token: nil, known: place)
    let payload: JSONValue = ["store_id": "s", "sequence": .number("\(claimed)")]
    HubTalk.send("auth", payload, to: &hub)
    #expect(HubTalk.requests(&hub).filter { $0 == "sync.request" } == wanted, "\(name)")
  }

  @Test func `a client learns how much of its store was merged`() throws {
    let place = AcknowledgedOffset(store: "s", sequence: 7, itemID: "i", updatedAt: 12)
    var hub = HubTalk.conversation(token: nil, known: place)
    HubTalk.send("auth", ["device_id": "d"], to: &hub)
    let welcome = try hub.takeRequests().compactMap { request -> SyncFrame? in
      guard case .send(let bytes) = request else { return nil }
      let frame = try SyncFrame(parsing: bytes)
      return frame.type == "auth.success" ? frame : nil
    }
    #expect(welcome.first?.payloadValue["taken"].flatMap { AcknowledgedOffset($0) } == place)
  }

  @Test func `a change is acknowledged when it is durable, not before`() throws {
    var hub = HubTalk.known()
    HubTalk.send("item.created", ["id": "1", "title": "t"], id: "m1", to: &hub)
    guard case .take(let incoming) = hub.takeRequests().first else {
      Issue.record("nothing is taken")
      return
    }
    #expect(incoming.acknowledges == ["m1"] && incoming.version.origin == "device:d")
    #expect(hub.pending == 1)
    #expect(hub.pendingBytes == incoming.size && incoming.size > 10)
    hub.applied(
      ApplyResult(messages: incoming.acknowledges, changes: 1, bytes: incoming.size))
    guard case .send(let bytes) = hub.takeRequests().first else {
      Issue.record("no acknowledgement")
      return
    }
    let frame = try SyncFrame(parsing: bytes)
    #expect(frame.type == "acknowledgment" && frame.payloadValue["messageID"] == "m1")
    #expect(hub.pending == 0 && hub.pendingBytes == 0)
  }

  @Test func `frames that cannot be read are refused by name, and the session goes on`() {
    var hub = HubTalk.known()
    for text in [
      "nonsense", "{}", #"{"type":"item.created","payload":{}}"#, #"{"type":"batch"}"#,
      #"{"type":"batch","messageID":"b","payload":{}}"#,
      #"{"type":"batch","messageID":"b","payload":{"batchId":"b"}}"#,
    ] {
      hub.received(Array(text.utf8), at: .epoch)
      #expect(HubTalk.requests(&hub) == ["error"], "\(text)")
    }
    hub.receivedBinary()
    #expect(HubTalk.requests(&hub) == ["error"])
    HubTalk.send("something.else", to: &hub)
    #expect(HubTalk.requests(&hub) == [])
    HubTalk.send("item.deleted", ["id": "1"], to: &hub)
    #expect(HubTalk.requests(&hub) == ["take 1"])
  }

  @Test(
    arguments: [
      ("a device that may write", true, "d", [], true), ("a reader", false, "d", [], false),
      ("a device without a name", true, nil, [], false),
      ("a device that supports fields", true, "d", ["fields"], false),
    ] as [(String, Bool, String?, [String], Bool)])
  func `the hub keeps a file only for a device that can come back with changes`(
    name: String, mayWrite: Bool, device: String?, capabilities: [String], isNoted: Bool
  ) {
    var hub = HubTalk.conversation(token: nil)
    var claims = TokenSamples.claims
    claims.scope.mayWrite = mayWrite
    hub.access = HubAccess(claims)
    HubTalk.send(
      "auth",
      JSONValue(present: [
        "device_id": device.map(JSONValue.string), "capabilities": .texts(capabilities),
      ]), to: &hub)
    #expect((hub.notedOrigin != nil) == isNoted, "\(name)")
  }

  @Test func `a second key does not change the access of a session`() {
    var hub = HubTalk.conversation()
    HubTalk.send("auth", ["auth_key": "right", "device_id": "d"], to: &hub)
    hub.access = HubAccess(TokenSamples.claims)
    _ = hub.takeRequests()
    HubTalk.send("auth", ["auth_key": "right", "device_id": "e"], to: &hub)
    #expect(HubTalk.requests(&hub) == [] && hub.access.claims == TokenSamples.claims)
    #expect(hub.device == "d")
  }

  @Test func `an unauthenticated client gets one error for unreadable input`() {
    for text in ["nonsense", #"{"type":"batch","payload":{"messages":[]}}"#] {
      var hub = HubTalk.conversation(token: nil)
      _ = hub.takeRequests()
      for _ in 0..<3 { hub.received(Array(text.utf8), at: .epoch) }
      #expect(HubTalk.requests(&hub) == ["error", "close 1008"], "\(text)")
    }
  }

  @Test func `a batch of no messages is acknowledged`() {
    var hub = HubTalk.known()
    HubTalk.send("batch", ["messages": []], id: "b", to: &hub)
    #expect(HubTalk.requests(&hub) == ["acknowledgment"])
  }

  @Test func `a change that is too large to send is skipped and reported`() throws {
    var hub = HubTalk.known { $0.changeBytes = 600 }
    let entries = try [Entries.entry(1, origin: nil), Entries.entry(2, origin: nil)]
    let place = FeedCursor(store: HubTalk.store, sequence: 2, checksum: nil)
    hub.fed(entries, upTo: place, isAtEnd: true, ticket: 0, hasRoom: true)
    #expect(HubTalk.requests(&hub) == ["log", "log"])
  }

  @Test func `changes that cannot be merged now are postponed by name`() throws {
    var hub = HubTalk.known()
    hub.applied(
      ApplyResult(postponed: ["m1", "m2"], obstacle: .init(text: "the hub's disk is full")))
    let errors = try hub.takeRequests().map { request -> JSONValue in
      guard case .send(let bytes) = request else { return .null }
      return try SyncFrame(parsing: bytes).payloadValue
    }
    #expect(errors.map { $0["messageID"]?.string } == ["m1", "m2"])
    #expect(errors.allSatisfy { $0["code"] == "unavailable" })
  }

  @Test func `a fully readable batch is acknowledged as one, any other by message`() {
    func message(_ id: String, _ payload: JSONValue) -> JSONValue {
      ["type": "item.created", "messageID": .string(id), "payload": payload]
    }
    let good = (1...3).map { message("m\($0)", ["id": .string("\($0)"), "title": "t"]) }
    for (messages, wanted) in [
      (good, [[], [], ["b"]]), (good + [message("m4", [:])], [["m1"], ["m2"], ["m3"]]),
    ] {
      var hub = HubTalk.known()
      HubTalk.send("batch", ["messages": .array(messages), "batchId": "b"], id: "b", to: &hub)
      let acknowledged = hub.takeRequests().compactMap { request -> [String]? in
        if case .take(let incoming) = request { incoming.acknowledges } else { nil }
      }
      #expect(acknowledged == wanted)
    }
  }

  @Test func `changes are sent to all but their source, with their offset`() throws {
    var hub = HubTalk.conversation(token: nil)
    HubTalk.send("auth", ["device_id": "d", "engine_sequence": 0], to: &hub)
    _ = hub.takeRequests()
    let entries = try [(1, nil), (2, "device:d"), (3, "device:e")].map {
      try Entries.entry($0.0, origin: $0.1)
    }
    let place = FeedCursor(store: HubTalk.store, sequence: 4, checksum: nil)
    hub.fed(entries, upTo: place, isAtEnd: false, ticket: 0, hasRoom: true)
    #expect(HubTalk.requests(&hub) == ["item.created", "item.created", "feed"])
    hub.fed([], upTo: place, isAtEnd: true, ticket: 0, hasRoom: true)
    #expect(HubTalk.requests(&hub) == ["sync.position"])
    hub.storeChanged(hasRoom: false)
    #expect(HubTalk.requests(&hub) == [], "nobody is flooded")
    hub.feedIfDue(true)
    #expect(HubTalk.requests(&hub) == ["feed"])
    HubTalk.send("sync.request", ["since": 2], to: &hub)
    #expect(HubTalk.requests(&hub) == ["follow 2", "feed"])
    hub.fed(entries, upTo: place, isAtEnd: true, ticket: 0, hasRoom: true)
    #expect(HubTalk.requests(&hub) == [], "that was read for what was asked before")
    for since in 3...5 { HubTalk.send("sync.request", ["since": .number("\(since)")], to: &hub) }
    #expect(HubTalk.requests(&hub) == [], "one at a time")
    hub.fed([], upTo: place, isAtEnd: true, ticket: 1, hasRoom: true)
    #expect(HubTalk.requests(&hub) == ["follow 5", "feed"], "the last one counts")
    hub.fed([], upTo: place, isAtEnd: true, ticket: 2, hasRoom: true)
    #expect(HubTalk.requests(&hub) == ["sync.position"])
  }
}
