package import Networking

/// An encrypted connection between two devices that have proved to have the same key: sends and receives texts. It
/// delivers the events of a WebSocket, which a sync session expects. `LinkCore` does the work.
///
/// Receiving and sending do not wait for each other. Releasing the last reference drops the connection.
package final class PeerLink: Sendable {
  /// The two devices and the purpose.
  package let greeting: Greeting
  private let core: LinkCore

  init(_ greeting: Greeting, _ core: LinkCore) { (self.greeting, self.core) = (greeting, core) }

  deinit { core.end(because: .dropped) }

  /// Returns the next events; empty if the connection has ended after a goodbye. One call at a time.
  ///
  /// An end without a goodbye throws `broken`, so that a conversation cannot be cut off unnoticed. A cancelled call
  /// throws `cancelled`, and drops the connection.
  package func receive() async throws(PeerLinkError) -> [WebSocketEvent] {
    while true {
      let events = try await core.receive()
      let told = events.compactMap { event -> WebSocketEvent? in
        switch event {
        case .text(let text): .text(text)
        case .closed: .closed(.normal, reason: "")
        case .greeted, .failed: nil
        }
      }
      if !told.isEmpty || events.isEmpty { return told }
    }
  }

  /// Queues a text to be sent. Nothing is compressed, because the length of compressed text would reveal something
  /// about the content.
  ///
  /// A text of more than 1,048,560 bytes ends the connection with `tooLong`.
  package func send(text: [UInt8], compressed: Bool = true) { core.send(text) }

  /// Sends everything queued so far; returns when the system has taken it.
  package func flush() async throws(PeerLinkError) { try await core.flush() }

  /// The number of bytes that wait to be sent.
  package var pendingOutput: Int { core.pendingOutput }

  /// Says goodbye after the queued texts. The other side's goodbye is answered automatically.
  package func close() { core.close() }

  /// Drops the connection; pending calls end.
  package func drop() { core.end(because: .dropped) }
}
