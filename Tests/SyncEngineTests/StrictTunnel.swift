import Encoding

@testable import Sync

/// A tunnel and the engine behind it, which break off with whoever says anything before it is time.
struct StrictTunnel {
  /// The types of what came, in order; those that came too early have an exclamation mark.
  var heard: [String] = []
  /// What was said with `connect` and `auth`.
  var greetings: [JSONValue] = []
  private var isConnected = false
  private var isKnown = false

  /// Another connection begins.
  mutating func cut() { (isConnected, isKnown) = (false, false) }

  /// Takes a frame; returns the answers.
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
      return [SessionPlay.frame("acknowledgment", payload)]
    default:
      heard.append(frame.type + "!")
      return [SessionPlay.frame("error", ["code": "protocol", "message": "not now"])]
    }
  }

  private mutating func greeted(
    _ frame: SyncFrame, _ answer: JSONValue, as type: String
  ) -> [SyncFrame] {
    heard.append(frame.type)
    greetings.append(frame.payloadValue)
    return [SessionPlay.frame(type, answer)]
  }
}
