import ActionItems
import CivilTime
import Encoding
import Networking
import Store
import TestSupport
import Testing

@testable import Sync
@testable import SyncHub

/// All kinds of tokens by all ways into a hub: what each sees and may change. One list, so that a new way or a new kind
/// of token is tried with everything else.
@Suite struct AccessTableTests {
  /// The items of the store: task, assignee, conversation.
  private static let items = [("Call", "Bo", "c"), ("Pay", "Cy", "c"), ("Write", "Cy", "d")]
  private static let all: Set<String> = ["Call", "Pay", "Write"]

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    /// The tasks that it sees; nil if it is refused.
    var sees: Set<String>?
    var mayWrite = false
    var channels: [String]?
    /// Whether an item for Bo that is added by hand would be in its channels.
    var addsForBo = true
    var expires = 1000
    var notBefore: Int?
    /// What is done with the token after it was made.
    var fate = Fate.none
    var quota = StoreLimits()
    var hubLimits = StoreLimits()
    /// Whether the quota and the limits leave room for another item, and for a change.
    var mayAdd = true
    var mayGrow = true

    enum Fate { case none, absent, wrong, revoked, ofAnotherHub, lost, forged }

    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "none", fate: .absent), Case(name: "a wrong one", fate: .wrong),
    Case(name: "read", sees: all), Case(name: "write", sees: all, mayWrite: true),
    Case(
      name: "limited to a conversation", sees: ["Call", "Pay"], mayWrite: true,
      channels: ["conversation:c"], addsForBo: false),
    Case(name: "limited to a person", sees: ["Call"], mayWrite: true, channels: ["person:Bo"]),
    Case(name: "reads a person", sees: ["Call"], channels: ["person:bo"]),
    Case(name: "limited to nothing", sees: [], mayWrite: true, channels: [], addsForBo: false),
    Case(name: "limited to no kind of channel", sees: [], channels: ["tag:x"], addsForBo: false),
    Case(name: "expired", expires: -100), Case(name: "revoked", fate: .revoked),
    Case(name: "of another hub", fate: .ofAnotherHub),
    Case(name: "made while the clock was ahead", expires: 90_000, notBefore: 86_400),
    Case(name: "let go of while the clock was ahead", fate: .lost),
    Case(name: "widened with the secret", fate: .forged),
    Case(
      name: "at its quota of items", sees: all, mayWrite: true, quota: StoreLimits(items: 0),
      mayAdd: false),
    Case(
      name: "at its quota of bytes", sees: all, mayWrite: true, quota: StoreLimits(bytes: 0),
      mayAdd: false, mayGrow: false),
    Case(
      name: "limited to a person, at its quota of items", sees: ["Call"], mayWrite: true,
      channels: ["person:Bo"], quota: StoreLimits(items: 0), mayAdd: false),
    Case(
      name: "of a hub with as many items as it may have", sees: all, mayWrite: true,
      hubLimits: StoreLimits(items: 3), mayAdd: false),
    Case(
      name: "of a hub as large as it may be", sees: all, mayWrite: true,
      hubLimits: StoreLimits(bytes: 1), mayAdd: false, mayGrow: false),
  ]

  /// A hub with the items and a token.
  private struct Bench {
    let running: RunningHub
    let settings: HubSettings
    let token: String?
    /// The items' ids by task.
    var ids: [String: String] = [:]

    init(_ wanted: Case) async throws {
      let directory = try TemporaryDirectory()
      let store = try StoreOnDisk.make(directory.path + "/hub")
      for (task, assignee, conversation) in AccessTableTests.items {
        try await store.commit(task, task, for: assignee, in: conversation)
      }
      for item in try await store.fetch() { ids[item.task] = item.id }
      let folder = try store.folder.folder(HubTokens.folderName)
      let secret = try HubTokens.makeSecret(in: folder, at: .epoch)
      var claims = TokenClaims(
        subject: "bo", name: "Bo",
        audience: [wanted.fate == .ofAnotherHub ? "another" : store.id],
        expires: TokenSamples.time(wanted.expires),
        notBefore: wanted.notBefore.map(TokenSamples.time), id: "t1",
        scope: TokenScope(mayWrite: wanted.mayWrite, channels: wanted.channels))
      claims.scope.quota = wanted.quota
      try HubTokens.change(in: folder, at: TokenSamples.time(-1000)) { register in
        try register.add(.init(claims, issued: .epoch), at: .epoch)
        if wanted.fate == .revoked { _ = register.revoke("t1", at: .epoch) }
        if wanted.fate == .lost { register.dropExpired(at: TokenSamples.time(900_000)) }
      }
      if wanted.fate == .forged { claims.scope.mayWrite = true }
      token =
        switch wanted.fate {
        case .absent: nil
        case .wrong: "wrong"
        default: claims.token(signedWith: secret)
        }
      var settings = HubSettings(token: "right")
      settings.tokens = try HubTokens(of: store.id, in: store.folder)
      settings.showsPage = true
      settings.storeLimits = wanted.hubLimits
      self.settings = settings
      running = try await RunningHub(settings, in: directory)
    }

    /// Sends a request and returns the status and the body of the answer.
    func ask(
      _ method: String, _ path: String, _ body: String? = nil, isPage: Bool = false,
      type: String = "application/json"
    ) async throws -> (status: Int, body: String) {
      var lines = ["\(method) \(path) HTTP/1.1", "Host: localhost", "If-Match: *"]
      if let token {
        let key = isPage ? "Basic " + Base64.string("any:\(token)".utf8) : "Bearer \(token)"
        lines.append("Authorization: \(key)")
      }
      if let body {
        lines += ["Content-Type: \(type)", "Content-Length: \(body.utf8.count)"]
      }
      let stream = try await CurlStream.open("http://\(running.hub.address)")
      try await stream.send(
        Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8))
      var bytes: [UInt8] = []
      while case let more = try await stream.receive(), !more.isEmpty { bytes += more }
      let text = String(decoding: bytes, as: UTF8.self)
      let head = text.prefix(12).split(separator: " ")
      let status = try #require(head.count == 2 ? Int(head[1]) : nil, "\(text)")
      let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
      return (status, parts.count == 2 ? String(parts[1]) : "")
    }

    /// The access that the token gives; nil if it is refused.
    var access: HubAccess? {
      guard let token else { return nil }
      return (try? settings.access(token, at: .epoch)) ?? nil
    }
  }

  private static func tasks(in text: String) -> Set<String> { all.filter { text.contains($0) } }

  @Test(arguments: cases)
  func `each token sees and changes the same by every way over HTTP`(wanted: Case) async throws {
    let bench = try await Bench(wanted)
    /// The status for a token that is accepted, or 401.
    func status(_ status: Int) -> Int { wanted.sees == nil ? 401 : status }
    let list = try await bench.ask("GET", "/items")
    #expect(list.status == status(200) && Self.tasks(in: list.body) == wanted.sees ?? [])
    // A filter that matches a hidden item changes nothing, nor does a page or a conversation's name.
    for query in ["text=pay", "assignee=cy", "conversation=d", "limit=1", "due=none"] {
      let found = try await bench.ask("GET", "/items?\(query)")
      #expect(Self.tasks(in: found.body).isSubset(of: wanted.sees ?? []), "\(query)")
    }
    let page = try await bench.ask("GET", "/list", isPage: true)
    #expect(page.status == status(200) && Self.tasks(in: page.body) == wanted.sees ?? [])
    #expect(try await bench.ask("GET", "/metrics").status == status(200))
    #expect(try await bench.ask("POST", "/presence", #"{"window":"x"}"#).status == status(404))
    for (task, id) in bench.ids.sorted(by: { $0.key < $1.key }) {
      let isSeen = wanted.sees?.contains(task) ?? false
      let shown = try await bench.ask("GET", "/items/\(id)")
      #expect(shown.status == status(isSeen ? 200 : 404), "\(task)")
      #expect(Self.tasks(in: shown.body) == (isSeen ? [task] : []), "\(task)")
      let history = try await bench.ask("GET", "/items/\(id)/history")
      #expect(history.status == status(isSeen ? 200 : 404), "\(task)")
      let set = try await bench.ask("PATCH", "/items/\(id)", #"{"priority":"high"}"#)
      let made = wanted.mayGrow ? 200 : 507
      #expect(set.status == status(!wanted.mayWrite ? 403 : isSeen ? made : 404), "\(task)")
      let text = try await bench.ask(
        "POST", "/items/\(id)/text", #"{"window":"w","key":"0123456789abcdef"}"#)
      #expect(text.status == status(wanted.mayWrite ? 404 : 403), "\(task)")
      #expect(Self.tasks(in: text.body).isEmpty, "\(task)")
      let moved = try await bench.ask("PATCH", "/items/\(id)", #"{"assignee":"Di"}"#)
      let staysSeen = wanted.channels.map { $0.contains("conversation:c") } ?? true
      let moving = !wanted.mayWrite ? 403 : !isSeen ? 404 : staysSeen ? made : 403
      #expect(moved.status == status(moving), "\(task)")
      let removed = try await bench.ask("DELETE", "/items/\(id)")
      #expect(removed.status == status(!wanted.mayWrite ? 403 : isSeen ? 204 : 404), "\(task)")
    }
    let added = try await bench.ask("POST", "/items", #"{"task":"Sing","assignee":"Bo"}"#)
    let adding = !wanted.mayWrite || !wanted.addsForBo ? 403 : wanted.mayAdd ? 201 : 507
    #expect(added.status == status(adding))
    let code = bench.access.map { FormCode(bench.settings).text(for: $0) } ?? ""
    let form = try await bench.ask(
      "POST", "/list", "code=\(code)&task=Dance&assignee=Bo", isPage: true,
      type: "application/x-www-form-urlencoded")
    #expect(form.status == status(adding == 201 ? 303 : adding))
    let left = Set(try await bench.running.store.fetch().map(\.task))
    let gone = wanted.mayWrite ? wanted.sees ?? [] : []
    let isAdded = wanted.sees != nil && adding == 201
    #expect(left == Self.all.subtracting(gone).union(isAdded ? ["Sing", "Dance"] : []))
    try await bench.running.stop()
  }

  @Test(arguments: cases)
  func `each token sees and changes the same in a session and in a stream`(wanted: Case)
    async throws
  {
    let bench = try await Bench(wanted)
    #expect((bench.access != nil) == (wanted.sees != nil))
    let store = bench.running.store
    var reader = try ChangeReader(folder: store.folder)
    let entries = try reader.next(100)
    var session = SyncServerSession(
      number: 1, settings: bench.settings, store: store.id, lastSequence: 3, access: nil,
      known: { _ in nil })
    var hello: JSONValue = ["device_id": "d"]
    if let token = bench.token { hello = ["device_id": "d", "auth_key": .string(token)] }
    HubTalk.send("auth", hello, to: &session)
    #expect((session.device != nil) == (wanted.sees != nil))
    _ = session.takeRequests()
    // No subscription widens a limit.
    HubTalk.send("subscribe", ["channels": ["conversation:*", "person:Cy"]], to: &session)
    session.fed(
      entries, upTo: FeedCursor(store: store.id, sequence: 3, checksum: nil), isAtEnd: true,
      ticket: 0, hasRoom: true)
    session.fedItems(entries, hasRoom: true)
    HubTalk.send("presence.who", to: &session)
    let new = "0b7c0c5e-1f7a-4d1e-9c55-0a9e1b7d2f00"
    let added: JSONValue = ["assignee": "Bo", "conversationId": "c"]
    HubTalk.send(
      "item.created", ["id": .string(new), "title": "t", "actionItem": added], to: &session)
    if let (task, id) = bench.ids.first(where: { wanted.sees?.contains($0.key) ?? true }) {
      HubTalk.send("item.updated", ["id": .string(id), "title": .string(task + "!")], to: &session)
    }
    var (text, taken, isListed) = ("", [SyncServerSession.PendingChange](), false)
    for request in session.takeRequests() {
      switch request {
      case .send(let bytes): text += String(decoding: bytes, as: UTF8.self)
      case .take(let change): taken.append(change)
      case .who: isListed = true
      default: break
      }
    }
    #expect(Self.tasks(in: text) == wanted.sees ?? [])
    #expect(taken.isEmpty == (wanted.sees == nil || !wanted.mayWrite))
    let admission = HubAdmission(
      store: store, limits: wanted.hubLimits, usage: try QuotaUsage(in: store.folder, at: .epoch))
    let refusals = try await admission.refusals(of: taken)
    for (index, change) in taken.enumerated() {
      let hasRoom = change.version.id == new ? wanted.mayAdd : wanted.mayGrow
      let isForbidden = refusals.forbidden.contains(index)
      #expect(isForbidden || (refusals.postponed[index] == nil) == hasRoom, "\(change.version.id)")
      #expect(isForbidden == (change.version.id == new && !wanted.addsForBo))
    }
    #expect(isListed == (wanted.sees != nil && wanted.channels == nil))
    if let access = bench.access {
      var stream = HubStream(session: 1, after: 0, access: access, now: .zero, window: "w")
      _ = stream.takeRequests()
      stream.fed(entries, isAtEnd: true)
      stream.tell(["Pay": [Attendee]()], number: 1)
      for entry in entries {
        stream.tell(text: Array(entry.change.item.task.utf8), of: entry.change.item)
      }
      var told = ""
      for case .send(let bytes) in stream.takeRequests() {
        told += String(decoding: bytes, as: UTF8.self)
      }
      #expect(Self.tasks(in: told) == wanted.sees)
    }
    try await bench.running.stop()
  }
}
