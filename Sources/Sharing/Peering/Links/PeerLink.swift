package import Networking

/// A link between two devices that have proven to each other that they have the same key: texts in and out, sealed.
///
/// Receiving and sending are two hands that do not wait for each other. When the last reference goes, the connection is
/// dropped.
package final class PeerLink: Sendable {
  /// Who speaks with whom, and what for.
  package let greeting: Greeting
  private let core: LinkCore

  init(_ greeting: Greeting, _ core: LinkCore) { (self.greeting, self.core) = (greeting, core) }

  deinit { core.end(because: .dropped) }

  /// Takes the next events; none where the connection has ended behind a goodbye. One call at a time.
  ///
  /// An end without a goodbye throws `broken`, and so nobody can cut off what was said. A cancelled call throws
  /// `cancelled`, and drops the connection.
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

  /// Puts a text behind what is to be sent. Nothing is compressed: the length of what is sealed would tell of it.
  ///
  /// One of more than 1,048,560 bytes ends the link with `tooLong`.
  package func send(text: [UInt8], compressed: Bool = true) { core.send(text) }

  /// Sends all that is to be sent by now; returns when the system has it.
  package func flush() async throws(PeerLinkError) { try await core.flush() }

  /// Bytes that are to be sent, or are being sent.
  package var pendingOutput: Int { core.pendingOutput }

  /// Says goodbye, behind what is to be sent; the other side's goodbye is answered without that.
  package func close() { core.close() }

  /// Drops the connection: whatever waits ends.
  package func drop() { core.end(because: .dropped) }
}
