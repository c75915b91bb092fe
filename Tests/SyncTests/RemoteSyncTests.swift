import ActionItems
import CivilTime
import Encoding
import Extraction
import ItemRecords
import Networking
import Store
import Testing

@testable import Sync

@Suite struct RemoteSyncTests {
  @Test func `a one-time sync sends everything, saves the last acknowledgement, and closes`()
    throws
  {
    var play = RemoteSyncHarness(3)
    try play.start()
    #expect(play.takeItems().isEmpty, "nothing goes out before the engine knows who this is")
    try play.welcome()
    let items = play.takeItems()
    #expect(items.map { $0.payloadValue["sequence"]?.int } == [1, 3, 5])
    try play.acknowledge(Array(items.dropLast()))
    #expect(!play.other.contains("close"))
    try play.acknowledge([items[2]])
    #expect(play.other == ["connect", "close"])
    #expect(play.saved.last?.checkpoint?.sequence == 6 && play.saved.last?.delivered == 3)
    #expect(play.ending == nil)
    try play.tell(.received([.closed(nil, reason: "")]))
    #expect(play.ending == .delivered)
    #expect(play.saved.last?.lastSuccess == SampleChange.time(9))
  }

  @Test func `acknowledgements may name the message at the top`() throws {
    var play = try RemoteSyncHarness(1).begun()
    let id = try #require(play.takeItems().first?.messageID)
    try play.receive("acknowledgment", id: id)
    #expect(play.other.last == "close")
  }

  @Test func `a reconnected client resends the rest with the same ids`() throws {
    var play = try RemoteSyncHarness(4).begun()
    let items = play.takeItems()
    try play.acknowledge(Array(items[..<2]))
    try play.lose()
    try play.welcome()
    #expect(play.takeItems().map(\.messageID) == items[2...].map(\.messageID))
    #expect(play.sync.session.metrics.reconnects == 1)
  }

  @Test func `a disconnect while reading is paused does not end delivery`() throws {
    var play = try RemoteSyncHarness(6) { $0.outbox.window = 4 }.begun()
    play.parksReading = true
    try play.acknowledge(play.takeItems())
    #expect(play.takeItems().isEmpty)
    play.parksReading = false
    try play.lose()
    try play.welcome()
    try play.acknowledge(play.takeItems())
    #expect(play.other.last == "close" && play.saved.last?.delivered == 6)
  }

  @Test func `another process resumes at the saved offset`() throws {
    var play = try RemoteSyncHarness(4).begun()
    let items = play.takeItems()
    try play.acknowledge(Array(items[..<2]))
    try play.lose()
    let kept = try #require(play.saved.last)
    var later = RemoteSyncHarness(4, state: kept)
    try later.start()
    #expect(later.sent.last?.payloadValue["sequence"] == 3)
    try later.welcome()
    #expect(later.takeItems().map(\.messageID) == items[2...].map(\.messageID))
  }

  @Test func `ten seconds without an acknowledgement end the session, not the sync`() throws {
    var play = try RemoteSyncHarness(1).begun()
    play.now = .seconds(10)
    try play.tell(.timer)
    #expect(play.saved.last?.lastError == "no acknowledgement for 10 s")
    #expect(play.other == ["connect", "drop", "connect"])
  }

  @Test func `an offline workstation is sent nothing, and no answer times out`() throws {
    var play = RemoteSyncHarness(2) { $0.mode = .follow }
    try play.start()
    try play.receive("connection.workstation_offline")
    try play.welcome()
    #expect(play.takeItems().isEmpty)
    play.now = .seconds(15)
    play.report(.timer)
    try play.receive("connection.workstation_online")
    #expect(play.takeItems().count == 2)
    #expect(play.sync.nextDeadline == .seconds(20))
  }

  @Test(arguments: [true, false])
  func `a workstation that stays offline does not block a one-time sync`(isToldFirst: Bool) throws {
    var play = RemoteSyncHarness(2) { $0.session.maximumAttempts = 3 }
    for _ in 0..<3 {
      if play.other.isEmpty { try play.start() } else { play.report(.opened) }
      if isToldFirst { try play.receive("connection.workstation_offline") }
      try play.welcome()
      if !isToldFirst { try play.receive("connection.workstation_offline") }
      try play.pass(61)
    }
    let failure = try play.failure()
    #expect(failure.description.contains("offline"))
  }

  @Test func `a change superseded before its retry counts as completed`() throws {
    var play = RemoteSyncHarness(3)
    play.entries[2].change.change.known.item.id = "item-0"
    let later = play.entries.removeLast()
    try play.begin()
    let items = play.takeItems()
    let id = JSONValue.string(items[0].messageID ?? "")
    try play.receive("error", ["code": "full", "message": "no room", "messageID": id])
    play.entries.append(later)
    try play.tell(.storeChanged)
    try play.acknowledge(play.takeItems() + [items[1]])
    try play.pass(2)
    #expect(play.takeItems().isEmpty && play.other.last == "close")
    #expect(play.saved.last?.checkpoint?.sequence == 6)
  }

  @Test func `a full window is read first, and quarters while changes are in flight`() throws {
    var play = try RemoteSyncHarness(20) { $0.outbox.window = 8 }.begun()
    #expect(play.limits == [8])
    var items = play.takeItems()
    try play.acknowledge([items.removeFirst()])
    #expect(play.limits == [8])
    try play.acknowledge([items.removeFirst()])
    #expect(play.limits == [8, 2])
    var small = RemoteSyncHarness(3) { $0.outbox.window = 1 }
    try small.begin()
    while case let sent = small.takeItems(), !sent.isEmpty { try small.acknowledge(sent) }
    #expect(small.limits.allSatisfy { $0 == 1 } && small.other.last == "close")
  }

  @Test func `a server's version without a time is older than any with one`() throws {
    var play = try RemoteSyncHarness(0) { $0.mode = .follow }.begun()
    try play.receive("item.created", ["id": "a", "title": "t"])
    try play.receive("item.created", ["id": "b", "title": "t", "createdAt": 1_767_600_000_005])
    #expect(play.applied.map(\.updatedAt) == [.epoch, SampleChange.time(1_767_600_000_005)])
    #expect(play.applied.map(\.isUndated) == [true, false])
    for time in [#""99999-01-01T00:00:00.000Z""#, #""0000-00-00T00:00:00Z""#, "1e30", "[]"] {
      let payload = Array(#"{"id":"c","title":"t","updatedAt":\#(time)}"#.utf8)
      try play.receive(SyncFrame(type: "item.created", messageID: "m", payload: payload).bytes)
      #expect(play.applied.count == 2 && play.sent.last?.type == "error", "\(time)")
    }
  }

  @Test func `the close code and reason of a server are reported`() throws {
    var play = RemoteSyncHarness(0) { $0.session.maximumAttempts = 1 }
    try play.start()
    let reason = "no t" + String(repeating: "!", count: 9999)
    try play.tell(.received([.closed(.policyViolation, reason: reason)]))
    let told = play.saved.last?.lastError
    #expect(told?.hasPrefix("the server closed the connection (1008: no") == true, "\(told ?? "")")
    #expect(told?.contains("token") == false && told?.utf8.count ?? 0 < 600)
  }

  @Test func `an invalid store id is not saved`() throws {
    var play = RemoteSyncHarness(0)
    try play.start()
    let long = JSONValue.string(String(repeating: "x", count: 201))
    try play.welcome(["capabilities": ["sync.position"], "store_id": long])
    try play.receive("sync.position", ["store_id": long, "sequence": 9])
    #expect(play.other.last == "close" && play.saved.last?.remoteCursor == nil)
  }

  @Test func `a refused change is set aside and reported, and the rest is sent`() throws {
    var play = try RemoteSyncHarness(3).begun()
    let items = play.takeItems()
    try play.acknowledge([items[0], items[2]])
    let id = JSONValue.string(items[1].messageID ?? "")
    for _ in 0..<3 {
      try play.receive("error", ["code": "full", "message": "no room", "messageID": id])
      play.now += .seconds(5)
      try play.tell(.timer)
    }
    #expect(play.takeItems().count == 2)
    #expect(play.other.last == "close" && play.sync.outbox.setAsideCount == 1)
    #expect(
      play.saved.last?.setAside
        == [.init(sequence: 3, itemID: "item-1", code: "full", message: "no room")])
    #expect(play.saved.last?.checkpoint?.sequence == 6)
  }

  @Test func `a later version of an item clears its refused change`() throws {
    var state = RemoteState()
    state.setAside = ["item-1", "item-9"].map {
      .init(sequence: 1, itemID: $0, code: "full", message: "no room")
    }
    var play = try RemoteSyncHarness(2, state: state).begun()
    try play.acknowledge(play.takeItems())
    #expect(play.saved.last?.setAside.map(\.itemID) == ["item-9"])
  }

  @Test func `the address and options are saved once a session is established`() throws {
    var state = RemoteState()
    state.address = "wss://works/"
    var play = RemoteSyncHarness(1, state: state) { $0.address = "wss://new/" }
    try play.start()
    try play.receive("auth.error", ["message": "no"])
    #expect(play.saved.last?.address == "wss://works/")
    play = RemoteSyncHarness(1, state: state) {
      $0.address = "wss://new/"
      $0.options.tunnel = "t"
    }
    try play.begin()
    try play.acknowledge(play.takeItems())
    #expect(play.saved.last?.address == "wss://new/" && play.saved.last?.options.tunnel == "t")
  }

  @Test(arguments: [
    ("no JSON", "nonsense"), ("no type", #"{"payload":1}"#),
    ("an item without an id", #"{"type":"item.created","messageID":"m","payload":{"title":"x"}}"#),
    ("an unknown type", #"{"type":"item.exploded"}"#),
    ("an error of no message", #"{"type":"error"}"#),
  ])
  func `useless frames do not end the session`(name: String, text: String) throws {
    var play = try RemoteSyncHarness(1).begun()
    let items = play.takeItems()
    try play.receive(Array(text.utf8))
    #expect(play.log.count == 2, "\(name)")
    let answers = play.sent.map(\.type)
    #expect(answers == (name.contains("unknown") || name.contains("of no") ? [] : ["error"]))
    try play.acknowledge(items)
    #expect(play.other.last == "close", "\(name)")
  }

  @Test func `an overlong message does not end the session, and pending changes are sent`()
    throws
  {
    #expect(ConnectionSettings().limits.skipsLongMessages)
    var play = try RemoteSyncHarness(1).begun()
    let items = play.takeItems()
    try play.tell(.received([.skipped(bytes: 5 << 20)]))
    #expect(play.log.last?.contains("5242880 bytes") == true, "\(play.log)")
    #expect(play.sent.map(\.type) == ["error"] && play.sync.session.metrics.refused == 1)
    try play.acknowledge(items)
    #expect(play.other == ["connect", "close"])
  }

  @Test func `incoming changes are merged, their offset is saved, and they are not sent back`()
    throws
  {
    var play = try RemoteSyncHarness(0).begun(["capabilities": ["sync.position"], "store_id": "e"])
    #expect(play.other == ["connect"], "the engine has not told all yet")
    try play.receive(
      "item.created", ["id": "n", "title": "t", "storeId": "e", "sequence": 4])
    #expect(play.applied.map(\.id) == ["n"] && play.applied[0].origin == "to:x")
    var own = SampleChange.of(.created)
    own.origin = "to:x"
    own.sequence = 1
    play.entries.append(.init(change: own, checksum: 1))
    try play.tell(.storeChanged)
    #expect(play.takeItems().isEmpty)
    try play.receive("sync.position", ["store_id": "e", "sequence": 9])
    #expect(play.other.last == "close")
    let kept = try #require(play.saved.last)
    #expect(
      kept.remoteCursor?.store == "e" && kept.remoteCursor?.sequence == 9 && kept.applied == 1)
    #expect(kept.checkpoint?.sequence == 2)
  }

  @Test func `a negative offset is invalid, and the saved state stays readable`() throws {
    var play = try RemoteSyncHarness(0).begun(["capabilities": ["sync.position"], "store_id": "e"])
    try play.receive("item.created", ["id": "n", "title": "t", "storeId": "e", "sequence": -1])
    try play.receive("sync.position", ["store_id": "e", "sequence": -1])
    #expect(play.applied.map(\.id) == ["n"])
    #expect(play.saved.allSatisfy { ($0.remoteCursor?.sequence ?? 0) >= 0 })
  }

  @Test func `a new server under the name receives everything, including the old one's items`()
    throws
  {
    var play = RemoteSyncHarness(2)
    play.entries[1].change.origin = "to:x"
    try play.begin(["capabilities": ["sync.position"], "store_id": "one"])
    let first = play.takeItems()
    #expect(first.map { $0.payloadValue["sequence"]?.int } == [1])
    try play.acknowledge(first)
    try play.receive("sync.position", ["store_id": "one", "sequence": 9])
    let kept = try #require(play.saved.last)
    #expect(kept.serverID == "one" && kept.checkpoint?.sequence == 4)

    var same = RemoteSyncHarness(2, state: kept)
    same.entries = play.entries
    try same.begin(["store_id": "one"])
    #expect(same.takeItems().isEmpty)

    var other = RemoteSyncHarness(2, state: kept)
    other.entries = play.entries
    try other.begin(["store_id": "two"])
    let items = other.takeItems()
    #expect(items.map { $0.payloadValue["sequence"]?.int } == [1, 3])
    #expect(items[0].messageID != first[0].messageID)
    try other.receive(
      "item.created", ["id": "n", "title": "t", "storeId": "two", "sequence": 1])
    #expect(other.applied.map(\.origin) == ["to:x#1"])
    try other.acknowledge(items)
    #expect(other.other.last == "close" && other.sync.outbox.acknowledged == 2)
    let moved = try #require(other.saved.last)
    #expect(
      moved.serverID == "two" && moved.remoteCursor?.store == "two"
        && moved.remoteCursor?.sequence == 1)
  }

  @Test(
    arguments: [
      ("nothing", [:], nil), ("of another store", ["sequence": 99, "store_id": "other"], nil),
      ("the same change", ["sequence": 3, "item_id": "item-1"], nil),
      ("a line without a change", ["sequence": 2, "item_id": "item-1"], nil),
      (
        "a line of something else", ["sequence": 4, "item_id": "item-1"],
        "but here that is not a change"
      ),
      ("more than there is", ["sequence": 7], "change 7 of this store, which ends at line 6"),
      ("another item", ["sequence": 3, "item_id": "item-9"], "a different change 3"),
      ("another time", ["sequence": 3, "updated_at": 12345], "a different change 3"),
    ] as [(String, JSONValue, String?)])
  func `a server whose data contradicts the store receives nothing`(
    name: String, place: JSONValue, problem: String?
  ) throws {
    var play = RemoteSyncHarness(3)
    try play.start()
    var members = place.object ?? []
    if place["store_id"] == nil { members.append(.init("store_id", .string(play.store))) }
    play.parksReading = true
    try play.welcome(["taken": .object(members)])
    try play.receive("sync.position", ["store_id": "e", "sequence": 9])
    play.parksReading = false
    try play.lose()
    try play.welcome(["taken": .object(members)])
    guard let problem else {
      #expect(play.takeItems().count == 3, "\(name)")
      return
    }
    #expect(play.takeItems().isEmpty && play.other.last == "drop", "\(name)")
    guard case .contradicted(let text) = play.ending else {
      Issue.record("\(name): \(String(describing: play.ending))")
      return
    }
    #expect(text.contains(problem), "\(name): \(text)")
    #expect(play.saved.last?.lastError == text && play.saved.last?.checkpoint == nil)
    #expect(
      (play.saved.last?.remoteCursor?.sequence ?? 0) == 0, "what came from here is to come back")
  }

  @Test func `compacted changes contradict no server`() throws {
    var play = RemoteSyncHarness(3)
    for index in play.entries.indices { play.entries[index].checksum = nil }
    try play.begin([
      "taken": ["store_id": .string(play.store), "sequence": 4, "item_id": "item-1"]
    ])
    #expect(play.takeItems().count == 3 && play.ending == nil)
  }

  @Test func `a server that never stops sending does not block a one-time sync`() throws {
    var play = try RemoteSyncHarness(0).begun(["capabilities": ["sync.position"], "store_id": "e"])
    let item: JSONValue = ["id": "n", "title": "t"]
    play.report("item.created", item)
    #expect(play.sync.wantsInput, "the engine has not told all that it had")
    try play.settle()
    try play.receive("sync.position", ["store_id": "e", "sequence": 9])
    #expect(play.other.last == "close" && play.sync.wantsInput)

    var other = RemoteSyncHarness(0)
    try other.begin()
    #expect(other.other.last == "close")
    var flooded = RemoteSyncHarness(0)
    try flooded.start()
    flooded.parksReading = true
    try flooded.welcome()
    flooded.report("item.created", item)
    flooded.parksReading = false
    let start = FeedCursor(store: flooded.store, sequence: 0, checksum: nil)
    flooded.report(.fetched([], upTo: start, isAtEnd: true))
    #expect(!flooded.sync.wantsInput)
    try flooded.settle()
    #expect(flooded.other.last == "close")
  }

  @Test func `a server that never reports its end is left, unless it keeps sending`()
    throws
  {
    var play = try RemoteSyncHarness(1).begun(["capabilities": ["sync.position"], "store_id": "e"])
    try play.acknowledge(play.takeItems())
    try play.pass(50)
    try play.receive("item.created", ["id": "n", "title": "t"])
    try play.pass(50)
    #expect(play.other == ["connect"], "it told something less than a minute ago")
    try play.pass(11)
    #expect(play.other == ["connect", "drop", "connect"])
    #expect(play.log.contains { $0.contains("sync.position") })
  }

  @Test func `a server may request everything after a number again`() throws {
    var state = RemoteState()
    state.checkpoint = FeedCursor(store: SampleChange.id, sequence: 6, checksum: nil)
    var play = try RemoteSyncHarness(3, state: state).begun(["capabilities": ["sync.position"]])
    #expect(play.takeItems().isEmpty)
    try play.receive("sync.request", ["reason": "lost", "since": 1])
    let items = play.takeItems()
    #expect(items.map { $0.payloadValue["sequence"]?.int } == [3, 5])
    try play.acknowledge(items)
    try play.receive("sync.request")
    #expect(play.takeItems().count == 3)
  }

  @Test func `batches hold at most ten messages, acknowledged as one or singly`() throws {
    var play = try RemoteSyncHarness(25).begun(["capabilities": ["batch"]])
    let batches = play.sent.filter { $0.type == "batch" }
    #expect(batches.map { $0.payloadValue["messages"]?.array?.count } == [10, 10, 5])
    #expect(batches.allSatisfy { $0.payloadValue["batchId"]?.string == $0.messageID })
    try play.acknowledge(Array(batches[..<2]))
    for message in batches[2].payloadValue["messages"]?.array ?? [] {
      try play.receive("acknowledgment", ["messageID": message["messageID"] ?? .null])
    }
    #expect(play.other.last == "close" && play.saved.last?.delivered == 25)
  }

  @Test func `a refused batch is resent message by message`() throws {
    var play = try RemoteSyncHarness(12).begun(["capabilities": ["batch"]])
    let batches = play.sent.filter { $0.type == "batch" }
    play.sent = []
    try play.receive(
      "error", ["code": "size", "messageID": .string(batches[0].messageID ?? "")])
    let singles = play.takeItems()
    #expect(singles.count == 10)
    try play.acknowledge(Array(singles[1...]) + [batches[1]])
    #expect(!play.other.contains("close"))
    try play.acknowledge([singles[0]])
    #expect(play.other.last == "close" && play.saved.last?.delivered == 12)
  }

  @Test func `a batch holds at most a quarter of a megabyte`() throws {
    var batches = MessageBatches()
    let changes = (0..<10).map { number in
      OutgoingChange(
        sequence: number, checksum: nil, itemID: "i", messageID: "\(number)",
        frame: Array(
          #"{"text":"\#(String(repeating: "x", count: number == 9 ? 300_000 : 100_000))"}"#.utf8))
    }
    let sizes = try batches.frames(changes, milliseconds: 0).map {
      try JSONValue(parsing: $0)["payload"]?["messages"]?.array?.count ?? 1
    }
    #expect(sizes == [2, 2, 2, 2, 1, 1])
  }

  @Test func `text of the server is saved without the token, and truncated`() throws {
    var play = try RemoteSyncHarness(1) { $0.session.token = "secret-token" }.begun()
    let id = JSONValue.string(play.takeItems().first?.messageID ?? "")
    let long = "secret-token is wrong, " + String(repeating: "ä", count: 100_000)
    for _ in 0..<3 {
      try play.receive("error", ["code": .string(long), "message": .string(long), "messageID": id])
      play.now += .seconds(5)
      try play.tell(.timer)
    }
    let kept = try #require(play.saved.last?.setAside.first)
    for text in [kept.code, kept.message] {
      #expect(text.hasPrefix("… is wrong, ä") && text.hasSuffix("ä…") && text.utf8.count <= 503)
    }
    #expect(!play.log.joined().contains("secret"))
  }

  @Test func `the client claims the last change, not the last line`() throws {
    var play = try RemoteSyncHarness(2).begun()
    try play.acknowledge(play.takeItems())
    let kept = try #require(play.saved.last)
    #expect(kept.checkpoint?.sequence == 4 && kept.lastTaken == 3)
    var later = RemoteSyncHarness(2, state: kept)
    try later.start()
    #expect(later.sent.last?.payloadValue["sequence"] == 3)
  }

  @Test func `a server without acknowledgements has its close timeout start after the last frame`()
    throws
  {
    var play = RemoteSyncHarness(5, mode: .onceUnacknowledged)
    try play.start()
    #expect(play.other == ["connect", "close"])
    for second in stride(from: 0, through: 100, by: 10) {
      play.now = .seconds(second)
      play.sync.noteOutput(1000 - second, play.now)
      try play.tell(.timer)
    }
    #expect(play.other == ["connect", "close"] && play.sync.nextDeadline == .seconds(130))
    play.now = .seconds(105)
    play.sync.noteOutput(0, play.now)
    #expect(play.sync.nextDeadline == .seconds(115))
    try play.tell(.received([.closed(nil, reason: "")]))
    #expect(play.ending == .delivered)
  }

  @Test func `a server that reads nothing for 30 s is left, which is no progress`()
    throws
  {
    var play = RemoteSyncHarness(5, mode: .onceUnacknowledged) { $0.session.maximumAttempts = 2 }
    try play.start()
    for _ in 0..<2 {
      play.sync.noteOutput(1000, play.now)
      play.now += .seconds(40)
      try play.tell(.timer)
      play.sync.noteOutput(0, play.now)
      try play.tell(.timer)
      try play.tell(.opened)
    }
    let failure = try play.failure()
    #expect(failure.kind == .exhausted)
  }

  @Test func `unsent changes do not count when a server without acknowledgements closes`()
    throws
  {
    var play = RemoteSyncHarness(5, mode: .onceUnacknowledged)
    try play.start()
    play.sync.noteOutput(1000, .zero)
    try play.tell(.received([.closed(nil, reason: "")]))
    #expect(play.ending == nil && play.saved.last?.checkpoint == nil)
  }

  @Test func `a server that requests but reads no answers is left`() throws {
    var play = try RemoteSyncHarness(0, mode: .follow) { $0.answers = 10 }.begun()
    for _ in 0..<10 { try play.receive("ping") }
    play.sync.noteOutput(0, .zero)
    for _ in 0..<10 { try play.receive("ping") }
    #expect(play.other == ["connect"])
    try play.receive(Array("nonsense".utf8))
    #expect(play.other == ["connect", "drop"])
  }

  @Test func `sent changes count when a server without acknowledgements closes`() throws {
    var play = RemoteSyncHarness(50, mode: .onceUnacknowledged) { $0.outbox.window = 10 }
    try play.start()
    #expect(play.takeItems().count == 50, "nothing but items is sent, and no window holds it")
    #expect(play.other == ["connect", "close"] && play.saved.isEmpty)
    try play.lose()
    #expect(play.takeItems().count == 50, "nobody knows what has arrived")
    #expect(play.other.last == "close")
    try play.tell(.received([.closed(nil, reason: "")]))
    #expect(play.ending == .delivered && play.saved.last?.checkpoint?.sequence == 100)
  }

  @Test func `a server that does not close is left after a timeout`() throws {
    var play = try RemoteSyncHarness(1).begun()
    try play.acknowledge(play.takeItems())
    #expect(play.sync.nextDeadline == .seconds(10))
    play.now = .seconds(10)
    try play.tell(.timer)
    #expect(play.ending == .delivered)
  }

  @Test func `a change refused from the start is not claimed`() throws {
    var play = try RemoteSyncHarness(1).begun()
    let id = JSONValue.string(play.takeItems().first?.messageID ?? "")
    for _ in 0..<3 {
      try play.receive("error", ["code": "invalid", "message": "no", "messageID": id])
      try play.pass(5)
    }
    let kept = try #require(play.saved.last)
    #expect(kept.setAside.count == 1 && kept.checkpoint != nil && kept.lastTaken == 0)
    var next = RemoteSyncHarness(1, state: kept)
    try next.start()
    #expect(next.sent.first { $0.type == "auth" }?.payloadValue["sequence"] == .int(0))
  }

  @Test(arguments: [(SyncMode.follow, 1, 2), (.once, 0, 0)])
  func `an unreachable server causes one warning until a session is established`(
    mode: SyncMode, first: Int, all: Int
  ) throws {
    var play = RemoteSyncHarness(0, mode: mode)
    try play.start()
    try play.lose()
    #expect(play.warnings == [])
    for _ in 0..<3 { try play.lose() }
    #expect(play.warnings.count == first)
    try play.welcome()
    for _ in 0..<3 { try play.lose() }
    #expect(play.warnings.count == all)
    #expect(play.warnings.allSatisfy { $0 == "cut; retrying until it works" })
    // The result of the sync reports the error that ended it.
    try play.welcome()
    try play.lose()
    try play.tell(.lost(SessionFailure(.credentials, "no")))
    #expect(play.warnings.count == all)
  }
}
