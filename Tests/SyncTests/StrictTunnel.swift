import Encoding

@testable import Sync

/// A tunnel and its server, which disconnect a client that sends a frame too early.
struct StrictTunnel {
  /// The types of received frames, in order; frames that came too early have an exclamation mark.
  var heard: [String] = []
  /// The payloads of `connect` and `auth`.
  var greetings: [JSONValue] = []
  private var isConnected = false
  private var isKnown = false

  /// Starts another connection.
  mutating func cut() { (isConnected, isKnown) = (false, false) }

  /// Receives a frame; returns the answers.
  mutating func take(_ frame: SyncFrame) -> [SyncFrame] {
    switch frame.type {
    case "connect" where !isConnected && !isKnown:
      isConnected = true
      return greeted(frame, ["tunnel_id": "t"], as: "connected")
    case "auth" where isConnected && !isKnown:
      isKnown = true
      return greeted(frame, ["store_id": "e"], as: "auth.success")
    case _ where frame.type.hasPrefix("item.") && isKnown:
      heard.append(frame.type)
      let payload: JSONValue = ["messageID": .string(frame.messageID ?? "")]
      return [SessionHarness.frame("acknowledgment", payload)]
    default:
      heard.append(frame.type + "!")
      return [SessionHarness.frame("error", ["code": "protocol", "message": "not now"])]
    }
  }

  private mutating func greeted(
    _ frame: SyncFrame, _ answer: JSONValue, as type: String
  ) -> [SyncFrame] {
    heard.append(frame.type)
    greetings.append(frame.payloadValue)
    return [SessionHarness.frame(type, answer)]
  }
}
