import Encoding
import Testing

@testable import Sync

@Suite struct TunnelTests {
  /// A session that sent `connect` at 0 s.
  static func connecting(_ adjust: (inout SessionSettings) -> Void = { _ in }) -> SyncSession {
    var session = SessionHarness.session { settings in
      settings.tunnelID = "t"
      adjust(&settings)
    }
    session.start(.zero)
    session.opened(.zero)
    return session
  }

  /// Passes frames to the session, which must consume them all.
  static func take(_ types: [String], _ session: inout SyncSession, at now: Duration = .zero) {
    for type in types {
      let isTaken = session.take(SessionHarness.frame(type), now)
      #expect(isTaken, "\(type)")
    }
  }

  /// Lets the tunnel answer until no more frames are sent.
  static func talk(_ play: inout RemoteSyncHarness, _ tunnel: inout StrictTunnel) throws {
    while !play.sent.isEmpty {
      let frames = play.sent
      play.sent = []
      for frame in frames {
        for answer in tunnel.take(frame) { try play.receive(answer.bytes) }
      }
    }
  }

  @Test func `nothing is sent before tunnel and server answer, even after a reconnect`()
    throws
  {
    var play = RemoteSyncHarness(2) { $0.session.tunnelID = "t" }
    var tunnel = StrictTunnel()
    try play.start()
    #expect(play.sent.map(\.type) == ["connect"])
    play.sent = play.sent.filter { !tunnel.take($0).isEmpty }
    try play.receive("connected", ["tunnel_id": "t"])
    #expect(play.sent.map(\.type) == ["connect", "auth"])
    play.sent = []
    tunnel.cut()
    try play.lose()
    try Self.talk(&play, &tunnel)
    #expect(tunnel.heard == ["connect", "connect", "auth", "item.created", "item.created"])
    #expect(play.other == ["connect", "connect", "close"] && play.saved.last?.delivered == 2)
    #expect(play.sync.state.serverID == "e", "the second answer tells of the engine")
  }

  @Test func `connect names the tunnel, and auth has both offsets`() throws {
    var session = Self.connecting()
    var tunnel = StrictTunnel()
    func greet() throws {
      for case .sendPlainly(let bytes) in session.takeRequests() {
        for answer in tunnel.take(try SyncFrame(parsing: bytes)) { _ = session.take(answer, .zero) }
      }
    }
    for _ in 0..<2 { try greet() }
    #expect(session.isReady && session.serverStore == "e")
    session.lost(SessionFailure(.transient, "cut"), .zero)
    session.tick(.seconds(60))
    session.opened(.seconds(60))
    tunnel.cut()
    for _ in 0..<2 { try greet() }
    #expect(session.isReady && session.metrics.reconnects == 1)
    func connect(again: JSONValue) -> JSONValue {
      ["tunnel_id": "t", "auth_key": "secret", "device_id": "d", "reconnect": again]
    }
    let auth: JSONValue = [
      "auth_key": "secret", "device_id": "d", "capabilities": ["fields"], "store_id": "s",
      "sequence": 3,
      "engine_store_id": "e", "engine_sequence": 9,
    ]
    #expect(tunnel.greetings == [connect(again: false), auth, connect(again: true), auth])
  }

  @Test(
    arguments: [
      ("no tunnel", [], 7, "the tunnel was not connected within 7 s"),
      (
        "a greeting alone", ["connection.established"], 7,
        "the tunnel was not connected within 7 s"
      ),
      ("no word of the engine", ["connected"], 9, "no answer to authentication within 9 s"),
      (
        "a greeting behind the tunnel", ["connected", "connection.established"], 9,
        "no answer to authentication within 9 s"
      ),
      (
        "a tunnel that says so twice", ["connected", "connected"], 9,
        "no answer to authentication within 9 s"
      ),
      (
        "an engine that speaks first", ["auth.success"], 7,
        "the tunnel was not connected within 7 s"
      ),
    ] as [(String, [String], Int, String)])
  func `each answer has a timeout, which names the missing one`(
    name: String, frames: [String], seconds: Int, problem: String
  ) {
    var session = Self.connecting {
      $0.tunnelTimeout = .seconds(7)
      $0.authenticationTimeout = .seconds(9)
    }
    Self.take(frames, &session)
    #expect(session.nextDeadline == .seconds(seconds), "\(name)")
    session.tick(.seconds(seconds) - .milliseconds(1))
    #expect(session.metrics.failures == 0 && !session.isReady, "\(name)")
    session.tick(.seconds(seconds))
    #expect(SessionHarness.actions(&session).last == "drop", "\(name)")
    #expect(session.metrics.lastError == problem, "\(name)")
    guard case .reconnecting = session.state else {
      Issue.record("\(name): \(session.state)")
      return
    }
  }

  @Test func `the server's timeout starts when the tunnel is connected`() {
    var session = Self.connecting()
    Self.take(["connected"], &session, at: .seconds(8))
    #expect(session.nextDeadline == .seconds(18))
  }

  @Test(
    arguments: [
      ("in order", ["connected", "auth.success"], ["open", "connect", "auth", "ready"]),
      (
        "the engine first", ["auth.success", "connected", "auth.success"],
        ["open", "connect", "auth", "ready"]
      ),
      (
        "everything twice",
        ["connected", "connected", "auth.success", "auth.success", "connected"],
        ["open", "connect", "auth", "ready"]
      ),
      ("the tunnel alone, twice", ["connected", "connected"], ["open", "connect", "auth"]),
    ] as [(String, [String], [String])])
  func `answers out of order or repeated have no effect`(
    name: String, frames: [String], wanted: [String]
  ) {
    var session = Self.connecting()
    Self.take(frames, &session)
    #expect(SessionHarness.actions(&session) == wanted, "\(name)")
    #expect(session.isReady == (wanted.last == "ready"), "\(name)")
  }

  @Test(
    arguments: [
      ("no tunnel for this key", true, [], "auth.error", "x", .credentials),
      ("no engine for this key", true, ["connected"], "auth.error", "x", .credentials),
      ("an error of credentials", true, ["connected"], "error", "Unauthorized", .credentials),
      ("that without a tunnel", false, [], "error", "forbidden", .credentials),
      ("no such tunnel", true, [], "error", "no_tunnel", .transient),
      ("no such engine", true, ["connected"], "error", "gone", .transient),
    ] as [(String, Bool, [String], String, String, SessionFailure.Kind)])
  func `an error instead of an answer ends the wait`(
    name: String, isTunnel: Bool, frames: [String], type: String, code: String,
    kind: SessionFailure.Kind
  ) {
    var session = Self.connecting { if !isTunnel { $0.tunnelID = nil } }
    Self.take(frames, &session)
    let payload: JSONValue = ["code": .string(code), "message": "no, secret"]
    _ = session.take(SessionHarness.frame(type, payload), .zero)
    let actions = SessionHarness.actions(&session)
    #expect(actions.contains("drop"), "\(name)")
    #expect(actions.contains("fail: credentials") == (kind == .credentials), "\(name)")
    let problem = session.metrics.lastError ?? ""
    #expect(problem.contains("no, …") && !problem.contains("secret"), "\(name): \(problem)")
  }

  @Test func `a server without a tunnel may not know auth`() {
    var session = SessionHarness.session()
    session.start(.zero)
    session.opened(.zero)
    let isTaken = session.take(SessionHarness.frame("error", ["code": "unknown_type"]), .zero)
    #expect(!isTaken)
    Self.take(["connection.established"], &session)
    session.tick(.seconds(1))
    #expect(session.isReady)
  }

  @Test func `each answer's data about the server counts`() {
    var session = Self.connecting { $0.channels = ["a", "b"] }
    let tunnel: JSONValue = ["capabilities": ["batch"], "restored": true, "sequence": 4]
    _ = session.take(SessionHarness.frame("connected", tunnel), .zero)
    let engine: JSONValue = ["capabilities": ["sync.position"], "store_id": "e"]
    _ = session.take(SessionHarness.frame("auth.success", engine), .zero)
    #expect(session.capabilities == ["batch", "sync.position"])
    #expect(session.serverStore == "e")
    #expect(SessionHarness.actions(&session) == ["open", "connect", "auth", "ready"])
  }
}
