import Encoding
import Sync

/// Handles the frames `subscribe` and `unsubscribe`: a client's subscriptions to channels.
extension SyncServerSession {
  mutating func takeChannels(_ frame: SyncFrame) {
    let payload = frame.payloadValue
    guard let names = payload["channels"]?.array else {
      return refuse("invalid", "it names no channels", frame.messageID)
    }
    takeChannels(names, isLeaving: frame.type == "unsubscribe", frame.messageID)
  }

  /// Subscribes to the channels in a client's greeting, before anything is sent to it.
  mutating func takeChannels(ofHello payload: JSONValue, _ id: String?) {
    takeChannels(payload["channels"]?.array ?? [], isLeaving: false, id)
  }

  private mutating func takeChannels(_ names: [JSONValue], isLeaving: Bool, _ id: String?) {
    // Sends at most one error, so that a short frame cannot cause many.
    var problem: String?
    for name in names {
      guard let name = name.string else {
        problem = problem ?? "the name of a channel must be a string"
        continue
      }
      if isLeaving {
        channels.unsubscribe(name)
        continue
      }
      do throws(Channels.Problem) {
        try channels.subscribe(name)
      } catch {
        problem = problem ?? "\(error)"
        if error == .tooMany { break }
      }
    }
    if let problem { refuse("invalid", problem, id) }
  }
}
