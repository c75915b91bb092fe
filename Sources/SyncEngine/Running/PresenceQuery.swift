import JSONText
import WebSocket

/// Asks a hub who is there.
public enum PresenceQuery {
  /// One of those who are there.
  public struct Person: Hashable, Sendable {
    /// What they are called.
    public var name: String
    /// Their device, by its id.
    public var device: String
    /// What they do: `idle`, `viewing` or `editing`.
    public var state: String
    /// The item that they do it with; nil where there is none.
    public var item: String?

    /// Puts the parts together.
    public init(name: String, device: String, state: String, item: String?) {
      self.name = name
      self.device = device
      self.state = state
      self.item = item
    }
  }

  /// People of one answer that are looked at.
  private static let limit = 10_000

  /// Connects, asks and closes; throws `SessionFailure` where there is no answer.
  ///
  /// It comes in under a device of its own: the store's may have a session that goes on.
  public static func people(
    at address: EngineAddress, link settings: LinkSettings, token: String?
  ) async throws(SessionFailure) -> [Person] {
    let link: WebSocketLink
    do throws(LinkError) {
      link = try await WebSocketLink.open(address, settings: settings)
    } catch {
      throw error.failure(address)
    }
    defer { link.drop() }
    let random = SessionRandom()
    let hello = SyncFrame.write("auth", messageID: random.uuid()) { writer in
      writer.value([
        "auth_key": token.map(JSONValue.string) ?? .null,
        "device_id": .string("who-\(random.uuid())"),
      ])
    }
    let question = SyncFrame.write("presence.who", messageID: random.uuid()) { writer in
      writer.value([:])
    }
    link.send(text: hello)
    link.send(text: question)
    while true {
      let events: [WebSocketEvent]
      do throws(LinkError) {
        try await link.flush()
        events = try await link.receive()
      } catch {
        throw error.failure(address)
      }
      if events.isEmpty { break }
      for case .text(let bytes) in events {
        if let people = try answer(bytes) { return people }
      }
    }
    throw SessionFailure(.transient, "the engine ended the connection")
  }

  /// The people of a frame that lists them; nil for another frame.
  private static func answer(_ bytes: [UInt8]) throws(SessionFailure) -> [Person]? {
    guard let frame = try? SyncFrame(parsing: bytes) else { return nil }
    let payload = frame.payloadValue
    switch frame.type {
    case "presence.list":
      return (payload["people"]?.array ?? []).prefix(limit).compactMap { person in
        guard let name = person["name"]?.string, let state = person["state"]?.string else {
          return nil
        }
        return Person(
          name: name, device: person["device_id"]?.string ?? "", state: state,
          item: person["item"]?.string)
      }
    case "auth.error", "error":
      throw SessionFailure(
        .credentials, "the engine refuses: \(payload["message"]?.string ?? "no reason given")")
    default: return nil
    }
  }
}
