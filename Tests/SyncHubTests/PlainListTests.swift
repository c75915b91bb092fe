import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Networking
import Store
import Testing

@testable import SyncHub

/// The pages for browsers without a script.
@Suite struct PlainListTests {
  /// A store with some items, and its pages.
  private struct Desk {
    let desk: HubDesk
    let list: PlainList
    let code: FormCode

    init(
      tasks: [String] = ["Call Bo", "Write to Ann", "Send the report"], zone: Zone = .utc
    ) async throws {
      desk = try await HubDesk(tasks: tasks, zone: zone)
      code = FormCode(HubSettings(token: "right"))
      list = PlainList(items: desk.items, code: code)
    }

    func items() async throws -> [ActionItem] { try await desk.store.fetch() }

    func answer(
      _ method: String, _ path: String, form: String? = nil, access: HubAccess = .full
    ) async throws -> HubAnswer {
      let type = "Content-Type: application/x-www-form-urlencoded\r\n"
      let body = form.map { type + "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" } ?? "\r\n"
      let text = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(body)"
      let request = try HubDesk.request(text)
      do {
        return try await list.answer(request, access)
      } catch {
        return HubItems.answer(to: error)
      }
    }

    func page(_ path: String, access: HubAccess = .full) async throws -> String {
      PlainListTests.text(try await answer("GET", path, access: access))
    }

    /// The fields that the form of an item's page carries along.
    func carried(_ item: ActionItem, access: HubAccess = .full) async throws -> String {
      let change = try #require(try await desk.store.lastChange(ofItem: item.id))
      let was = "was-task=\(item.task)&was-assignee=\(item.assignee ?? "")&was-deadline="
      return
        ("code=\(code.text(for: access))&tag=\(HubItems.tag(of: change))&\(was)"
        + "&was-priority=\(item.priority.rawValue)").split(separator: " ").joined(separator: "+")
    }
  }

  private static func text(_ answer: HubAnswer) -> String {
    String(decoding: answer.body, as: UTF8.self)
  }

  @Test func `item text is displayed, never interpreted as markup`() async throws {
    let desk = try await Desk(tasks: [])
    let hostile =
      "</textarea><script>alert(1)</script> \" ' & \u{202E}gnp.exe\u{7}\u{1B}[2J\u{200B}"
    var item = ActionItem(
      id: "a\"><b>/../x?y#z", conversationId: hostile, conversationTitle: hostile, task: hostile,
      assignee: hostile, deadline: nil, priority: .high, messageId: "1",
      source: .init(
        platform: hostile, sender: hostile, timestamp: .epoch, link: "javascript:alert(1)"),
      extractedAt: .epoch, model: hostile)
    item.evidence = [.init(messageId: "1", quote: hostile + "\n" + hostile)]
    try await desk.desk.store.save([item], by: hostile)
    let page = try await desk.page("/list?text=%22%3E%3Cscript%3E")
    #expect(!page.contains("<script") && page.contains("&quot;&gt;&lt;script&gt;"))
    for path in ["/list", "/list/a%22%3E%3Cb%3E%2F..%2Fx%3Fy%23z"] {
      let answer = try await desk.answer("GET", path)
      let text = Self.text(answer)
      #expect(answer.status == 200 && text.contains("&lt;script&gt;alert(1)"), "\(path)")
      #expect(!text.contains("<script") && !text.contains("javascript:") && !text.contains("<b>"))
      #expect(
        !text.unicodeScalars.contains { "\u{202E}\u{7}\u{1B}\u{200B}".unicodeScalars.contains($0) })
      let policy = try #require(
        answer.fields.first { $0.name == "Content-Security-Policy" }?.value)
      #expect(policy.contains("form-action 'self'") && !policy.contains("script-src"))
      #expect(answer.fields.contains { $0.name == "Referrer-Policy" && $0.value == "same-origin" })
    }
  }

  @Test func `pages of the list are consecutive and keep the query`() async throws {
    let desk = try await Desk(tasks: (0..<5).map { "Task number \($0)" } + ["Other"])
    var (path, seen) = ("/list?limit=2&text=task+number&assignee=", 0)
    for _ in 0..<4 {
      let page = try await desk.page(path)
      seen += page.split(separator: "<li>").count - 1
      #expect(!page.contains("Other"))
      guard let start = page.firstRange(of: "rel=\"next\" href=\"") else { break }
      path =
        "/"
        + page[start.upperBound...].prefix { $0 != "\"" }.split(separator: "&amp;").joined(
          separator: "&")
    }
    #expect(seen == 5 && path.contains("limit=2") && path.contains("text=task%20number"))
    #expect(try await desk.answer("GET", "/list?assignees=x").status == 400)
    #expect(try await desk.answer("GET", "/list?text=a&text=b").status == 400)
  }

  @Test func `times are shown and typed on the clock of the hub`() async throws {
    let desk = try await Desk(tasks: ["Call Bo"], zone: try #require(Zone(offset: 3600)))
    let item = try #require(try await desk.items().first)
    for (typed, stored) in [
      ("2026-05-01+10:00", "2026-05-01T10:00:00+01:00"), ("2026-05-02", "2026-05-02"),
      ("2026-05-01T10:00:00-05:00", "2026-05-01T10:00:00-05:00"),
    ] {
      let edited = try await desk.answer(
        "POST", "/list/\(item.id)",
        form: try await desk.carried(item)
          + "&task=Call+Bo&assignee=&deadline=\(typed)&priority=medium")
      #expect(edited.status == 303, "\(typed)")
      #expect(try await desk.items().first?.deadline?.description == stored)
    }
    for page in [try await desk.page("/list"), try await desk.page("/list/\(item.id)")] {
      #expect(page.contains("2026-05-01 16:00") && page.contains("hub's zone, +01:00"))
      #expect(!page.contains("T10:00:00"))
    }
  }

  @Test func `forms add, set and close an item, and set nothing else`() async throws {
    let desk = try await Desk(tasks: ["Call Bo"])
    let added = try await desk.answer(
      "POST", "/list",
      form:
        "code=\(desk.code.text(for: .full))&task=Water+the%0D%0Aplants&assignee=&deadline=2026-05-01&priority=high"
    )
    let id = try #require(try await desk.items().first { $0.task == "Water the plants" }?.id)
    #expect(added.status == 303 && added.fields.first?.value == "list/\(id)")
    let item = try #require(try await desk.items().first { $0.task == "Call Bo" })
    let edited = try await desk.answer(
      "POST", "/list/\(item.id)",
      form: try await desk.carried(item) + "&task=Call+Bo&assignee=Ann&deadline=&priority=medium")
    #expect(edited.status == 303 && edited.fields.first?.value == "../list/\(item.id)")
    var now = try #require(try await desk.desk.store.lastChange(ofItem: item.id))
    #expect(now.item.assignee == "Ann" && now.item.task == "Call Bo")
    // Untouched fields still belong to the model.
    let person = try await desk.desk.store.history(ofItem: item.id, limit: 9).steps.flatMap(
      \.settings
    )
    .filter(\.isByPerson).map(\.field)
    #expect(person == [.assignee])
    for isDone in [true, false] {
      let closed = try await desk.answer(
        "POST", "/list/\(item.id)",
        form: "code=\(desk.code.text(for: .full))&tag=\(HubItems.tag(of: now))&isComplete=\(isDone)"
      )
      now = try #require(try await desk.desk.store.lastChange(ofItem: item.id))
      #expect(closed.status == 303 && now.item.isComplete == isDone)
    }
  }

  @Test func `removed items leave the list, unless they changed meanwhile`()
    async throws
  {
    let desk = try await Desk(tasks: ["Call Bo", "Write to Ann"])
    let item = try #require(try await desk.items().first { $0.task == "Call Bo" })
    let form = try await desk.carried(item) + "&remove=true"
    #expect(try await desk.page("/list/\(item.id)").contains("<button>Remove</button>"))
    let late = form.split(separator: "tag=").joined(separator: "tag=9")
    #expect(try await desk.answer("POST", "/list/\(item.id)", form: late).status == 409)
    let gone = try await desk.answer("POST", "/list/\(item.id)", form: form)
    #expect(gone.status == 303 && gone.fields.first?.value == "../list")
    #expect(try await desk.items().map(\.task) == ["Write to Ann"])
    #expect(try await desk.page("/list").contains("1 item."))
  }

  @Test func `another person's change is shown, and the typed text is kept`()
    async throws
  {
    let desk = try await Desk(tasks: ["Call Bo"])
    let item = try #require(try await desk.items().first)
    let carried = try await desk.carried(item)
    _ = try await desk.desk.store.edit(.init(assignee: "Zoe"), idsBeginning: [item.id])
    let form = carried + "&task=Call+Bo+today&assignee=&deadline=&priority=medium"
    let late = try await desk.answer("POST", "/list/\(item.id)", form: form)
    #expect(late.status == 409 && Self.text(late).contains("not saved yet"))
    // The next form shows both and refers to the current version of the item.
    #expect(Self.text(late).contains(">Call Bo today</textarea>"))
    #expect(Self.text(late).contains("name=\"assignee\" value=\"Zoe\""))
    #expect(Self.text(late).contains("name=\"was-assignee\" value=\"Zoe\""))
    let again = try await desk.items()[0]
    #expect(again.task == "Call Bo" && again.assignee == "Zoe")
    let last = try #require(try await desk.desk.store.lastChange(ofItem: item.id))
    try await desk.desk.store.remove(idsBeginning: [item.id], ifLast: last.sequence)
    let gone = try await desk.answer("POST", "/list/\(item.id)", form: form)
    #expect(gone.status == 404 && Self.text(gone).contains(">Call Bo today</textarea>"))
  }

  @Test(arguments: [
    ("task=+&priority=high", 422, "&#39;task&#39;"),
    ("task=x&deadline=soon&priority=high", 422, "a date such as"),
    ("task=x&priority=urgent", 422, "high, medium or low"),
  ])
  func `an invalid form comes back as it was filled in`(
    form: String, status: Int, sentence: String
  ) async throws {
    let desk = try await Desk()
    let before = try await desk.desk.store.lastSequence()
    let item = try #require(try await desk.items().first)
    for (path, start) in [
      ("/list", "code=\(desk.code.text(for: .full))"),
      ("/list/\(item.id)", try await desk.carried(item)),
    ] {
      let answer = try await desk.answer("POST", path, form: "\(start)&\(form)")
      #expect(answer.status == status && Self.text(answer).contains(sentence), "\(path)")
      if form.contains("soon") { #expect(Self.text(answer).contains("value=\"soon\"")) }
    }
    #expect(try await desk.desk.store.lastSequence() == before)
  }

  @Test func `a value that begins with a combining mark stays with its name`() throws {
    let form = try SentForm(Array("task=\u{338}x&assignee=\u{301}+\u{301}".utf8))
    #expect(form.values == ["task": "\u{338}x", "assignee": "\u{301} \u{301}"])
  }

  @Test func `a form without its sender's code changes nothing`() async throws {
    let desk = try await Desk()
    let before = try await desk.desk.store.lastSequence()
    let writer = HubAccess.of("ann", "Ann", mayWrite: true)
    for code in ["", "code=&", "code=guess&", "code=\(desk.code.text(for: writer))&"] {
      #expect(
        try await desk.answer("POST", "/list", form: code + "task=x").status == 403, "\(code)")
    }
    #expect(try await desk.desk.store.lastSequence() == before)
    let own = "code=\(desk.code.text(for: writer))&task=x&priority=low"
    #expect(try await desk.answer("POST", "/list", form: own, access: writer).status == 303)
    #expect(
      FormCode(HubSettings(token: nil)).text(for: .full)
        != FormCode(HubSettings(token: nil)).text(for: .full))
  }

  @Test func `a token renewed during typing loses no text`() async throws {
    let desk = try await Desk()
    let old = desk.code.text(for: HubAccess.of("ann", "Ann", mayWrite: true))
    let renewed = HubAccess.of("ann", "Ann", id: "2", mayWrite: true)
    let form = "code=\(old)&task=Buy+milk"
    #expect(try await desk.answer("POST", "/list", form: form, access: renewed).status == 303)
    // A form of another person is shown again with a valid code.
    let other = HubAccess.of("bo", "Ann", id: "3", mayWrite: true)
    let again = try await desk.answer("POST", "/list", form: form, access: other)
    #expect(again.status == 403 && Self.text(again).contains(">Buy milk</textarea>"))
    #expect(Self.text(again).contains("value=\"\(desk.code.text(for: other))\""))
    let item = try #require(try await desk.items().first { $0.task == "Buy milk" })
    #expect(item.priority == .medium)
  }

  @Test func `a path with empty segments is not part of the list`() async throws {
    let desk = try await Desk()
    for path in ["/list/", "/list//", "//list", "/list/" + String(repeating: "/", count: 9000)] {
      #expect(try await desk.answer("GET", path).status == 404, "\(path.prefix(20))")
    }
    let answer = try await desk.answer("PUT", "/list")
    #expect(answer.fields.first { $0.name == "Allow" }?.value == "GET, HEAD, POST")
    #expect(try await desk.answer("HEAD", "/list").status == 200)
  }

  @Test func `a read-only or limited token gets no more access`() async throws {
    let desk = try await Desk()
    let item = try #require(try await desk.items().first)
    let reader = HubAccess.of("ann", "Ann", mayWrite: false)
    for path in ["/list", "/list/\(item.id)"] {
      #expect(try await desk.page(path).contains("method=\"post\""))
      let page = try await desk.page(path, access: reader)
      #expect(
        page.contains("Call Bo") && !page.contains("method=\"post\"") && !page.contains("code"))
    }
    let form = "code=\(desk.code.text(for: reader))&task=x"
    #expect(try await desk.answer("POST", "/list", form: form, access: reader).status == 403)
    let stranger = HubAccess.of("ann", "Ann", mayWrite: true, channels: ["person:Nobody"])
    #expect(try await !desk.page("/list", access: stranger).contains("Call Bo"))
    let carried = try await desk.carried(item, access: stranger) + "&isComplete=true"
    for answer in [
      try await desk.answer("GET", "/list/\(item.id)", access: stranger),
      try await desk.answer("POST", "/list/\(item.id)", form: carried, access: stranger),
    ] { #expect(answer.status == 404) }
    #expect(try await desk.items().allSatisfy { !$0.isComplete })
  }

  @Test(arguments: [
    (
      "its own form", "POST",
      "Origin: http://localhost\r\nContent-Type: application/x-www-form-urlencoded", nil
    ),
    ("curl", "POST", "Content-Type: application/x-www-form-urlencoded", nil),
    (
      "a form elsewhere", "POST",
      "Origin: http://evil.example\r\nContent-Type: application/x-www-form-urlencoded", 403
    ),
    (
      "a form in a frame", "POST",
      "Origin: null\r\nContent-Type: application/x-www-form-urlencoded", 403
    ),
    (
      "a form elsewhere that names nothing", "POST",
      "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nContent-Type: application/x-www-form-urlencoded",
      403
    ),
    ("a plain text", "POST", "Content-Type: text/plain", 415),
    ("a link elsewhere", "GET", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate", nil),
    ("a picture elsewhere", "GET", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors", 403),
    (
      "a frame elsewhere", "GET",
      "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe", 403
    ),
  ])
  func `only the hub's own pages can submit forms`(
    name: String, method: String, fields: String, status: Int?
  ) throws {
    let request = try HubDesk.request(
      "\(method) /list HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\n")
    #expect((request.trespass(isOpen: true) ?? request.wrongType)?.status == status, "\(name)")
  }

  @Test(arguments: [
    ("a bearer", "/items", "Authorization: Bearer right", "right"),
    ("a password", "/list", "Authorization: Basic YW55OnJpZ2h0", "right"),
    ("a password with a colon", "/list/x", "Authorization: basic YTpiOmM=", "b:c"),
    ("a password for something else", "/items", "Authorization: Basic YW55OnJpZ2h0", nil),
    ("a password for a path that begins so", "/listing", "Authorization: Basic YW55OnJpZ2h0", nil),
    (
      "a password for a session", "/list",
      "Authorization: Basic YW55OnJpZ2h0\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", nil
    ),
    ("no base64", "/list", "Authorization: Basic %%%", nil),
    ("no colon", "/list", "Authorization: Basic YW55", nil),
    ("two", "/list", "Authorization: Bearer a\r\nAuthorization: Bearer b", nil),
    ("nothing behind it", "/list", "Authorization: Bearer", nil),
  ])
  func `a password is valid for the plain pages only`(
    name: String, path: String, fields: String, key: String?
  ) throws {
    let request = try HubDesk.request(
      "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\n")
    #expect(request.key(inAddress: false) == key, "\(name)")
  }

  @Test func `a browser sends the token as a password, which opens nothing else`()
    async throws
  {
    var settings = HubSettings(token: "right")
    settings.showsPage = true
    let running = try await RunningHub(settings)
    let transport = try CurlTransport()
    func get(_ path: String, _ key: String?) async throws -> HTTPResponse {
      var request = HTTPRequest(.get, "http://\(running.hub.address)\(path)")
      if let key { request.headers = ["Authorization": key] }
      return try await transport.send(request)
    }
    // any:right and any:wrong
    let (right, wrong) = ("Basic YW55OnJpZ2h0", "Basic YW55Ondyb25n")
    let asked = try await get("/list", nil)
    #expect(
      asked.status == 401 && asked.headers["WWW-Authenticate"]?.hasPrefix("Basic realm=") == true)
    #expect(String(decoding: asked.body, as: UTF8.self).contains("the token as the password"))
    #expect(try await get("/list", wrong).status == 401)
    for key in [right, "Bearer right"] {
      #expect(try await get("/list", key).status == 200, "\(key)")
    }
    for path in ["/items", "/changes", "/metrics"] {
      let answer = try await get(path, right)
      #expect(
        answer.status == 401 && answer.headers["WWW-Authenticate"]?.hasPrefix("Bearer ") == true,
        "\(path)")
    }
    #expect(try await get("/list/none", right).status == 404)
    try await running.stop()
    let hidden = try await RunningHub()
    #expect(
      try await transport.send(HTTPRequest(.get, "http://\(hidden.hub.address)/list")).status == 404
    )
    try await hidden.stop()
  }
}
