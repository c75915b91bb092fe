package import Networking

/// A connection that carries frames.
///
/// Receiving and sending are two hands that do not wait for each other: what is to be sent waits until `flush` is
/// called.
package protocol SyncLink: Sendable {
  /// Takes the next events; none where the connection has ended. One call at a time.
  func receive() async throws(SessionFailure) -> [WebSocketEvent]
  /// Puts a text message, which is UTF-8, behind what is to be sent.
  func send(text: [UInt8], compressed: Bool)
  /// Sends all that is to be sent by now; returns when the system has it. One call at a time.
  func flush() async throws(SessionFailure)
  /// Begins to close, behind what is to be sent.
  func close()
  /// Bytes that are to be sent, or are being sent.
  var pendingOutput: Int { get }
  /// Drops the connection: whatever waits ends.
  func drop()
}

/// How connections with one destination are made.
package protocol SyncCarrier: Sendable {
  var address: String { get }
  /// The same, as it is shown.
  var shownAddress: String { get }
  /// Connects. A cancelled task gets a failure.
  func open() async throws(SessionFailure) -> any SyncLink
}
