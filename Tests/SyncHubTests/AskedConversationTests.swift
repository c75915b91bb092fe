import Encoding
import ItemRecords
import Store
import Testing

@testable import Sync
@testable import SyncHub

/// Sessions of clients that ask a hub for items, or send items along with such a request.
@Suite struct AskedConversationTests {
  @Test(arguments: ["sync.request", "sync.partial"])
  func `the hub sends the current state of requested items, the client's own included`(
    type: String
  ) throws {
    var hub = HubTalk.known()
    HubTalk.send(type, ["ids": ["a", "b"]], to: &hub)
    #expect(HubTalk.requests(&hub) == ["items a b"])
    var removed = try Entries.entry(9, origin: nil)
    removed.change.change = ItemChange(.deleted, removed.change.change.known, by: .model)
    hub.fedItems([try Entries.entry(3, origin: "device:d"), removed], hasRoom: true)
    #expect(HubTalk.requests(&hub) == ["item.created", "item.deleted"])
    let place = FeedCursor(store: HubTalk.store, sequence: 4, checksum: nil)
    hub.fed([], upTo: place, isAtEnd: true, ticket: 0, hasRoom: true)
    #expect(HubTalk.requests(&hub) == [], "how far it has followed is another matter")
  }

  @Test func `a client may ask for everything, and for what comes behind a number`() {
    var hub = HubTalk.known()
    HubTalk.send("sync.full", to: &hub)
    #expect(HubTalk.requests(&hub) == ["follow 0", "feed"])
    hub = HubTalk.known()
    HubTalk.send("sync.partial", ["since": 7], to: &hub)
    #expect(HubTalk.requests(&hub) == ["follow 7", "feed"])
    HubTalk.send("sync.full", to: &hub)
    #expect(HubTalk.requests(&hub) == [], "one at a time")
  }

  @Test func `the hub reads requested items in portions, as space allows, and limits the queue`() {
    var hub = HubTalk.known()
    func ask(_ numbers: Range<Int>) {
      let ids = JSONValue.array(numbers.map { .string("\($0)") })
      HubTalk.send("sync.request", ["ids": ids], to: &hub)
    }
    func portions() -> [Int] {
      HubTalk.requests(&hub).map { $0.split(separator: " ").count - 1 }
    }
    ask(0..<250)
    #expect(portions() == [100])
    ask(100..<260)
    #expect(portions() == [], "one at a time")
    ask(1000..<2000)
    #expect(HubTalk.requests(&hub) == ["error"])
    hub.fedItems([], hasRoom: false)
    #expect(portions() == [])
    hub.answerAsked(hasRoom: true)
    #expect(portions() == [100])
    hub.fedItems([], hasRoom: true)
    #expect(portions() == [60])
    hub.fedItems([], hasRoom: true)
    #expect(portions() == [])
  }

  @Test func `items that a client sends are merged and acknowledged like a batch`() {
    var hub = HubTalk.known()
    let item: JSONValue = ["id": "1", "title": "t"]
    let frame: JSONValue = [
      "type": "item.deleted", "messageID": "m2", "payload": ["id": "2"],
    ]
    HubTalk.send("sync.full", ["items": [item, frame]], id: "b", to: &hub)
    let taken = hub.takeRequests().compactMap { request -> String? in
      guard case .take(let incoming) = request else { return nil }
      return "\(incoming.version.id) \(incoming.acknowledges.joined())"
    }
    #expect(taken == ["1 ", "2 b"])
    HubTalk.send("sync.partial", ["messages": [["type": "ping", "payload": [:]]]], to: &hub)
    #expect(HubTalk.requests(&hub) == ["error"])
  }

  @Test(
    arguments: [
      ("nothing named", "sync.partial", [:]), ("no id", "sync.request", ["ids": [""]]),
    ] as [(String, String, JSONValue)])
  func `a malformed request is refused, and the session continues`(
    name: String, type: String, payload: JSONValue
  ) {
    var hub = HubTalk.known()
    HubTalk.send(type, payload, to: &hub)
    #expect(HubTalk.requests(&hub) == ["error"], "\(name)")
    HubTalk.send("ping", to: &hub)
    #expect(HubTalk.requests(&hub) == ["pong"], "\(name)")
  }

  @Test func `an unauthenticated client receives nothing`() {
    var hub = HubTalk.conversation()
    HubTalk.send("sync.partial", ["ids": ["a"]], to: &hub)
    #expect(HubTalk.requests(&hub) == ["connection.established", "error", "close 1008"])
  }
}
