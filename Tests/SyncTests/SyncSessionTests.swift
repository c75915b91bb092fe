import Encoding
import Store
import Testing

@testable import Sync

@Suite struct SyncSessionTests {
  /// A session established at 0 s.
  static func standing(
    random: UInt64 = .max, _ adjust: (inout SessionSettings) -> Void = { _ in }
  ) -> SyncSession {
    var session = SessionHarness.session(random: random, adjust)
    session.start(.zero)
    session.opened(.zero)
    _ = session.take(SessionHarness.frame("auth.success"), .zero)
    _ = SessionHarness.actions(&session)
    return session
  }

  @Test func `a session identifies itself and is established when the server confirms`() throws {
    var session = SessionHarness.session { $0.channels = ["a", "b"] }
    session.start(.zero)
    #expect(SessionHarness.actions(&session) == ["open"])
    session.opened(.seconds(1))
    guard case .sendPlainly(let bytes) = session.takeRequests().first else {
      Issue.record("nothing is sent")
      return
    }
    let auth = try SyncFrame(parsing: bytes)
    #expect(auth.type == "auth")
    #expect(auth.payloadValue["auth_key"] == "secret" && auth.payloadValue["device_id"] == "d")
    #expect(auth.payloadValue["engine_sequence"] == 9 && auth.payloadValue["sequence"] == 3)
    #expect(!session.isReady)
    let welcome = SessionHarness.frame(
      "auth.success", ["capabilities": ["batch"], "store_id": "e"])
    let isTaken = session.take(welcome, .seconds(2))
    #expect(isTaken)
    #expect(SessionHarness.actions(&session) == ["subscribe", "ready"])
    #expect(session.isReady && session.capabilities == ["batch"] && session.serverStore == "e")
  }

  @Test(
    arguments: [
      ("nothing restored", ["restored_subscriptions": []], ["subscribe", "ready"]),
      ("not said", [:], ["subscribe", "ready"]),
      ("all restored", ["restored_subscriptions": ["a", "b"]], ["ready"]),
      ("all restored, in one word", ["restored": true], ["ready"]),
      ("one restored", ["restored_subscriptions": ["a"]], ["subscribe", "ready"]),
    ] as [(String, JSONValue, [String])])
  func `channels are subscribed again unless the server kept them`(
    name: String, payload: JSONValue, actions: [String]
  ) {
    var session = Self.standing { $0.channels = ["a", "b"] }
    session.lost(SessionFailure(.transient, "x"), .seconds(1))
    session.tick(.seconds(60))
    session.opened(.seconds(60))
    _ = session.takeRequests()
    _ = session.take(SessionHarness.frame("auth.success", payload), .seconds(60))
    #expect(SessionHarness.actions(&session) == actions, "\(name)")
    #expect(session.metrics.reconnects == 1)
  }

  @Test func `refused credentials and wrong addresses are not retried`() {
    var refused = SessionHarness.session()
    refused.start(.zero)
    refused.opened(.zero)
    _ = refused.takeRequests()
    _ = refused.take(SessionHarness.frame("auth.error", ["message": "no"]), .zero)
    #expect(SessionHarness.actions(&refused) == ["drop", "fail: credentials"])
    #expect(refused.nextDeadline == nil)
    var wrong = SessionHarness.session()
    wrong.start(.zero)
    _ = wrong.takeRequests()
    wrong.lost(SessionFailure(.address, "404"), .seconds(1))
    #expect(SessionHarness.actions(&wrong) == ["fail: address"])
    wrong.tick(.seconds(1000))
    #expect(wrong.takeRequests().isEmpty)
  }

  @Test func `delays double from one second to thirty, with full jitter`() {
    for (random, part) in [(UInt64.max, 1.0), (UInt64.max / 2, 0.5), (0, 0)] {
      var session = SessionHarness.session(random: random)
      var now: Duration = .zero
      session.start(now)
      for limit in [1.0, 2, 4, 8, 16, 30, 30] {
        session.lost(SessionFailure(.transient, "x"), now)
        guard case .reconnecting(let at) = session.state else {
          Issue.record("\(session.state)")
          return
        }
        #expect(abs((at - now) / .seconds(1) - limit * part) < 0.001)
        now = at
        session.tick(now)
      }
    }
  }

  @Test func `a session that lasted or made progress resets the retry delay`() {
    for achieves in [false, true] {
      var session = Self.standing()
      session.lost(SessionFailure(.transient, "x"), .seconds(1))
      session.tick(.seconds(2))
      session.opened(.seconds(2))
      _ = session.take(SessionHarness.frame("auth.success"), .seconds(2))
      if achieves { session.noteProgress() }
      session.lost(SessionFailure(.transient, "x"), .seconds(achieves ? 3 : 40))
      guard case .reconnecting(let at) = session.state else {
        Issue.record("\(session.state)")
        return
      }
      #expect(at < .seconds(achieves ? 4.1 : 41.1))
    }
  }

  @Test func `a server's retry delay is respected, up to half a minute`() {
    for (asked, waited) in [(7, 7), (500, 30)] {
      var session = SessionHarness.session(random: 0)
      session.start(.zero)
      session.lost(SessionFailure(.transient, "503", retryAfter: .seconds(asked)), .zero)
      #expect(session.state == .reconnecting(at: .seconds(waited)))
    }
  }

  @Test func `consecutive attempts are counted if they are limited`() {
    var session = SessionHarness.session(random: 0) { $0.maximumAttempts = 3 }
    session.start(.zero)
    for _ in 0..<2 {
      session.lost(SessionFailure(.transient, "x"), .zero)
      session.tick(.zero)
      #expect(SessionHarness.actions(&session).last == "open")
    }
    session.lost(SessionFailure(.transient, "x"), .zero)
    #expect(SessionHarness.actions(&session) == ["fail: exhausted"])
  }

  @Test func `a ping is sent every 20 s, and 30 s without a pong end the session`() {
    var session = Self.standing()
    #expect(session.nextDeadline == .seconds(20))
    session.tick(.seconds(19))
    #expect(SessionHarness.actions(&session) == [])
    session.tick(.seconds(20))
    #expect(SessionHarness.actions(&session) == ["ping"])
    _ = session.take(SessionHarness.frame("pong"), .seconds(20.25))
    #expect(session.metrics.latency == .milliseconds(250))
    #expect(session.nextDeadline == .seconds(40))
    session.tick(.seconds(40))
    #expect(SessionHarness.actions(&session) == ["ping"])
    #expect(session.nextDeadline == .seconds(50.25))
    session.tick(.seconds(50.25))
    #expect(SessionHarness.actions(&session) == ["drop"])
    #expect(session.metrics.lastError == "no pong for 30 s")
    #expect(session.metrics.uptime == .seconds(50.25))
  }

  @Test func `pings are answered with their own time, from the top or the payload`() throws {
    for (frame, time) in [
      (SessionHarness.frame("ping", timestamp: 5), 5),
      (SessionHarness.frame("ping", ["timestamp": 6]), 6),
      (SessionHarness.frame("ping"), 3000),
    ] {
      var session = Self.standing()
      let isTaken = session.take(frame, .seconds(2))
      #expect(isTaken)
      guard case .sendPlainly(let bytes) = session.takeRequests().first else {
        Issue.record("no pong")
        return
      }
      let pong = try SyncFrame(parsing: bytes)
      #expect(pong.type == "pong" && pong.timestamp == time)
    }
  }

  @Test func `connecting and authentication have a timeout`() {
    var session = SessionHarness.session()
    session.start(.zero)
    _ = session.takeRequests()
    session.tick(.seconds(20))
    #expect(SessionHarness.actions(&session) == ["drop"])
    session.tick(.seconds(21))
    session.opened(.seconds(22))
    #expect(session.nextDeadline == .seconds(32))
    _ = session.takeRequests()
    session.tick(.seconds(32))
    #expect(SessionHarness.actions(&session) == ["drop"])
    #expect(session.metrics.lastError == "no answer to authentication within 10 s")
  }

  @Test func `a server that only greets is accepted after a delay`() {
    var session = SessionHarness.session()
    session.start(.zero)
    session.opened(.zero)
    _ = session.take(SessionHarness.frame("connection.established"), .seconds(1))
    #expect(!session.isReady)
    session.tick(.seconds(2))
    #expect(session.isReady)
  }

  @Test func `the workstation of a server connects and disconnects`() {
    var session = Self.standing()
    #expect(session.isPeerOnline)
    _ = session.take(SessionHarness.frame("connection.workstation_offline"), .zero)
    #expect(!session.isPeerOnline)
    _ = session.take(SessionHarness.frame("connection.workstation_online"), .zero)
    #expect(session.isPeerOnline)
    let isTaken = session.take(SessionHarness.frame("item.created"), .zero)
    #expect(!isTaken)
    #expect(session.metrics.received == 4)
  }

  @Test func `a session without authentication sends and awaits nothing for it`() {
    var session = SessionHarness.session { $0.authenticates = false }
    session.start(.zero)
    session.opened(.zero)
    #expect(SessionHarness.actions(&session) == ["open", "ready"])
    #expect(session.nextDeadline == nil)
  }

  @Test func `settings do not print their token`() {
    var dumped = ""
    let settings = SessionSettings(deviceID: "d", token: "secret")
    dump(settings, to: &dumped)
    #expect(!"\(settings) \(dumped)".contains("secret"))
  }

  @Test func `random ids are UUIDs of version 4`() {
    let id = Array(SessionRandom().uuid())
    #expect(id.count == 36 && id[14] == "4" && "89ab".contains(id[19]))
    #expect(SessionRandom { .max }.uuid() == "ffffffff-ffff-4fff-bfff-ffffffffffff")
  }
}
