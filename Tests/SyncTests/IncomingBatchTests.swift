import Encoding
import Store
import Testing

@testable import Sync

@Suite struct IncomingBatchTests {
  static func item(_ id: String, sequence: Int) -> JSONValue {
    let payload: JSONValue = [
      "id": .string(id), "title": "t", "storeId": "e", "sequence": .number("\(sequence)"),
    ]
    return RemoteSyncHarness.message("item.updated", "m \(id)", payload)
  }

  /// An established sync with a server that has not yet sent everything.
  static func standing(
    _ adjust: (inout RemoteSync.Settings) -> Void = { _ in }
  ) throws -> RemoteSyncHarness {
    var play = try RemoteSyncHarness(0, adjust).begun([
      "capabilities": ["sync.position"], "store_id": "e",
    ])
    play.sent = []
    return play
  }

  @Test func `malformed members of a batch are refused, and its items merged`()
    throws
  {
    var play = try Self.standing()
    try play.receive(
      "batch",
      [
        "messages": [
          Self.item("1", sequence: 4), 5, .null, ["type": ""], Self.item("2", sequence: 5),
        ]
      ],
      id: "b")
    #expect(play.applied.map(\.id) == ["1", "2"])
    #expect(play.refused.count == 3 && play.sync.session.metrics.refused == 3)
  }

  @Test func `each item of a batch is merged like a single frame`() throws {
    var play = try Self.standing()
    let removal = RemoteSyncHarness.message("item.deleted", "m 3", ["id": "3"])
    try play.receive(
      "batch",
      ["messages": [Self.item("1", sequence: 4), Self.item("2", sequence: 5), removal]], id: "b")
    #expect(play.applied.map(\.id) == ["1", "2", "3"])
    #expect(play.applied.allSatisfy { $0.origin == "to:x" } && play.refused == [])
    try play.receive("sync.position", ["store_id": "e", "sequence": 9])
    #expect(play.other.last == "close" && play.saved.last?.remoteCursor?.sequence == 9)
  }

  @Test(
    arguments: [
      ("a ping", RemoteSyncHarness.message("ping", "p"), "p: a batch can contain only items"),
      (
        "a batch", RemoteSyncHarness.message("batch", "n", ["messages": []]),
        "n: a batch can contain only items"
      ),
      (
        "an item without an id", RemoteSyncHarness.message("item.created", "m", ["title": "x"]),
        "m: the item cannot be read: it has no valid id"
      ),
    ] as [(String, JSONValue, String)])
  func `invalid items in a batch are refused by name, and the rest merged`(
    name: String, message: JSONValue, wanted: String
  ) throws {
    var play = try Self.standing()
    let messages: JSONValue = [
      Self.item("1", sequence: 1), message, Self.item("2", sequence: 2),
    ]
    try play.receive("batch", ["messages": messages], id: "b")
    #expect(play.applied.map(\.id) == ["1", "2"], "\(name)")
    #expect(play.refused == [wanted] && !play.sent.contains { $0.type == "pong" }, "\(name)")
  }

  @Test(
    arguments: [
      ("no messages", #"{"messages":{}}"#), ("no payload", "null"),
      ("a message that is no frame", #"{"messages":[{"payload":{}}]}"#),
      (
        "too many",
        "{\"messages\":[\(Array(repeating: #"{"type":"x"}"#, count: 1001).joined(separator: ","))]}"
      ),
    ])
  func `an unreadable batch is refused as a whole`(name: String, payload: String) throws {
    var play = try Self.standing()
    let frame = SyncFrame(type: "batch", messageID: "b", payload: Array(payload.utf8))
    try play.receive(frame.bytes)
    #expect(play.refused.count == 1, "\(name)")
    #expect(play.refused.first?.hasPrefix("b: ") == true && play.applied.isEmpty, "\(name)")
  }

  @Test func `refused members of batches count toward the answer limit`() throws {
    var play = try Self.standing { $0.answers = 10 }
    let messages = JSONValue.array(
      Array(repeating: RemoteSyncHarness.message("ping", "p"), count: 6))
    try play.receive("batch", ["messages": messages])
    #expect(play.other == ["connect"])
    try play.receive("batch", ["messages": messages])
    #expect(play.other == ["connect", "drop"])
  }

  @Test func `batches are merged no faster than the store accepts them`() throws {
    var play = try Self.standing { $0.inbox = 3 }
    let items = (0..<4).map { Self.item("\($0)", sequence: $0) }
    play.report("batch", ["messages": .array(items)])
    #expect(!play.sync.wantsInput)
    try play.settle()
    #expect(play.sync.wantsInput)
  }
}
