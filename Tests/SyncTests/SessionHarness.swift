import Encoding
import Store

@testable import Sync

/// A session with a scripted server.
enum SessionHarness {
  static let hello = SyncSession.Hello(
    store: "s", sequence: 3, remoteCursor: .init(store: "e", sequence: 9, checksum: nil))

  /// A session whose random numbers are all the same.
  static func session(
    random: UInt64 = .max, _ adjust: (inout SessionSettings) -> Void = { _ in }
  ) -> SyncSession {
    var settings = SessionSettings(deviceID: "d", token: "secret")
    settings.startMilliseconds = 1000
    adjust(&settings)
    return SyncSession(settings: settings, hello: hello, random: SessionRandom { random })
  }

  static func frame(_ type: String, _ payload: JSONValue = [:], timestamp: Int? = nil) -> SyncFrame
  {
    SyncFrame(
      type: type, messageID: nil, timestamp: timestamp, payload: Array(payload.compact.utf8))
  }

  /// The pending requests, with the types of frames to send, and whether the session began or failed.
  static func actions(_ session: inout SyncSession) -> [String] {
    var actions = session.takeRequests().map { request in
      switch request {
      case .connect: "open"
      case .sendPlainly(let bytes): (try? SyncFrame(parsing: bytes))?.type ?? "?"
      case .drop: "drop"
      default: "\(request)"
      }
    }
    if session.takeBeginning() { actions.append("ready") }
    if case .failed(let failure) = session.state { actions.append("fail: \(failure.kind)") }
    return actions
  }
}
