import ActionItemRepository
import CivilTime
import JSONText
import Testing

@testable import SyncEngine
@testable import SyncHub

@Suite struct HubConversationTests {
  static let store = "11111111-1111-4111-8111-111111111111"

  static func conversation(
    token: String? = "right", hasBearer: Bool = false, known: TakenPlace? = nil,
    _ adjust: (inout HubSettings) -> Void = { _ in }
  ) -> HubConversation {
    var settings = HubSettings(token: token)
    adjust(&settings)
    return HubConversation(
      settings: settings, store: store, lastSequence: 20, access: hasBearer ? .full : nil,
      known: { _ in known })
  }

  /// What is to be done: the type of what is to be sent, or the request in a word.
  static func requests(_ hub: inout HubConversation) -> [String] {
    hub.takeRequests().map { request in
      switch request {
      case .send(let bytes): (try? SyncFrame(parsing: bytes))?.type ?? "?"
      case .take(let incoming): "take \(incoming.version.id)"
      case .welcome(let device, _): "welcome \(device)"
      case .follow(let after, _): "follow \(after)"
      case .feed: "feed"
      case .feedItems(let ids): "items \(ids.joined(separator: " "))"
      case .presence: "presence"
      case .who: "who"
      case .log: "log"
      case .warn: "warn"
      case .close(let code, _): "close \(code)"
      }
    }
  }

  static func send(
    _ type: String, _ payload: JSONValue = [:], id: String? = "m", to hub: inout HubConversation
  ) {
    let frame = SyncFrame(type: type, messageID: id, payload: Array(payload.compact.utf8))
    hub.received(frame.bytes, at: .epoch)
  }

  /// A conversation with a client that is known as `d`.
  static func known(_ adjust: (inout HubSettings) -> Void = { _ in }) -> HubConversation {
    var hub = conversation(token: nil, adjust)
    send("auth", ["device_id": "d"], to: &hub)
    _ = hub.takeRequests()
    return hub
  }

  @Test
  func `who does not say how far it has come misses nothing behind what it was welcomed with`()
    throws
  {
    var hub = Self.conversation(token: nil)
    _ = hub.takeRequests()
    Self.send("auth", ["device_id": "d"], to: &hub)
    var (welcomed, followed): (Int?, Int?) = (nil, nil)
    for request in hub.takeRequests() {
      switch request {
      case .send(let bytes): welcomed = try SyncFrame(parsing: bytes).payloadValue["sequence"]?.int
      case .follow(let after, _): followed = after
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
  func `whoever has the token is let in`(
    name: String, token: String?, hasBearer: Bool, payload: JSONValue, isLetIn: Bool
  ) {
    var hub = Self.conversation(token: token, hasBearer: hasBearer)
    #expect(Self.requests(&hub) == ["connection.established"])
    Self.send("auth", payload, to: &hub)
    #expect(
      Self.requests(&hub)
        == (isLetIn
          ? ["welcome d", "auth.success", "follow 20", "feed"] : ["auth.error", "close 1008"]),
      "\(name)")
    Self.send("item.created", ["id": "1", "title": "t"], to: &hub)
    #expect(Self.requests(&hub) == (isLetIn ? ["take 1"] : []), "\(name)")
  }

  @Test func `whoever does not say who they are is sent away`() {
    var hub = Self.conversation(hasBearer: true)
    _ = hub.takeRequests()
    Self.send("ping", to: &hub)
    #expect(Self.requests(&hub) == ["pong"])
    Self.send("item.created", ["id": "1", "title": "t"], to: &hub)
    #expect(Self.requests(&hub) == ["error", "close 1008"])
  }

  @Test(
    arguments: [
      ("from the beginning", ["engine_sequence": 0], "follow 0"),
      ("where it was", ["engine_sequence": 9, "engine_store_id": .string(store)], "follow 9"),
      ("another store", ["engine_sequence": 9, "engine_store_id": "other"], "follow 0"),
      ("behind the end", ["engine_sequence": 21, "engine_store_id": .string(store)], "follow 0"),
      ("not said", [:], "follow 20"),
    ] as [(String, JSONValue, String)])
  func `a client is told what happened since it was there last`(
    name: String, payload: JSONValue, wanted: String
  ) {
    var hub = Self.conversation(token: nil)
    Self.send("auth", payload, to: &hub)
    #expect(Self.requests(&hub).contains(wanted), "\(name)")
  }

  @Test(
    arguments: [
      ("nothing is known of it", nil, 5, ["sync.request"]),
      ("as much as it says", 5, 5, []), ("more", 9, 5, []), ("less", 3, 5, ["sync.request"]),
      ("it was told of nothing", nil, 0, []),
    ] as [(String, Int?, Int, [String])])
  func `a client that was told of more than there is here is asked for it`(
    name: String, known: Int?, claimed: Int, wanted: [String]
  ) {
    let place = known.map { TakenPlace(store: "s", sequence: $0) }
    var hub = Self.conversation(token: nil, known: place)
    let payload: JSONValue = ["store_id": "s", "sequence": .number("\(claimed)")]
    Self.send("auth", payload, to: &hub)
    #expect(Self.requests(&hub).filter { $0 == "sync.request" } == wanted, "\(name)")
  }

  @Test func `a client is told how far its store was taken over`() throws {
    let place = TakenPlace(store: "s", sequence: 7, itemID: "i", updatedAt: 12)
    var hub = Self.conversation(token: nil, known: place)
    Self.send("auth", ["device_id": "d"], to: &hub)
    let welcome = try hub.takeRequests().compactMap { request -> SyncFrame? in
      guard case .send(let bytes) = request else { return nil }
      let frame = try SyncFrame(parsing: bytes)
      return frame.type == "auth.success" ? frame : nil
    }
    #expect(welcome.first?.payloadValue["taken"].flatMap { TakenPlace($0) } == place)
  }

  @Test func `a change is acknowledged when it is durable, not before`() throws {
    var hub = Self.known()
    Self.send("item.created", ["id": "1", "title": "t"], id: "m1", to: &hub)
    guard case .take(let incoming) = hub.takeRequests().first else {
      Issue.record("nothing is taken")
      return
    }
    #expect(incoming.acknowledges == ["m1"] && incoming.version.origin == "device:d")
    #expect(hub.pending == 1)
    #expect(hub.pendingBytes == incoming.size && incoming.size > 10)
    hub.applied(incoming.acknowledges, changes: 1, bytes: incoming.size)
    guard case .send(let bytes) = hub.takeRequests().first else {
      Issue.record("no acknowledgement")
      return
    }
    let frame = try SyncFrame(parsing: bytes)
    #expect(frame.type == "acknowledgment" && frame.payloadValue["messageID"] == "m1")
    #expect(hub.pending == 0 && hub.pendingBytes == 0)
  }

  @Test func `frames that cannot be read are refused by name, and the session goes on`() {
    var hub = Self.known()
    for text in [
      "nonsense", "{}", #"{"type":"item.created","payload":{}}"#, #"{"type":"batch"}"#,
      #"{"type":"batch","messageID":"b","payload":{}}"#,
      #"{"type":"batch","messageID":"b","payload":{"batchId":"b"}}"#,
    ] {
      hub.received(Array(text.utf8), at: .epoch)
      #expect(Self.requests(&hub) == ["error"], "\(text)")
    }
    hub.receivedBinary()
    #expect(Self.requests(&hub) == ["error"])
    Self.send("something.else", to: &hub)
    #expect(Self.requests(&hub) == [])
    Self.send("item.deleted", ["id": "1"], to: &hub)
    #expect(Self.requests(&hub) == ["take 1"])
  }

  @Test func `whoever has not said who it is gets one answer to what cannot be read`() {
    for text in ["nonsense", #"{"type":"batch","payload":{"messages":[]}}"#] {
      var hub = Self.conversation(token: nil)
      _ = hub.takeRequests()
      for _ in 0..<3 { hub.received(Array(text.utf8), at: .epoch) }
      #expect(Self.requests(&hub) == ["error", "close 1008"], "\(text)")
    }
  }

  @Test func `a batch of no messages is acknowledged`() {
    var hub = Self.known()
    Self.send("batch", ["messages": []], id: "b", to: &hub)
    #expect(Self.requests(&hub) == ["acknowledgment"])
  }

  @Test func `a change whose message is too large is told to nobody, and the hub says so`() throws {
    var hub = Self.known { $0.changeBytes = 600 }
    let entries = try [Entries.entry(1, origin: nil), Entries.entry(2, origin: nil)]
    let place = FeedPosition(store: Self.store, sequence: 2, checksum: nil)
    hub.fed(entries, upTo: place, isAtEnd: true, ticket: 0, hasRoom: true)
    #expect(Self.requests(&hub) == ["log", "log"])
  }

  @Test func `what cannot be taken over now is said to be for later, by name`() throws {
    var hub = Self.known()
    hub.postponed(["m1", "m2"], because: "the hub's disk is full")
    let errors = try hub.takeRequests().map { request -> JSONValue in
      guard case .send(let bytes) = request else { return .null }
      return try SyncFrame(parsing: bytes).payloadValue
    }
    #expect(errors.map { $0["messageID"]?.string } == ["m1", "m2"])
    #expect(errors.allSatisfy { $0["code"] == "unavailable" })
  }

  @Test func `a batch is acknowledged as one where all of it can be read, else message by message`()
  {
    func message(_ id: String, _ payload: JSONValue) -> JSONValue {
      ["type": "item.created", "messageID": .string(id), "payload": payload]
    }
    let good = (1...3).map { message("m\($0)", ["id": .string("\($0)"), "title": "t"]) }
    for (messages, wanted) in [
      (good, [[], [], ["b"]]), (good + [message("m4", [:])], [["m1"], ["m2"], ["m3"]]),
    ] {
      var hub = Self.known()
      Self.send("batch", ["messages": .array(messages), "batchId": "b"], id: "b", to: &hub)
      let acknowledged = hub.takeRequests().compactMap { request -> [String]? in
        if case .take(let incoming) = request { incoming.acknowledges } else { nil }
      }
      #expect(acknowledged == wanted)
    }
  }

  @Test func `what is read is told but to where it came from, and the place with it`() throws {
    var hub = Self.conversation(token: nil)
    Self.send("auth", ["device_id": "d", "engine_sequence": 0], to: &hub)
    _ = hub.takeRequests()
    let entries = try [(1, nil), (2, "device:d"), (3, "device:e")].map {
      try Entries.entry($0.0, origin: $0.1)
    }
    let place = FeedPosition(store: Self.store, sequence: 4, checksum: nil)
    hub.fed(entries, upTo: place, isAtEnd: false, ticket: 0, hasRoom: true)
    #expect(Self.requests(&hub) == ["item.created", "item.created", "feed"])
    hub.fed([], upTo: place, isAtEnd: true, ticket: 0, hasRoom: true)
    #expect(Self.requests(&hub) == ["sync.position"])
    hub.storeChanged(hasRoom: false)
    #expect(Self.requests(&hub) == [], "nobody is flooded")
    hub.drained(hasRoom: true)
    #expect(Self.requests(&hub) == ["feed"])
    Self.send("sync.request", ["since": 2], to: &hub)
    #expect(Self.requests(&hub) == ["follow 2", "feed"])
    hub.fed(entries, upTo: place, isAtEnd: true, ticket: 0, hasRoom: true)
    #expect(Self.requests(&hub) == [], "that was read for what was asked before")
    for since in 3...5 { Self.send("sync.request", ["since": .number("\(since)")], to: &hub) }
    #expect(Self.requests(&hub) == [], "one at a time")
    hub.fed([], upTo: place, isAtEnd: true, ticket: 1, hasRoom: true)
    #expect(Self.requests(&hub) == ["follow 5", "feed"], "the last one counts")
    hub.fed([], upTo: place, isAtEnd: true, ticket: 2, hasRoom: true)
    #expect(Self.requests(&hub) == ["sync.position"])
  }
}
