import ActionItems
import CivilTime
import Encoding
import Networking
import Store
import Testing

@testable import Sync
@testable import SyncHub

/// Clients that subscribe to channels.
@Suite struct ChannelTests {
  /// A hub with one item for Bo in `c`, one for Cy in `c` and one for Cy in `d`.
  private static func running() async throws -> (RunningHub, ActionItemStore) {
    let running = try await RunningHub()
    let a = try running.client("a")
    for (task, assignee, conversation) in [
      ("Call", "Bo", "c"), ("Pay", "Cy", "c"), ("Write", "Cy", "d"),
    ] {
      try await a.commit(task, task, for: assignee, in: conversation)
    }
    _ = try await running.sync(a)
    return (running, a)
  }

  @Test(
    arguments: [
      ("a person", ["person:bo"], ["Call"]), ("a conversation's id", ["conversation:d"], ["Write"]),
      ("a pattern of titles", ["conversation:title of ?"], ["Call", "Pay", "Write"]),
      ("a name alone", ["c"], ["Call", "Pay"]),
      ("two of them", ["person:Bo", "d"], ["Call", "Write"]),
      ("one that there is not", ["tag:x"], ["Call", "Pay", "Write"]),
      ("nothing", [], ["Call", "Pay", "Write"]),
    ] as [(String, [String], [String])])
  func `a session receives the items of its channels`(
    name: String, channels: [String], tasks: [String]
  ) async throws {
    let (running, _) = try await Self.running()
    let b = try running.client("b")
    let report = try await running.sync(b, channels: channels)
    #expect(report.ending == .delivered, "\(name)")
    #expect(try await StoreOnDisk.tasks(b) == tasks, "\(name)")
    try await running.stop()
  }

  @Test func `a client keeps receiving changes of its items, and other channels add the rest`()
    async throws
  {
    let (running, a) = try await Self.running()
    let b = try running.client("b")
    _ = try await running.sync(b, channels: ["person:bo"])
    #expect(try await StoreOnDisk.tasks(b) == ["Call"])
    let id = try #require(try await b.fetch().first?.id)
    _ = try await a.remove(idsBeginning: [id], because: nil)
    _ = try await running.sync(a)
    _ = try await running.sync(b, channels: ["person:bo"])
    #expect(try await b.fetch().isEmpty)
    _ = try await running.sync(b, channels: ["person:cy"])
    #expect(try await StoreOnDisk.tasks(b) == ["Pay", "Write"])
    try await running.stop()
  }

  @Test(
    arguments: [
      ("unknown", #"["person:Bo","tag:x"]"#, "unknown channel 'tag:x'"),
      ("without a name", #"["person:"]"#, "unknown channel 'person:'"),
      ("no text", "[1]", "must be a string"), ("no list", "1", "names no channels"),
      ("too long", "[\"" + String(repeating: "x", count: 201) + "\"]", "more than 200 bytes"),
      (
        "too many", "[" + (0...100).map { "\"c\($0)\"" }.joined(separator: ",") + "]",
        "more than 100 channels"
      ),
    ])
  func `unknown channels are refused by name, and the session continues`(
    name: String, channels: String, words: String
  ) throws {
    var conversation = SyncServerSession(
      number: 0, settings: HubSettings(token: nil), store: "hub", lastSequence: 0, access: nil,
      known: { _ in nil })
    func send(_ text: String) { conversation.received(Array(text.utf8), at: .epoch) }
    send(#"{"type":"auth","payload":{"device_id":"d"}}"#)
    _ = conversation.takeRequests()
    send(#"{"type":"subscribe","payload":{"channels":\#(channels)}}"#)
    let errors = try conversation.takeRequests().compactMap { request -> String? in
      guard case .send(let bytes) = request else { return nil }
      let frame = try SyncFrame(parsing: bytes)
      return frame.type == "error" ? frame.payloadValue["message"]?.string : nil
    }
    #expect(errors.count == 1 && errors[0].contains(words), "\(name): \(errors)")
    #expect(conversation.device == "d")
  }

  @Test func `a client that leaves all channels receives everything again`() async throws {
    let (running, a) = try await Self.running()
    let link = try await SyncWebSocket.open(
      try ServerAddress("ws://\(running.hub.address)"), settings: ConnectionSettings())
    func send(_ text: String) async throws {
      link.send(text: Array(text.utf8))
      try await link.flush()
    }
    func next(_ type: String) async throws -> SyncFrame? {
      while case let events = try await link.receive(), !events.isEmpty {
        for case .text(let bytes) in events {
          let frame = try SyncFrame(parsing: bytes)
          if frame.type.hasPrefix(type) { return frame }
        }
      }
      return nil
    }
    try await send(
      #"{"type":"auth","payload":{"auth_key":"right","device_id":"d","channels":["d"]}}"#)
    let welcome = try await next("auth.success")
    #expect(welcome?.payloadValue["restored_subscriptions"] == ["d"])
    // A pong confirms that the earlier frames were processed.
    try await send(#"{"type":"unsubscribe","payload":{"channels":["d"]}}"#)
    try await send(#"{"type":"ping","payload":{}}"#)
    _ = try await next("pong")
    try await a.commit("Sing", "9", for: "Di", in: "c")
    _ = try await running.sync(a)
    let item = try await next("item.")
    #expect(item?.payloadValue["title"] == "Sing")
    link.drop()
    try await running.stop()
  }
}
