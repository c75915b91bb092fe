import ActionItems
import CivilTime
import Encoding
import Networking
import Store
import TestSupport
import Testing

@testable import SyncHub

/// Pages that edit one text through a hub on a real socket.
@Suite struct HubTextTests {
  /// A hub with one item.
  private static func running() async throws -> (hub: RunningHub, id: String) {
    let running = try await RunningHub()
    try await running.store.commit("Call Bo", "1")
    let item = try #require(try await running.store.fetch().first)
    return (running, item.id)
  }

  private static func say(
    _ writer: inout TextWriter, _ page: PageClient, _ id: String,
    _ flags: [JSONValue.Member] = []
  ) async throws -> Int {
    let body = String(decoding: writer.body(page.window, with: flags), as: UTF8.self)
    let answer = try await page.say(body, to: "/items/\(id)/text")
    if answer.status == 200 { try writer.hear(answer.body) }
    return answer.status
  }

  /// Receives frames up to the next expected text and applies the last one.
  private static func hear(
    _ text: String, _ writer: inout TextWriter, _ page: inout PageClient
  ) async throws {
    try await page.hear(text)
    for event in page.told.split(separator: "\n\n") where event.hasPrefix("event: text\ndata: ") {
      try writer.hear(Array(event.dropFirst(18).utf8))
    }
    page.forget()
  }

  @Test func `two pages edit one text, merge an outside change, and Save stores it`()
    async throws
  {
    let (running, id) = try await Self.running()
    var (anna, bo) = (try await PageClient(running), try await PageClient(running))
    var (a, b) = (try TextWriter(1), try TextWriter(2))
    #expect(try await Self.say(&a, anna, id) == 200)
    #expect(try await Self.say(&b, bo, id) == 200)
    #expect(a.room == b.room && b.people.count == 2)
    _ = try a.replica.insert("Please: ", at: 0)
    _ = try b.replica.insert(" today", at: 7)
    #expect(try await Self.say(&a, anna, id) == 200)
    try await Self.hear("Please: ", &b, &bo)
    #expect(b.replica.text == "Please: Call Bo today")
    let transport = try CurlTransport()
    let item = "http://\(running.hub.address)/items/\(id)"
    func set(_ task: String) async throws -> HTTPResponse {
      try await transport.send(
        HTTPRequest(
          .patch, item,
          headers: [
            "Authorization": "Bearer right", "Content-Type": "application/json", "If-Match": "*",
          ], body: Array("{\"task\":\"\(task)\"}".utf8)))
    }
    #expect(try await set("Ring Bo").status == 200)
    try await Self.hear("\"stored\":\"Ring Bo\"", &b, &bo)
    #expect(b.replica.text == "Please: Ring Bo today")
    #expect(try await Self.say(&b, bo, id, [.init("saving", true)]) == 200)
    try await Self.hear(" today", &a, &anna)
    // The other page types while this one saves.
    _ = try a.replica.insert("!", at: a.replica.count)
    #expect(try await Self.say(&a, anna, id) == 200)
    #expect(try await set(b.replica.text).status == 200)
    try await Self.hear("\"stored\":\"Please: Ring Bo today\"", &a, &anna)
    #expect(a.replica.text == "Please: Ring Bo today!" && a.stored == "Please: Ring Bo today")
    // A page that closes is seen to leave, and the last one leaves nothing open.
    #expect(try await Self.say(&b, bo, id, [.init("leaving", true)]) == 200)
    try await Self.hear("\"people\":[{", &a, &anna)
    #expect(a.people.count == 1)
    anna.stream.close()
    bo.stream.close()
    try await running.stop()
    #expect(try await StoreOnDisk.tasks(running.store) == ["Please: Ring Bo today"])
  }

  @Test func `a closed window removes its person, and the next one finds the text`()
    async throws
  {
    let (running, id) = try await Self.running()
    var anna = try await PageClient(running)
    let bo = try await PageClient(running)
    var (a, b) = (try TextWriter(1), try TextWriter(2))
    _ = try await Self.say(&a, anna, id)
    _ = try b.replica.insert("x", at: 0)
    _ = try await Self.say(&b, bo, id)
    try await Self.hear("\"people\":[{", &a, &anna)
    #expect(a.people.count == 2)
    bo.stream.close()
    try await Self.hear("\"people\":[{", &a, &anna)
    #expect(a.people.count == 1)
    #expect(try await Self.say(&b, bo, id) == 404)
    anna.stream.close()
    try await running.stop()
  }

  @Test(arguments: [
    ("an unknown window", "no", "POST", "right", "application/json", 404),
    ("an item that is none", "W", "none", "right", "application/json", 404),
    ("a wrong token", "W", "POST", "wrong", "application/json", 401),
    ("a plain form", "W", "POST", "right", "text/plain", 415),
    ("looking", "W", "GET", "right", "application/json", 405),
    ("no JSON", "\"", "POST", "right", "application/json", 422),
    ("too much", "long", "POST", "right", "application/json", 413),
  ])
  func `a forbidden request is refused`(
    name: String, window: String, method: String, token: String, type: String, status: Int
  ) async throws {
    let (running, id) = try await Self.running()
    let page = try await PageClient(running)
    let shown =
      window == "W"
      ? page.window
      : window == "long" ? String(repeating: "x", count: HubRequest.longestBody) : window
    let answer = try await CurlTransport().send(
      HTTPRequest(
        method == "GET" ? .get : .post,
        page.address + "/items/\(method == "none" ? "none" : id)/text",
        headers: ["Authorization": "Bearer \(token)", "Content-Type": type],
        body: method == "GET"
          ? [] : Array("{\"window\":\"\(shown)\",\"key\":\"0123456789abcdef\"}".utf8)))
    #expect(answer.status == status, "\(name)")
    page.stream.close()
    try await running.stop()
  }

  @Test func `a read-only token writes nothing, and a limited one reaches only its items`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let store = try StoreOnDisk.make(directory.path + "/hub")
    let files = try store.folder.folder(HubTokens.folderName)
    let secret = try HubTokens.makeSecret(in: files, at: .epoch)
    func token(_ name: String, _ scope: TokenScope) throws -> String {
      let claims = TokenClaims(
        subject: name, name: name, audience: [store.id],
        expires: Timestamp(seconds: 1000) ?? .epoch, id: "token-\(name)", scope: scope)
      try HubTokens.change(in: files, at: .epoch) {
        try $0.add(.init(claims, issued: .epoch), at: .epoch)
      }
      return claims.token(signedWith: secret)
    }
    let reader = try token("Rea", TokenScope(mayWrite: false))
    let limited = try token("Lim", TokenScope(mayWrite: true, channels: ["person:Lim"]))
    let anna = try token("Anna", TokenScope(mayWrite: true))
    for number in 0..<2 {
      try await store.commit("Call \(number)", "\(number)")
    }
    let ids = try await store.fetch().map(\.id)
    _ = try await store.edit(.init(assignee: "Lim"), idsBeginning: [ids[0]])
    var settings = HubSettings(token: nil)
    settings.tokens = try HubTokens(of: store.id, in: store.folder)
    let running = try await RunningHub(settings, in: directory)
    var pages: [String: PageClient] = [:]
    for token in [reader, limited, anna] {
      pages[token] = try await PageClient(running, token: token)
    }
    func status(_ token: String, _ id: String, window: String? = nil) async throws -> Int {
      let page = try #require(pages[token])
      let body = try TextWriter(1).body(window ?? page.window)
      return try await page.say(
        String(decoding: body, as: UTF8.self), to: "/items/\(id)/text", token: token
      ).status
    }
    #expect(try await status(reader, ids[0]) == 403)
    #expect(try await status(limited, ids[1]) == 404)
    #expect(try await status(anna, ids[1]) == 200)
    #expect(try await status(limited, ids[1]) == 404)
    #expect(try await status(limited, ids[0]) == 200)
    // A page cannot act for another person's window.
    #expect(try await status(anna, ids[0], window: pages[limited]?.window) == 404)
    for page in pages.values { page.stream.close() }
    try await running.stop()
  }
}
