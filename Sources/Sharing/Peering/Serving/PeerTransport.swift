import Networking
import Sync

/// A transport that returns an existing connection.
struct PeerTransport: SyncTransport {
  let link: PeerLink

  var address: String { Pair.address(of: link.greeting.peer) }
  var shownAddress: String { "the peer" }

  func open() async throws(SessionFailure) -> any SyncConnection { SessionConnection(link: link) }
}

/// A connection whose errors count as transient, so that the session is retried.
private struct SessionConnection: SyncConnection {
  let link: PeerLink

  func receive() async throws(SessionFailure) -> [WebSocketEvent] {
    do throws(PeerLinkError) {
      return try await link.receive()
    } catch {
      throw SessionFailure(.transient, "\(error)")
    }
  }

  func flush() async throws(SessionFailure) {
    do throws(PeerLinkError) {
      try await link.flush()
    } catch {
      throw SessionFailure(.transient, "\(error)")
    }
  }

  func send(text: [UInt8], compressed: Bool) { link.send(text: text, compressed: compressed) }
  func close() { link.close() }
  var pendingOutput: Int { link.pendingOutput }
  func drop() { link.drop() }
}
