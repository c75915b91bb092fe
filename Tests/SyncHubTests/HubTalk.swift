import CivilTime
import Encoding
import Store

@testable import Sync
@testable import SyncHub

/// The messages between the hub and one client, which a test plays.
enum HubTalk {
  static let store = "11111111-1111-4111-8111-111111111111"

  static func conversation(
    token: String? = "right", hasBearer: Bool = false, known: AcknowledgedOffset? = nil,
    _ adjust: (inout HubSettings) -> Void = { _ in }
  ) -> SyncServerSession {
    var settings = HubSettings(token: token)
    adjust(&settings)
    return SyncServerSession(
      number: 0, settings: settings, store: store, lastSequence: 20,
      access: hasBearer ? .full : nil, known: { _ in known })
  }

  /// A session with a client that is known as `d`.
  static func known(_ adjust: (inout HubSettings) -> Void = { _ in }) -> SyncServerSession {
    var hub = conversation(token: nil, adjust)
    send("auth", ["device_id": "d"], to: &hub)
    _ = hub.takeRequests()
    return hub
  }

  static func send(
    _ type: String, _ payload: JSONValue = [:], id: String? = "m", to hub: inout SyncServerSession
  ) {
    let frame = SyncFrame(type: type, messageID: id, payload: Array(payload.compact.utf8))
    hub.received(frame.bytes, at: .epoch)
  }

  /// The pending requests: the type of a frame to send, or one word for the request.
  static func requests(_ hub: inout SyncServerSession) -> [String] {
    hub.takeRequests().map { request in
      switch request {
      case .send(let bytes): (try? SyncFrame(parsing: bytes))?.type ?? "?"
      case .take(let incoming): "take \(incoming.version.id)"
      case .welcome(let device, _): "welcome \(device)"
      case .read(.follow(_, let after, _, _)): "follow \(after)"
      case .feed: "feed"
      case .read(.items(_, let ids)): "items \(ids.joined(separator: " "))"
      case .read: "read"
      case .presence: "presence"
      case .who: "who"
      case .log: "log"
      case .warn: "warn"
      case .close(let code, _): "close \(code)"
      }
    }
  }
}
