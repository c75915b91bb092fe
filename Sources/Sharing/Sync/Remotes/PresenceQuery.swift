import Encoding
import Networking

/// Asks a hub once who is connected, in a connection of its own, and returns the people.
package enum PresenceQuery {
  /// A person in one session of the hub.
  package struct Person: Hashable, Sendable {
    package var name: String
    package var device: String
    /// The person's state: `idle`, `viewing` or `editing`.
    package var state: String
    package var item: String?
  }

  private static let limit = 10_000

  /// Connects, asks and closes. Throws `SessionFailure` if there is no answer.
  ///
  /// The query uses a device id of its own, so that it does not end a session of the store's device.
  package static func people(
    at address: ServerAddress, link settings: ConnectionSettings, token: String?
  ) async throws(SessionFailure) -> [Person] {
    let link = try await SyncWebSocket.open(address, settings: settings)
    defer { link.drop() }
    let random = SessionRandom()
    let hello: JSONValue = [
      "auth_key": .text(token), "device_id": .string("who-\(random.uuid())"),
    ]
    link.send(text: SyncFrame.write("auth", messageID: random.uuid(), hello))
    link.send(text: SyncFrame.write("presence.who", messageID: random.uuid(), [:]))
    while true {
      try await link.flush()
      let events = try await link.receive()
      if events.isEmpty { break }
      for case .text(let bytes) in events {
        if let people = try answer(bytes) { return people }
      }
    }
    throw SessionFailure(.transient, "the server closed the connection")
  }

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
        .credentials, "the server refused: \(payload["message"]?.string ?? "no reason given")")
    default: return nil
    }
  }
}
