import ActionItems
import CivilTime
import Encoding
import Networking
import Store
import Testing

@testable import SyncHub

/// Presence that pages send and receive. Also changes of texts, which only reach pages with access.
@Suite struct PagePresenceTests {
  private static let anna = Attendee(
    session: 3, name: "Anna", device: "d", activity: .editing("i"),
    cursor: .init(editor: "e", number: 1))

  private static func text(_ stream: inout HubStream) -> String {
    stream.takeRequests().map { request in
      if case .send(let bytes) = request { String(decoding: bytes, as: UTF8.self) } else { "" }
    }.joined()
  }

  @Test func `a page learns who is at an item, and again when that changes`() {
    var stream = HubStream(
      session: 7, after: 0, access: .full, now: .zero, window: "w")
    #expect(
      Self.text(&stream)
        == "event: presence\ndata: {\"window\":\"w\",\"session\":7,\"mayWrite\":true}\n\n")
    stream.tell(["i": [Self.anna]], number: 1)
    let event = Self.text(&stream)
    #expect(event.hasPrefix("event: presence\ndata: {\"item\":\"i\",\"people\":[{\"session\":3,"))
    #expect(event.contains("\"state\":\"editing\"") && !event.contains("cursor"))
    var moved = Self.anna
    moved.cursor?.number = 2
    stream.tell(["i": [moved]], number: 2)
    #expect(Self.text(&stream).isEmpty)
    stream.tell([:], number: 3)
    #expect(Self.text(&stream) == "event: presence\ndata: {\"item\":\"i\",\"people\":[]}\n\n")
    stream.tell([:], number: 4)
    #expect(Self.text(&stream).isEmpty)
    // Presence that was already sent is not compared again.
    stream.tell(["i": [Self.anna]], number: 4)
    #expect(Self.text(&stream).isEmpty)
  }

  @Test func `a page that did not ask, or has limited access, receives no presence`() {
    let limited = HubAccess.of("ann", "Ann", mayWrite: true, channels: ["person:Ann"])
    var program = HubStream(session: 0, after: 0, access: .full, now: .zero)
    var page = HubStream(session: 7, after: 0, access: limited, now: .zero, window: "w")
    _ = page.takeRequests()
    program.tell(["i": [Self.anna]], number: 5)
    page.tell(["i": [Self.anna]], number: 6)
    #expect(Self.text(&program).isEmpty && Self.text(&page).isEmpty)
  }

  @Test func `a page receives nothing about a text that left its channels`() {
    let limited = HubAccess.of("ann", "Ann", mayWrite: true, channels: ["person:Ann"])
    var item = Entries.item("Task number 1", "item 1")
    for (person, isTold) in [("Ann", true), ("Bo", false)] {
      item.assignee = person
      var page = HubStream(session: 7, after: 0, access: limited, now: .zero, window: "w")
      _ = page.takeRequests()
      page.tell(text: Array("{}".utf8), of: item)
      #expect(Self.text(&page) == (isTold ? "event: text\ndata: {}\n\n" : ""))
    }
  }

  @Test func `a read-only token does not keep others from editing`() {
    let reader = HubAccess.of("ann", "Ann", mayWrite: false)
    #expect(reader.problem(with: PresenceUpdate(activity: .editing("i"))) == .forbidden)
    #expect(reader.problem(with: PresenceUpdate(activity: .viewing("i"))) == nil)
    #expect(HubAccess.full.problem(with: PresenceUpdate(activity: .editing("i"))) == nil)
  }

  @Test func `pages see each other, one edits at a time, and a closed page disappears`()
    async throws
  {
    let running = try await RunningHub()
    var anna = try await PageClient(running)
    let bo = try await PageClient(running)
    let edits = try await bo.doing("editing")
    #expect(edits.status == 200)
    try await anna.hear("\"state\":\"editing\"")
    let refused = try await anna.doing("editing")
    #expect(refused.status == 409)
    #expect(
      String(decoding: refused.body, as: UTF8.self).contains("a browser is editing this item"))
    #expect(try await anna.doing("viewing").status == 200)
    try await anna.hear("\"state\":\"viewing\"")
    let lease = try #require(try JSONValue(parsing: edits.body)["lease"]?.int)
    #expect(try await bo.doing("editing", lease: "\(lease)").status == 200)
    #expect(try await bo.doing("editing", lease: "\(lease + 1)").status == 409)
    // The stream ends, even without a message.
    anna.forget()
    bo.stream.close()
    try await anna.hear("\"item\":\"i\"")
    #expect(!anna.told.contains("editing") && anna.told.contains("\"state\":\"viewing\""))
    #expect(try await bo.doing("viewing").status == 404)
    #expect(try await anna.doing("editing").status == 200)
    try await running.stop()
    #expect(try await running.store.lastSequence() == 0)
  }

  @Test(arguments: [
    ("no window", "{\"state\":\"idle\"}", "right", "application/json", 404),
    ("somebody else's token", "W", "wrong", "application/json", 401),
    ("a plain form", "W", "right", "text/plain", 415),
    ("no state", "{\"window\":\"W\"}", "right", "application/json", 422),
    ("no JSON", "{", "right", "application/json", 400),
    (
      "a long text", "{\"window\":\"\(String(repeating: "x", count: 5000))\"}", "right",
      "application/json", 413
    ),
    (
      "an id that is none", "{\"window\":\"W\",\"state\":\"viewing\",\"item\":\"\"}", "right",
      "application/json", 422
    ),
  ])
  func `an invalid presence message is refused`(
    name: String, body: String, token: String, type: String, status: Int
  ) async throws {
    let running = try await RunningHub()
    let page = try await PageClient(running)
    let said = body.replacing("W", with: page.window)
    #expect(try await page.say(said, token: token, type: type).status == status, "\(name)")
    let other = try await CurlTransport().send(
      HTTPRequest(
        .get, page.address + "/presence", headers: ["Authorization": "Bearer right"]))
    #expect(other.status == 405 && other.headers["allow"] == "POST")
    try await running.stop()
  }
}
