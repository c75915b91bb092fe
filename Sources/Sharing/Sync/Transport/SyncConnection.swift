package import Networking

/// A connection that carries frames: `SyncWebSocket` to a server, or a `PeerLink` to a peer. `SyncTransport` opens one.
///
/// Receiving and sending do not wait for each other. Output is queued until `flush` is called.
package protocol SyncConnection: Sendable {
  /// Returns the next events, or an empty array if the connection has ended. One call at a time.
  func receive() async throws(SessionFailure) -> [WebSocketEvent]
  /// Queues a text message. `text` must be UTF-8.
  func send(text: [UInt8], compressed: Bool)
  /// Sends everything queued so far and returns when the system has it. One call at a time.
  func flush() async throws(SessionFailure)
  /// Begins the closing handshake, after everything that is queued.
  func close()
  /// The number of bytes that are queued or being sent.
  var pendingOutput: Int { get }
  /// Drops the connection and ends all waiting calls.
  func drop()
}

/// A transport that opens connections to one remote.
package protocol SyncTransport: Sendable {
  var address: String { get }
  /// The address in the form to show.
  var shownAddress: String { get }
  /// Connects. Throws a failure if the task is cancelled.
  func open() async throws(SessionFailure) -> any SyncConnection
}
