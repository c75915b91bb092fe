import ActionItems
import CivilTime
import Encoding
import Extraction
import ItemRecords
import Networking
import Store
import Testing

@testable import SyncHub

/// The event stream of a hub, and the page that reads it.
@Suite struct HubStreamTests {
  private static func text(_ requests: [HubStream.Request]) -> String {
    requests.map { request in
      switch request {
      case .send(let bytes): String(decoding: bytes, as: UTF8.self)
      case .read(.follow(_, let after, _, _)): "follow \(after)\n"
      case .read: "feed\n"
      }
    }.joined()
  }

  @Test func `the stream reads while there is space and more to send`() throws {
    var stream = HubStream(session: 0, after: 7, access: .full, now: .zero)
    stream.proceed(.zero, hasRoom: true)
    #expect(Self.text(stream.takeRequests()) == "follow 7\nfeed\n")
    // A read in progress is not started again.
    stream.proceed(.zero, hasRoom: true)
    #expect(stream.takeRequests().isEmpty)
    stream.fed([try Entries.entry(8, origin: nil)], isAtEnd: false)
    stream.proceed(.zero, hasRoom: false)
    let event = Self.text(stream.takeRequests())
    #expect(event.hasPrefix(#"id: 8\#ndata: {"sequence":8,"change":"created","item":{"schema":1,"#))
    #expect(event.hasSuffix("}\n\n") && event.split(separator: "\n").count == 2)
    stream.proceed(.zero, hasRoom: true)
    #expect(Self.text(stream.takeRequests()) == "feed\n")
    stream.fed([], isAtEnd: true)
    stream.proceed(.zero, hasRoom: true)
    #expect(stream.takeRequests().isEmpty)
    stream.storeChanged()
    stream.proceed(.zero, hasRoom: true)
    #expect(Self.text(stream.takeRequests()) == "feed\n")
  }

  @Test func `an item added while the end is read is not missed`() throws {
    var stream = HubStream(session: 0, after: 0, access: .full, now: .zero)
    stream.proceed(.zero, hasRoom: true)
    _ = stream.takeRequests()
    stream.storeChanged()
    stream.fed([], isAtEnd: true)
    stream.proceed(.zero, hasRoom: true)
    #expect(Self.text(stream.takeRequests()) == "feed\n")
  }

  @Test func `a client that is ahead of the hub is asked to start over`() async throws {
    let running = try await RunningHub(HubSettings(token: nil))
    let address = "http://\(running.hub.address)"
    let json: HTTPHeaders = ["Content-Type": "application/json"]
    let made = try await CurlTransport().send(
      HTTPRequest(.post, address + "/items", headers: json, body: Array(#"{"task":"x"}"#.utf8)))
    #expect(made.status == 201 && made.headers["etag"]?.hasPrefix("\"1-") == true)
    for (since, isReset) in [(1, false), (99, true)] {
      let stream = try await CurlStream.open(address)
      try await stream.send(
        Array("GET /changes?since=\(since) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
      var told = ""
      while !told.contains("\r\n\r\n") || isReset && !told.contains("reset") {
        told += String(decoding: try await stream.receive(), as: UTF8.self)
      }
      #expect(told.hasPrefix("HTTP/1.1 200 OK"), "\(told)")
    }
    try await running.stop()
  }

  @Test func `the stream sends keep-alives, so that a lost connection is noticed`() {
    var stream = HubStream(session: 0, after: 0, access: .full, now: .seconds(1))
    _ = stream.takeRequests()
    #expect(stream.deadline == .seconds(16))
    stream.fed([], isAtEnd: true)
    stream.proceed(.seconds(15), hasRoom: true)
    #expect(stream.takeRequests().isEmpty)
    stream.proceed(.seconds(16), hasRoom: true)
    #expect(Self.text(stream.takeRequests()) == ":\n\n" && stream.deadline == .seconds(31))
  }

  @Test func `a limited token learns of a removed item only that it is gone`() throws {
    let access = HubAccess.of("ann", "Ann", mayWrite: false, channels: ["person:Ann"])
    var stream = HubStream(session: 0, after: 0, access: access, now: .zero)
    func told(_ assignee: String, removal: ItemRecord.Removal?, task: String) throws -> String {
      var entry = try Entries.entry(3, origin: nil)
      entry.change.change.kind = removal == nil ? .updated : .deleted
      entry.change.change.known.item.assignee = assignee
      entry.change.change.known.item.task = task
      entry.change.change.known.setRemoval(removal)
      _ = stream.takeRequests()
      stream.fed([entry], isAtEnd: true)
      return Self.text(stream.takeRequests())
    }
    // Items that it never saw are no business of it.
    #expect(try told("Boss", removal: .person, task: "Secret").isEmpty)
    #expect(try told("Boss", removal: nil, task: "Secret").isEmpty)
    stream.began(showing: [ItemKey("item 3")])
    let secret = try told("Boss", removal: .person, task: "Secret")
    #expect(secret.contains(#""change":"deleted","item":{"id":"item 3"}}"#))
    #expect(!secret.contains("Secret") && !secret.contains("Boss"))
    #expect(try told("Boss", removal: nil, task: "Secret").isEmpty)
    #expect(try told("Ann", removal: nil, task: "Call").contains("Call"))
    // The item is visibly reassigned, and its later changes are not sent.
    let left = try told("Boss", removal: nil, task: "Other")
    #expect(left.contains("deleted") && !left.contains("Other"))
    #expect(try !told("Boss", removal: nil, task: "Salary").contains("Salary"))
  }

  @Test func `a stream position is one number, with or without a checksum`() async throws {
    let running = try await RunningHub(HubSettings(token: nil))
    try await running.store.commit("Call Bo", "1")
    let address = "http://\(running.hub.address)"
    // The checksum of a line that was lost when the hub was restored.
    let stream = try await CurlStream.open(address)
    try await stream.send(
      Array("GET /changes?since=1-dead HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    var told = ""
    while !told.contains("Call Bo") {
      told += String(decoding: try await stream.receive(), as: UTF8.self)
    }
    let id = try #require(told.split(separator: "\n").first { $0.hasPrefix("id: ") }?.dropFirst(4))
    #expect(told.contains("event: reset") && id.hasPrefix("1-"))
    let again = try await CurlStream.open(address)
    try await again.send(
      Array("GET /changes?since=\(id) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    try await running.store.commit("Write to Ann", "2")
    var next = ""
    while !next.contains("Write to Ann") {
      next += String(decoding: try await again.receive(), as: UTF8.self)
    }
    #expect(!next.contains("Call Bo") && !next.contains("reset"))
    try await running.stop()
  }

  @Test func `a listener receives each change, and resumes at its last position`() async throws {
    let running = try await RunningHub()
    try await running.store.commit("Call Bo", "1")
    let stream = try await CurlStream.open("http://\(running.hub.address)")
    try await stream.send(
      Array("GET /changes?since=0 HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer right\r\n\r\n".utf8))
    var told = ""
    while !told.contains("Call Bo") {
      told += String(decoding: try await stream.receive(), as: UTF8.self)
    }
    #expect(told.hasPrefix("HTTP/1.1 200 OK\r\n") && told.contains("text/event-stream"))
    try await running.store.commit("Write to Ann", "2")
    while !told.contains("Write to Ann") {
      told += String(decoding: try await stream.receive(), as: UTF8.self)
    }
    #expect(told.split(separator: "id: ").count == 3)
    try await running.stop()
  }

  // MARK: - The page

  @Test func `the page's files run no inline script and load nothing from other origins`()
    throws
  {
    let page = String(decoding: try #require(HubPage.file("/")).body, as: UTF8.self)
    let script = try ["/hub.js", "/hub-list.js", "/hub-item.js", "/hub-text.js", "/hub-share.js"]
      .map { path in
        #expect(page.contains("src=\"\(path.dropFirst())\""))
        return String(decoding: try #require(HubPage.file(path)).body, as: UTF8.self)
      }.joined()
    let style = String(decoding: try #require(HubPage.file("/hub.css")).body, as: UTF8.self)
    for text in [page, script, style] {
      #expect(!text.contains("http://") && !text.contains("https://"))
    }
    #expect(!page.contains(" on") && !page.contains("style=") && !page.contains("<script>"))
    // Data from the hub is inserted as text.
    for danger in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
      #expect(!script.contains(danger), "\(danger)")
    }
    #expect(HubPage.file("/other") == nil && HubPage.policy.hasPrefix("default-src 'none'"))
  }

  @Test func `the page is served on request and shows the hub's own name`() async throws {
    var settings = HubSettings(token: nil)
    for isWanted in [true, false] {
      settings.showsPage = isWanted
      let running = try await RunningHub(settings)
      let transport = try CurlTransport()
      let address = "http://\(running.hub.address)/"
      let page = try await transport.send(HTTPRequest(.get, address))
      #expect(page.status == (isWanted ? 200 : 404))
      #expect((page.headers["content-security-policy"] != nil) == isWanted)
      for path in ["", "metrics", "changes", "healthz"] where isWanted {
        let json: HTTPHeaders = ["Content-Type": "application/json"]
        let posted = try await transport.send(HTTPRequest(.post, address + path, headers: json))
        #expect(posted.status == 405 && posted.headers["allow"] == "GET, HEAD", "\(path)")
      }
      let foreign = try await transport.send(
        HTTPRequest(.get, address + "items", headers: ["Origin": "http://evil.example"]))
      #expect(foreign.status == 403)
      try await running.stop()
    }
  }

  @Test(arguments: [
    "sinc=5", "since=0&foo", "presence=maybe", "presence=true&presence=true", "since=%zz",
    "since=1&since=1", "since=1-xyz", "since=", "since=-1", "since=x",
  ])
  func `an invalid parameter is refused`(query: String) async throws {
    let running = try await RunningHub(HubSettings(token: nil))
    let answer = try await CurlTransport().send(
      HTTPRequest(.get, "http://\(running.hub.address)/changes?\(query)"))
    #expect(answer.status == 400)
    try await running.stop()
  }
}
