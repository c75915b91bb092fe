import ActionItems
import CivilTime
import Encoding
import Glibc
import ItemRecords
import Networking
import Store
import TestSupport
import Testing

@testable import Sync
@testable import SyncHub

/// Access tokens of people: their files, and what a session with one may do.
@Suite struct HubTokensTests {
  private static let store = HubTalk.store
  private let directory: TemporaryDirectory
  private let folder: DiskFolder
  private let hub: any StorageFolder

  init() throws {
    directory = try TemporaryDirectory()
    folder = try DiskFolder(creating: directory.path + "/store")
    hub = try folder.folder(HubTokens.folderName)
  }

  private func token(
    _ name: String = "Anna", _ scope: TokenScope = TokenScope(mayWrite: true), expires: Int = 1000,
    id: String = "t1"
  ) throws -> String {
    let claims = TokenClaims(
      subject: name, name: name, audience: [Self.store],
      expires: Timestamp(seconds: expires) ?? .epoch, id: id, scope: scope)
    let secret = try HubTokens.makeSecret(in: hub, at: .epoch)
    try HubTokens.change(in: hub, at: .epoch) { register in
      try register.add(.init(claims, issued: .epoch), at: .epoch)
    }
    return claims.token(signedWith: secret)
  }

  private func tokens() throws -> HubTokens {
    try #require(try HubTokens(of: Self.store, in: folder))
  }

  /// A session with a client that sent a token in its `auth`.
  private func conversation(_ token: String) throws -> SyncServerSession {
    let tokens = try tokens()
    var hub = HubTalk.conversation { $0.tokens = tokens }
    HubTalk.send("auth", ["auth_key": .string(token), "device_id": "d"], to: &hub)
    return hub
  }

  // MARK: - Files

  @Test func `the secret is created once, readable by its owner only`() throws {
    #expect(try HubTokens(of: Self.store, in: folder) == nil)
    let secret = try HubTokens.makeSecret(in: hub, at: .epoch)
    #expect(try HubTokens.makeSecret(in: hub, at: .epoch) == secret)
    var status = stat()
    #expect(stat(hub.path + "/" + HubTokens.secretName, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o660] as [mode_t])
  func `a secret that others can read is refused with advice`(mode: mode_t) throws {
    _ = try HubTokens.makeSecret(in: hub, at: .epoch)
    chmod(hub.path + "/" + HubTokens.secretName, mode)
    let error = #expect(throws: HubError.self) { try self.tokens() }
    #expect(error?.description.contains("chmod 600") == true)
  }

  @Test(arguments: ["", "short", "not base64url!", String(repeating: "A", count: 5000)])
  func `a file without a secret is refused`(text: String) throws {
    let file = try hub.open(HubTokens.secretName, .replacing)
    try file.append(Array(text.utf8))
    #expect(throws: HubError.self) { try self.tokens() }
  }

  @Test func `a revocation by another process counts at the next check`() throws {
    let token = try token()
    let tokens = try tokens()
    let access = try tokens.access(token, at: .epoch)
    _ = try HubTokens.change(in: hub, at: .epoch) { $0.revoke("Anna", at: .epoch) }
    #expect(tokens.reload() == nil)
    #expect(tokens.problem(of: access, at: .epoch) == .revoked)
    #expect(throws: TokenProblem.revoked) { try tokens.access(token, at: .epoch) }
    // A fresh start refuses it, too.
    #expect(throws: TokenProblem.revoked) { try self.tokens().access(token, at: .epoch) }
  }

  @Test func `a damaged register admits nobody by name until it is repaired`() throws {
    let token = try token()
    let tokens = try tokens()
    let register = try HubTokens.register(in: hub)
    let file = try hub.open("damaged", .replacing)
    try file.append(Array("{\"id\":\n".utf8))
    try hub.rename("damaged", to: "tokens")
    #expect(tokens.reload()?.contains("line 1") == true)
    #expect(tokens.reload() == nil)
    #expect(throws: TokenProblem.uncertain) { try tokens.access(token, at: .epoch) }
    let whole = try hub.open("whole", .replacing)
    try whole.append(register.bytes)
    try hub.rename("whole", to: "tokens")
    #expect(tokens.reload() == nil)
    #expect(try tokens.access(token, at: .epoch).claims?.name == "Anna")
  }

  @Test(
    arguments: [
      ("the register", ["tokens"], "it is missing"),
      ("the secret", ["token.secret"], "restart the hub"),
      ("both", ["tokens", "token.secret"], "restart the hub"),
    ])
  func `a lost file invalidates all tokens, revoked ones included`(
    name: String, lost: [String], why: String
  ) throws {
    let (token, revoked) = (try token(), try token("Ben", id: "t2"))
    _ = try HubTokens.change(in: hub, at: .epoch) { $0.revoke("Ben", at: .epoch) }
    let tokens = try tokens()
    let access = try tokens.access(token, at: .epoch)
    for file in lost { try hub.remove(file) }
    for token in [token, revoked] {
      #expect(throws: TokenProblem.uncertain, "\(name)") { try tokens.access(token, at: .epoch) }
    }
    #expect(tokens.problem(of: access, at: .epoch) == .uncertain, "\(name)")
    #expect(tokens.reload()?.contains(why) == true, "\(name)")
    // The hub treats a new secret as that of another hub.
    _ = try HubTokens.makeSecret(in: hub, at: .epoch)
    #expect(throws: TokenProblem.uncertain, "\(name)") { try tokens.access(token, at: .epoch) }
  }

  @Test(arguments: [[], ["tokens"], ["token.secret"], ["tokens", "token.secret"]] as [[String]])
  func `a store that ever had tokens is known by any of their files`(lost: [String]) throws {
    #expect(try !HubTokens.wereIssued(in: folder))
    _ = try token()
    for file in lost { try hub.remove(file) }
    #expect(try HubTokens.wereIssued(in: folder))
  }

  @Test(arguments: ["whole", "damaged", "lost", "without a secret"])
  func `all tokens are revoked whatever state the files are in`(state: String) throws {
    let (token, before) = (try token(), try tokens())
    switch state {
    case "damaged": try hub.replace("tokens", with: Array("{\n".utf8))
    case "lost": try hub.remove("tokens")
    case "without a secret": try hub.remove("token.secret")
    default: break
    }
    let revoked = try HubTokens.revokeAll(in: hub, at: .epoch)
    let isReadable = ["whole", "without a secret"].contains(state)
    #expect(revoked.map(\.id) == (isReadable ? ["t1"] : []), "\(state)")
    #expect(throws: TokenProblem.uncertain) { try before.access(token, at: .epoch) }
    let after = try tokens()
    #expect(throws: TokenProblem.wrongSignature) { try after.access(token, at: .epoch) }
    let new = try self.token("Anna", id: "t2")
    #expect(try tokens().access(new, at: .epoch).claims?.id == "t2", "\(state)")
  }

  @Test func `a revocation finds room on a full disk`() throws {
    _ = try token()
    let disk = FullFolder.Disk()
    let full = FullFolder(base: hub, disk: disk)
    disk.set(.filled)
    _ = try HubTokens.change(in: full, at: .epoch) { $0.revoke("Anna", at: .epoch) }
    #expect(try HubTokens.register(in: hub).entries.allSatisfy { $0.revoked != nil })
    // That room is used up. The caller gets the error, and nothing changes.
    let before = try HubTokens.register(in: hub)
    disk.set(.filled)
    #expect(throws: StorageError.self) {
      try HubTokens.change(in: full, at: .epoch) { $0.dropExpired(at: TokenSamples.time(5000)) }
    }
    #expect(try HubTokens.register(in: hub) == before)
  }

  @Test func `known tokens stay valid while files cannot be opened`() throws {
    let (token, revoked) = (try token(), try token("Ben", id: "t2"))
    _ = try HubTokens.change(in: hub, at: .epoch) { $0.revoke("Ben", at: .epoch) }
    let disk = FullFolder.Disk()
    let full = FullFolder(base: folder, disk: disk)
    let tokens = try #require(try HubTokens(of: Self.store, in: full))
    disk.set(.opening)
    #expect(try tokens.access(token, at: .epoch).claims?.name == "Anna")
    #expect(throws: TokenProblem.revoked) { try tokens.access(revoked, at: .epoch) }
    #expect(tokens.reload() == nil)
    // A hub that starts in this state knows nothing.
    #expect(throws: StorageError.self) { try HubTokens(of: Self.store, in: full) }
  }

  // MARK: - Sessions

  @Test func `a personal token is admitted alongside the shared one`() throws {
    var anna = try conversation(try token())
    #expect(HubTalk.requests(&anna).contains("welcome d"))
    #expect(anna.access.claims?.name == "Anna")
    HubTalk.send("item.created", ["id": "1", "title": "t"], to: &anna)
    #expect(HubTalk.requests(&anna) == ["take 1"])
    var shared = try conversation("right")
    #expect(HubTalk.requests(&shared).contains("welcome d"))
    #expect(shared.access == .full)
  }

  @Test func `an invalid token is refused with the reason`() throws {
    let expired = try token(expires: -100)
    var hub = try conversation(expired)
    _ = hub.takeRequests().contains { request in
      guard case .send(let bytes) = request, let frame = try? SyncFrame(parsing: bytes),
        frame.type == "auth.error"
      else { return false }
      #expect(frame.payloadValue["message"]?.string?.contains("expired") == true)
      return true
    }
    #expect(hub.device == nil)
    var wrong = try conversation("eyJhbGciOiJub25lIn0.e30.")
    #expect(
      HubTalk.requests(&wrong)
        == ["connection.established", "auth.error", "close 1008"])
  }

  @Test func `a read-only token changes nothing`() throws {
    var hub = try conversation(try token("Bo", TokenScope(mayWrite: false)))
    _ = hub.takeRequests()
    HubTalk.send("item.created", ["id": "1", "title": "t"], id: "m1", to: &hub)
    HubTalk.send("item.deleted", ["id": "1"], id: "m2", to: &hub)
    let item: JSONValue = ["type": "item.created", "messageID": "m3", "payload": ["id": "2"]]
    HubTalk.send("batch", ["messages": [item]], id: "m4", to: &hub)
    #expect(hub.pending == 0)
    let refusals = hub.takeRequests().compactMap { request -> (String?, String?)? in
      guard case .send(let bytes) = request, let frame = try? SyncFrame(parsing: bytes) else {
        return nil
      }
      return (frame.payloadValue["code"]?.string, frame.payloadValue["messageID"]?.string)
    }
    #expect(refusals.count == 4 && refusals.allSatisfy { $0.0 == "forbidden" })
    #expect(Set(refusals.compactMap(\.1)) == ["m1", "m2", "m3", "m4"])
  }

  @Test func `a limited client gets an item without what was hidden from it`() throws {
    var entry = try Entries.entry(1, origin: nil)
    entry.change.change.known.wordings = ["Fire Bo", "Task number 1"]
    func setting(_ value: String, _ at: Int64, _ device: String) -> FieldSetting {
      FieldSetting(VersionStamp(.person, at, device: device), FieldValue(value))
    }
    entry.change.change.known.settings[.task] = MultiValueRegister([
      setting("Task number 1", 9, "a"), setting("Pay Bo less", 8, "b"),
    ])
    for (name, channels, isWhole) in [
      ("no limit", nil, true), ("limited", ["conversation:c"], false),
    ] as [(String, [String]?, Bool)] {
      let scope = TokenScope(mayWrite: false, channels: channels)
      var hub = try conversation(try token("Anna", scope, id: isWhole ? "whole" : "limited"))
      _ = hub.takeRequests()
      hub.fed(
        [entry], upTo: FeedCursor(store: Self.store, sequence: 1, checksum: nil), isAtEnd: true,
        ticket: 0, hasRoom: true)
      hub.fedItems([entry], hasRoom: true)
      let frames = hub.takeRequests().compactMap { request -> String? in
        guard case .send(let bytes) = request else { return nil }
        return String(decoding: bytes, as: UTF8.self)
      }
      let items = frames.filter { $0.contains("Task number 1") }
      #expect(items.count == 2, "\(name): \(frames)")
      for item in items {
        #expect(
          item.contains("Fire Bo") == isWhole && item.contains("Pay Bo") == isWhole, "\(item)")
      }
    }
  }

  @Test(
    arguments: [
      ("the name", "Bo", nil, true), ("in other letters", "bO", nil, true),
      ("a longer name", "Bo Smith", nil, false), ("two people", "Bo and Carl", nil, false),
      ("the id", "Robert", "bo", true), ("nobody", nil, nil, false),
    ] as [(String, String?, String?, Bool)])
  func `the channel of a person takes whole names and ids only`(
    name: String, assignee: String?, id: String?, isShown: Bool
  ) throws {
    let token = try token("Bo", TokenScope(mayWrite: false, channels: ["person:Bo"]))
    let access = try tokens().access(token, at: .epoch)
    var item = Entries.item("Call")
    (item.assignee, item.assigneeId) = (assignee, id)
    #expect(access.shows(item) == isShown, "\(name)")
  }

  @Test(
    arguments: [
      ("a random id", "0b7c0c5e-1f7a-4d1e-9c55-0a9e1b7d2f00", true),
      ("an id that follows from a message", "0b7c0c5e-1f7a-5d1e-9c55-0a9e1b7d2f00", false),
      ("a word", "x", false), ("36 other bytes", "0b7c0c5e-1f7a-4d1e-9c55-0a9e1b7d2f0x", false),
    ])
  func `a limited token adds items with random ids only`(
    name: String, id: String, isAllowed: Bool
  ) throws {
    let token = try token("Bo", TokenScope(mayWrite: true, channels: ["conversation:c"]))
    let access = try tokens().access(token, at: .epoch)
    #expect(access.allows(nil, Entries.item("Call", id)) == isAllowed, "\(name)")
    #expect(access.allows(Entries.item("Call", id), Entries.item("Pay", id)), "\(name)")
    #expect(HubAccess.full.allows(nil, Entries.item("Call", id)), "\(name)")
  }

  @Test func `incoming changes carry the name of the session's person, if it has one`()
    throws
  {
    for (hub, wanted) in [
      (try conversation(try token()), "Anna d"), (HubTalk.known(), nil),
    ] {
      var hub = hub
      _ = hub.takeRequests()
      HubTalk.send("item.created", ["id": "1", "title": "t"], to: &hub)
      let people = hub.takeRequests().compactMap { request -> String?? in
        guard case .take(let incoming) = request else { return nil }
        return .some(incoming.version.person.map { "\($0.name) \($0.device)" })
      }
      #expect(people == [wanted])
    }
  }

  @Test func `a session ends with its token and gives the reason`() throws {
    let tokens = try token()
    var hub = try conversation(tokens)
    _ = hub.takeRequests()
    hub.end(because: .expired(.epoch))
    #expect(HubTalk.requests(&hub) == ["log", "auth.error", "close 1008"])
    hub.end(because: .revoked)
    HubTalk.send("item.created", ["id": "1", "title": "t"], to: &hub)
    #expect(HubTalk.requests(&hub) == [])
  }

  @Test
  func `a token limited to channels changes nothing outside and moves nothing out`()
    async throws
  {
    let store = try StoreOnDisk.make(directory.path + "/hub")
    let token = try TokenSamples.issue(
      TokenScope(mayWrite: true, channels: ["person:Anna"]), "Anna", in: store)
    var ids: [String] = []
    for (number, person) in ["Anna", "Boss"].enumerated() {
      try await store.commit("For \(person)", "\(number)")
      let id = try #require(try await store.fetch().first { $0.task == "For \(person)" }?.id)
      _ = try await store.edit(.init(assignee: .some(person)), idsBeginning: [id])
      ids.append(id)
    }
    var settings = HubSettings(token: nil)
    settings.tokens = try HubTokens(of: store.id, in: store.folder)
    let running = try await RunningHub(settings, in: directory)
    var link = ConnectionSettings()
    link.bearer = token
    let anna = try await SyncWebSocket.open(
      try ServerAddress("ws://\(running.hub.address)"), settings: link)
    let frames = [
      #"{"type":"auth","payload":{"device_id":"d"}}"#,
      #"{"type":"item.deleted","messageID":"1","payload":{"id":"\#(ids[1])"}}"#,
      #"{"type":"item.updated","messageID":"2","payload":{"id":"\#(ids[1])","title":"Mine","createdAt":"2026-01-31T00:00:00Z","updatedAt":"2027-01-31T00:00:00Z"}}"#,
      #"{"type":"item.updated","messageID":"3","payload":{"id":"\#(ids[0])","title":"Done","createdAt":"2026-01-31T00:00:00Z","updatedAt":"2027-01-31T00:00:00Z"}}"#,
    ]
    for frame in frames { anna.send(text: Array(frame.utf8)) }
    try await anna.flush()
    var answers: [String: String] = [:]
    while answers.count < 3 {
      let events = try await anna.receive()
      for case .text(let bytes) in events {
        let frame = try SyncFrame(parsing: bytes)
        guard ["error", "acknowledgment"].contains(frame.type) else { continue }
        let id = frame.payloadValue["messageID"]?.string ?? frame.messageID ?? ""
        answers[id] = frame.payloadValue["code"]?.string ?? "taken"
      }
    }
    #expect(answers == ["1": "not_in_channels", "2": "not_in_channels", "3": "taken"])
    #expect(try await StoreOnDisk.tasks(running.store).sorted() == ["Done", "For Boss"])
    try await running.stop()
  }

  @Test func `a read-only token never takes a device from its owner`()
    async throws
  {
    let store = try StoreOnDisk.make(directory.path + "/hub")
    let keys = try [("Rita", false), ("Anna", true)].map { name, mayWrite in
      try TokenSamples.issue(TokenScope(mayWrite: mayWrite), name, id: name, in: store)
    }
    var settings = HubSettings(token: "right")
    settings.tokens = try HubTokens(of: store.id, in: store.folder)
    let running = try await RunningHub(settings, in: directory)
    func come(_ key: String) async throws -> (SyncWebSocket, isIn: Bool) {
      let link = try await SyncWebSocket.open(
        try ServerAddress("ws://\(running.hub.address)"), settings: ConnectionSettings())
      let auth = #"{"type":"auth","payload":{"auth_key":"\#(key)","device_id":"laptop"}}"#
      for frame in [auth, #"{"type":"ping"}"#] { link.send(text: Array(frame.utf8)) }
      try await link.flush()
      while true {
        for event in try await link.receive() {
          if case .text(let bytes) = event, try SyncFrame(parsing: bytes).type == "pong" {
            return (link, true)
          }
          if case .closed = event { return (link, false) }
        }
      }
    }
    let (shared, _) = try await come("right")
    #expect(try await !come(keys[0]).isIn)
    shared.send(text: Array(#"{"type":"ping"}"#.utf8))
    try await shared.flush()
    #expect(try await !shared.receive().isEmpty)
    shared.drop()
    // The device is free now. A read-only client may use its name, but yields to one that may write.
    var reader: SyncWebSocket?
    while reader == nil {
      let (link, isIn) = try await come(keys[0])
      if isIn { reader = link }
    }
    let (again, isBack) = try await come("right")
    #expect(isBack)
    again.drop()
    var anna: SyncWebSocket?
    while anna == nil {
      let (link, isIn) = try await come(keys[1])
      if isIn { anna = link }
    }
    // The device now belongs to Anna, even while she is away.
    anna?.drop()
    #expect(try await !come(keys[0]).isIn)
    try await running.stop()
  }

  @Test func `a live session ends when its token is revoked`() async throws {
    let store = try StoreOnDisk.make(directory.path + "/hub")
    let token = try TokenSamples.issue(TokenScope(mayWrite: true), in: store)
    let files = try store.folder.folder(HubTokens.folderName)
    var settings = HubSettings(token: nil)
    settings.tokens = try HubTokens(of: store.id, in: store.folder)
    let running = try await RunningHub(settings, in: directory)
    let a = try running.client("a")
    #expect(try await running.sync(a, token: nil).ending != .delivered)
    #expect(try await running.sync(a, token: token, bearer: token).ending == .delivered)
    async let following = running.sync(a, mode: .follow, token: token, bearer: token)
    // The revocation comes before or after the connection: the session ends either way.
    _ = try HubTokens.change(in: files, at: .epoch) { $0.revoke("t1", at: .epoch) }
    let failure = try await following.failure()
    #expect(failure.kind == .credentials)
    try await running.stop()
  }
}
