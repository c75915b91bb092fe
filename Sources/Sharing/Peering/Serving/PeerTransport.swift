import Networking
import Sync

/// Lets a `SyncRunner` use an open `PeerLink`, for one session. If the link fails, `PeerService` connects again.
struct PeerTransport: SyncTransport {
  let link: PeerLink

  var address: String { Pair.address(of: link.greeting.peer) }
  var shownAddress: String { "the peer" }

  func open() async throws(SessionFailure) -> any SyncConnection { SessionConnection(link: link) }
}

/// A `PeerLink` as a `SyncConnection`. All its errors count as transient; they end the session.
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
