import ActionItems
import CivilTime
import Encoding
import Networking
import Store
import Testing

@testable import Sync
@testable import SyncHub

/// The responses of a hub to ordinary HTTP requests.
@Suite struct HubItemsTests {
  private static func json(_ answer: HubAnswer) throws -> JSONValue {
    try JSONValue(parsing: answer.body)
  }

  private static func tag(_ answer: HubAnswer) throws -> String {
    try #require(answer.fields.first { $0.name == "ETag" }?.value)
  }

  private static func tasks(_ answer: HubAnswer) throws -> [String] {
    try json(answer)["items"]?.array?.compactMap { $0["task"]?.string } ?? []
  }

  @Test func `pages of a list are consecutive and contain each item once`() async throws {
    let desk = try await HubDesk(tasks: (0..<7).map { "Task \($0)" })
    var seen: [String] = []
    var cursor: String?
    repeat {
      let page = try await desk.answer(
        "GET", "/items?limit=3" + (cursor.map { "&cursor=\($0)" } ?? ""))
      #expect(page.status == 200)
      let tasks = try Self.tasks(page)
      #expect(tasks.count == (seen.count < 6 ? 3 : 1))
      seen += tasks
      cursor = try Self.json(page)["next"]?.string
    } while cursor != nil
    #expect(seen == (try await desk.store.fetch().map(\.task)) && Set(seen).count == 7)
    #expect(try await desk.answer("GET", "/items?cursor=gone").status == 400)
  }

  @Test func `an item that moves does not hide the items after it`() async throws {
    let desk = try await HubDesk(tasks: (0..<6).map { "Task \($0)" })
    let before = try await desk.store.fetch()
    let page = try await desk.answer("GET", "/items?limit=2")
    let cursor = try #require(try Self.json(page)["next"]?.string)
    // The last item of the page is now done and moves to the end of the list.
    _ = try await desk.store.setComplete(true, idsBeginning: [before[1].id])
    let rest = try await desk.answer("GET", "/items?state=all&cursor=\(cursor)")
    #expect(try Self.tasks(rest) == before[2...].map(\.task) + [before[1].task])
  }

  @Test func `a restored store never reuses an entity tag`() async throws {
    var tags: Set<String> = []
    for task in ["Call Bo", "Write to Ann"] {
      let desk = try await HubDesk(tasks: [task])
      let id = try #require(try await desk.store.fetch().first?.id)
      tags.insert(try Self.tag(try await desk.answer("GET", "/items/\(id)")))
    }
    #expect(tags.count == 2 && tags.allSatisfy { $0.hasPrefix("\"1-") })
  }

  @Test(arguments: [#"{"assignee":"Boss"}"#, #"{"assignee":null}"#])
  func `a token limited to a person's id moves no item out of its scope`(body: String) async throws
  {
    let desk = try await HubDesk(tasks: [])
    let item = ActionItem(
      id: "i", conversationId: "c", task: "Call", assignee: "Bo", assigneeId: "U42",
      messageId: "m", source: .init(platform: "slack"), extractedAt: .epoch, model: "m")
    try await desk.store.save([item])
    let access = HubAccess.of("b", "Bo", mayWrite: true, channels: ["person:U42"])
    let answer = try await desk.answer(
      "PATCH", "/items/i", "If-Match: *", body: body, access: access)
    #expect(answer.status == 403)
  }

  @Test(arguments: [
    ("its tag", "\"T\"", true), ("its tag without marks", "T", true), ("any", "*", true),
    ("one of several", "\"x\", \"T\"", true), ("a quoted star", "\"*\"", false),
    ("a weak one", "W/\"T\"", false), ("another", "\"TT\"", false),
  ])
  func `If-Match compares versions`(name: String, field: String, isMet: Bool) async throws {
    let desk = try await HubDesk(tasks: ["Call Bo"])
    let id = try #require(try await desk.store.fetch().first?.id)
    let tag = try Self.tag(try await desk.answer("GET", "/items/\(id)")).filter { $0 != "\"" }
    let given = field.replacing("T", with: tag)
    let answer = try await desk.answer(
      "PATCH", "/items/\(id)", "If-Match: \(given)", body: #"{"priority":"high"}"#)
    #expect(answer.status == (isMet ? 200 : 412), "\(name)")
  }

  @Test(arguments: [
    ("state=done", ["Call Bo"]), ("state=all&text=BO", ["Call Bo"]),
    ("text=report", ["Send the report"]),
    ("assignee=-&text=ann", []), ("text=no%20such", []),
    ("priority=high", []), ("due-before=2000-01-01", []), ("due=any", []), ("due=none&text=bo", []),
    ("due=none&state=all&text=bo", ["Call Bo"]), ("due-from=2000-01-01", []),
  ])
  func `a list contains the items that match the query`(query: String, tasks: [String]) async throws
  {
    let desk = try await HubDesk()
    let bo = try #require(try await desk.store.fetch().first { $0.task == "Call Bo" })
    _ = try await desk.store.setComplete(true, idsBeginning: [bo.id])
    for (number, item) in try await desk.store.fetch().enumerated() where number > 0 {
      _ = try await desk.store.edit(.init(assignee: "Ann"), idsBeginning: [item.id])
    }
    #expect(try Self.tasks(try await desk.answer("GET", "/items?\(query)")) == tasks)
  }

  @Test(arguments: [
    ("a day", "due-before=2026-05-02", ["day", "early", "late"]),
    ("that day itself", "due-before=2026-05-01", []),
    ("the middle of the day", "due-before=2026-05-01T12:00:00Z", ["early"]),
    ("a day earlier where the clock is ahead", "due-before=2026-05-02T00:30:00%2B14:00", ["day"]),
    ("a day and later", "due-from=2026-05-02", ["next"]),
    ("the middle of the day and later", "due-from=2026-05-01T12:00:00Z", ["day", "late", "next"]),
    ("a stretch", "due-from=2026-05-01&due-before=2026-05-02&due=any", ["day", "early", "late"]),
    ("no day", "due=none", ["some time"]),
  ])
  func `due filters compare days, or times if both have one`(
    name: String, query: String, tasks: [String]
  ) async throws {
    let desk = try await HubDesk(tasks: ["day", "early", "late", "next", "some time"])
    for item in try await desk.store.fetch() where item.task != "some time" {
      var edit = ActionItemStore.Edit()
      let deadlines = [
        "day": "2026-05-01", "early": "2026-05-01T10:30:00+00:00",
        "late": "2026-05-01T11:00:00-06:00", "next": "2026-05-02",
      ]
      edit.deadline = .some(deadlines[item.task].flatMap { Deadline($0) })
      _ = try await desk.store.edit(edit, idsBeginning: [item.id])
    }
    let answer = try await desk.answer("GET", "/items?\(query)")
    #expect(try Self.tasks(answer).sorted() == tasks, "\(name)")
  }

  @Test(arguments: [
    ("state=never", "open, done or all"), ("limit=0", "from 1 to 1000"),
    ("limit=5&limit=6", "is repeated"), ("text=%ff", "not URL-encoded"),
    ("due-before=soon", "a date such as"), ("due=soon", "any or none"),
    ("due-from=2026-05-01T10:00:00", "a date such as"), ("priority=urgent", "high, medium or low"),
    ("assignees=x", "unknown parameter 'assignees'"),
  ])
  func `an invalid query is refused by name`(query: String, text: String) async throws {
    let answer = try await HubDesk(tasks: []).answer("GET", "/items?\(query)")
    #expect(answer.status == 400 && answer.type == "application/problem+json")
    #expect(try Self.json(answer)["detail"]?.string?.contains(text) == true)
  }

  @Test func `an unchanged item is not sent again`() async throws {
    let desk = try await HubDesk()
    let id = try #require(try await desk.store.fetch().first?.id)
    for path in ["/items", "/items/\(id)"] {
      let tag = try Self.tag(try await desk.answer("GET", path))
      let again = try await desk.answer("GET", path, "If-None-Match: W/\"x\", \(tag)")
      #expect(again.status == 304 && again.body.isEmpty)
      _ = try await desk.store.setComplete(path == "/items", idsBeginning: [id])
      #expect(try await desk.answer("GET", path, "If-None-Match: \(tag)").status == 200)
    }
  }

  @Test func `a change must name the version that it changes`() async throws {
    let desk = try await HubDesk()
    let id = try #require(try await desk.store.fetch().first?.id)
    let path = "/items/\(id)"
    let first = try Self.tag(try await desk.answer("GET", path))
    let body = #"{"assignee":"Ann","priority":"high","deadline":"2026-05-01","isComplete":true}"#
    #expect(try await desk.answer("PATCH", path, body: body).status == 428)
    let changed = try await desk.answer("PATCH", path, "If-Match: \(first)", body: body)
    #expect(changed.status == 200)
    let item = try Self.json(changed)
    #expect(item["assignee"]?.string == "Ann" && item["deadline"]?.string == "2026-05-01")
    #expect(item["isComplete"] == .bool(true) && item["priority"]?.string == "high")
    // Another client saw the first version.
    #expect(
      try await desk.answer("PATCH", path, "If-Match: \(first)", body: "{}").status == 412)
    #expect(try await desk.answer("DELETE", path, "If-Match: \(first)").status == 412)
    let second = try Self.tag(changed)
    #expect(first != second)
    #expect(try await desk.answer("PATCH", path, "If-Match: W/\(second)", body: "{}").status == 412)
    // An update without a difference is not a change.
    let same = try await desk.answer("PATCH", path, "If-Match: \(second)", body: body)
    #expect(try same.status == 200 && Self.tag(same) == second)
    #expect(try await desk.answer("DELETE", path, "If-Match: \(second)").status == 204)
    #expect(try await desk.answer("GET", path).status == 404)
    #expect(try await desk.answer("DELETE", path, "If-Match: *").status == 404)
    _ = try await desk.store.undoLast()
    #expect(try await desk.answer("GET", path).status == 200)
  }

  @Test func `an added item belongs to a person`() async throws {
    let desk = try await HubDesk(tasks: [])
    let made = try await desk.answer("POST", "/items", body: #"{"task":" Water\n the plants "}"#)
    #expect(made.status == 201)
    let path = try #require(made.fields.first { $0.name == "Location" }?.value)
    let item = try Self.json(try await desk.answer("GET", path))
    #expect(item["task"]?.string == "Water the plants" && item["model"]?.string == "person")
    #expect(try await desk.answer("POST", "/items", body: "{}").status == 422)
  }

  @Test(arguments: [
    ("{", 400), ("[]", 400), (#"{"task":" "}"#, 422), (#"{"task":7}"#, 422),
    (#"{"deadline":"soon"}"#, 422), (#"{"assignee":"-"}"#, 422), (#"{"assignee":"  "}"#, 422),
    (#"{"isComplete":"yes"}"#, 422), (#"{"id":"x"}"#, 422),
    (#"{"task":"\#(String(repeating: "x", count: 60_000))"}"#, 422),
  ])
  func `an invalid body is refused without any change`(
    body: String, status: Int
  ) async throws {
    let desk = try await HubDesk()
    let before = try await desk.store.lastSequence()
    let id = try #require(try await desk.store.fetch().first?.id)
    #expect(
      try await desk.answer("PATCH", "/items/\(id)", "If-Match: *", body: body).status == status)
    #expect(try await desk.store.lastSequence() == before)
  }

  @Test(arguments: [
    ("PUT", "/items", 405), ("PATCH", "/items", 405), ("POST", "/items/x", 405), ("GET", "/", 404),
    ("GET", "/items/x/y", 404), ("GET", "/items/x/history", 404), ("POST", "/items/x/history", 405),
    ("GET", "/items/x/history/y", 404), ("GET", "/items/%zz", 404), ("GET", "/items/..%2fx", 404),
    ("HEAD", "/items", 200), ("PUT", "/items/x", 405), ("OPTIONS", "/items", 405),
    ("POST", "/nope", 404), ("GET", "/items//x", 404), ("GET", "/items/", 404),
  ])
  func `a missing resource is reported as missing`(
    method: String, path: String, status: Int
  ) async throws {
    let answer = try await HubDesk().answer(method, path, body: method == "HEAD" ? nil : "{}")
    #expect(answer.status == status)
    #expect((status == 405) == answer.fields.contains { $0.name == "Allow" })
  }

  @Test func `a query is parsed once, however often it repeats a name`() async throws {
    let desk = try await HubDesk()
    for query in [
      Array(repeating: "a", count: 800).joined(separator: "&"),
      (0..<800).map { "n\($0)" }.joined(separator: "&"),
    ] {
      // The query is not read to its end.
      let answer = try await desk.answer("GET", "/items?" + query)
      #expect(
        answer.status == 400 && answer.problem?.hasSuffix("or the form has too many fields") == true
      )
    }
    let found = try await desk.answer("GET", "/items?text=CALL+bo&conversation=title+of+c&token=x")
    #expect(try Self.tasks(found) == ["Call Bo"])
    let early = try await desk.answer("GET", "/items?due-before=2026-05-01T15:00:00+02:00")
    #expect(early.status == 200)
    #expect(try await desk.answer("GET", "/items?text=%zz").status == 400)
    #expect(try await desk.answer("GET", "/items?limit").status == 400)
  }

  @Test func `a page ends early if the evidence of its items is long`() async throws {
    let desk = try await HubDesk(tasks: [])
    let quote = String(repeating: "q", count: 1000)
    let items = (0..<9).map { number in
      ActionItem(
        id: "item-\(number)", conversationId: "c", task: "Task \(number)", messageId: "m",
        evidence: (0..<400).map { .init(messageId: "m\($0)", quote: quote) },
        source: .init(platform: "slack"), extractedAt: .epoch, model: "m")
    }
    try await desk.store.save(items)
    let answer = try await desk.answer("GET", "/items?limit=1000")
    #expect(answer.body.count < 2 << 20)
    #expect(try Self.json(answer)["next"]?.string != nil)
  }

  @Test func `the reason of a refused token cannot break out of its header field`() {
    let answer = HubAnswer.unauthorized("no \"x\u{301}\"\r\nSet-Cookie: a\\b")
    #expect(
      answer.fields.map(\.value)
        == [#"Bearer error="invalid_token", error_description="no 'x'''''Set-Cookie: a'b""#])
    #expect(HubAnswer.unauthorized("none", hasToken: false).fields.map(\.value) == ["Bearer"])
  }

  // MARK: - Requests

  /// Returns the status that a connection answers by itself, or nil if it passes the request on.
  private static func refusal(_ text: String) -> Int? {
    var connection = HubConnection(limits: HubSettings(token: nil).limits)
    let events = Array(text.utf8).withUnsafeBytes { connection.receive($0) }
    if case .request? = events.first { return nil }
    let answer = String(decoding: connection.takeOutput(), as: UTF8.self)
    return answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  @Test(arguments: [
    ("a length of two gigabytes", "Content-Length: 2147483648", 413),
    ("a length beyond all numbers", "Content-Length: 99999999999999999999", 413),
    ("two lengths", "Content-Length: 1\r\nContent-Length: 2", 400),
    ("a length that is none", "Content-Length: +1", 400),
    ("a negative length", "Content-Length: -1", 400),
    ("chunks", "Transfer-Encoding: chunked", 411),
    ("chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 1", 411),
  ])
  func `a body without a clear length is not awaited`(
    name: String, fields: String, status: Int
  ) {
    #expect(
      Self.refusal("POST /items HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\nx") == status, "\(name)")
  }

  @Test func `a body may arrive in any pieces, and bytes after it are not read`() throws {
    let text = Array(
      "POST /items HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhelloGET / HTTP/1.1".utf8)
    for cut in 1..<text.count {
      var connection = HubConnection(limits: HubSettings(token: nil).limits)
      var requests: [HubRequest] = []
      for piece in [text[..<cut], text[cut...]] {
        for event in Array(piece).withUnsafeBytes({ connection.receive($0) }) {
          if case .request(let request) = event { requests.append(request) }
        }
      }
      #expect(requests.count == 1 && requests.first?.body == Array("hello".utf8), "\(cut)")
    }
  }

  @Test(arguments: [
    ("its own page", "GET", "Host: 127.0.0.1:8787\r\nOrigin: http://127.0.0.1:8787", nil),
    ("curl", "GET", "Host: localhost:8787", nil),
    ("another page", "GET", "Host: localhost\r\nOrigin: http://evil.example", 403),
    ("a page in a frame without an origin", "GET", "Host: localhost\r\nOrigin: null", 403),
    ("a name made to lead here", "GET", "Host: evil.example", 421),
    (
      "that name as its own origin", "GET", "Host: evil.example\r\nOrigin: http://evil.example", 421
    ),
    ("no host", "GET", "Accept: */*", 400),
    ("two hosts", "GET", "Host: localhost\r\nHost: evil.example", 400),
    ("a form of another page", "POST", "Host: localhost\r\nContent-Type: text/plain", 415),
    ("no type", "POST", "Host: localhost", 415),
    ("json", "POST", "Host: localhost\r\nContent-Type: application/json; charset=utf-8", nil),
    ("what there is not", "OPTIONS", "Host: localhost", nil),
    ("a script of another page", "GET", "Host: localhost\r\nSec-Fetch-Site: cross-site", 403),
    ("ipv6", "GET", "Host: [::1]:8787", nil),
  ])
  func `pages of other origins have no access`(
    name: String, method: String, fields: String, status: Int?
  ) throws {
    var connection = HubConnection(limits: HubSettings(token: nil).limits)
    let text = "\(method) /items HTTP/1.1\r\n\(fields)\r\n\r\n"
    let events = Array(text.utf8).withUnsafeBytes { connection.receive($0) }
    guard case .request(let request)? = events.first else { return #expect(Bool(false), "\(name)") }
    #expect((request.trespass(isOpen: true) ?? request.wrongType)?.status == status, "\(name)")
  }

  // MARK: - On a socket

  @Test func `a change made with curl reaches the stores that sync`() async throws {
    let running = try await RunningHub()
    let transport = try CurlTransport()
    let address = "http://\(running.hub.address)/items"
    #expect(try await transport.send(HTTPRequest(.get, address)).status == 401)
    var request = HTTPRequest(.post, address)
    request.headers = ["Authorization": "Bearer right", "Content-Type": "application/json"]
    request.body = Array(#"{"task":"Water the plants","assignee":"Bo"}"#.utf8)
    #expect(try await transport.send(request).status == 201)
    let a = try running.client("a")
    #expect(try await running.sync(a).applied == 1)
    #expect(try await StoreOnDisk.tasks(a) == ["Water the plants"])
    var metrics = HTTPRequest(.get, "http://\(running.hub.address)/metrics")
    metrics.headers = ["Authorization": "Bearer right"]
    let text = String(decoding: try await transport.send(metrics).body, as: UTF8.self)
    #expect(text.contains("\nactionitems_hub_sequence "))
    try await running.stop()
  }

  @Test(arguments: [("c", 3), ("C", 3), ("?", 3), ("TITLE*", 3), ("x*", 0), ("c?", 0)])
  func `conversation patterns work as in the list command`(pattern: String, count: Int)
    async throws
  {
    let desk = try await HubDesk()
    let sent = pattern.replacing("?", with: "%3F")
    let answer = try await desk.answer("GET", "/items?conversation=\(sent)")
    let body = try JSONValue(parsing: answer.body)
    #expect(body["items"]?.array?.count == count)
  }
}
