import Encoding

/// The settings of a `SyncSession`: identity, token, time limits and reconnecting. `RemoteSync.Settings` has those of
/// the whole sync.
package struct SessionSettings: Sendable {
  /// The id of this device: the store's id, unless the user chose another.
  package var deviceID: String
  /// The token that proves the identity; nil for none.
  package var token: String?
  /// The tunnel to use; nil for a direct connection.
  package var tunnelID: String?
  package var channels: [String]
  /// Whether to authenticate and wait for the answer. Otherwise the session is established with the connection, and
  /// only frames of items are sent.
  package var authenticates = true
  /// The peer on the other side; nil for a server. Both peers of a pair do the same: they send their identity and
  /// cursor, deliver and acknowledge.
  package var peer: Peer?
  /// The id of the feed that a peer gets; nil to send none.
  var feedID: String?
  /// The time limit for connecting, including the handshake.
  package var openTimeout: Duration = .seconds(20)
  package var tunnelTimeout: Duration = .seconds(10)
  package var authenticationTimeout: Duration = .seconds(10)
  /// How long to wait for more after a server's greeting before the session counts as established. A session in a
  /// tunnel needs an explicit answer.
  package var greetingPatience: Duration = .seconds(1)
  /// The start of the session's clock, in milliseconds since 1970.
  package var startMilliseconds = 0
  package var pingInterval: Duration = .seconds(20)
  /// The time without a pong after which the session counts as dead.
  package var staleAfter: Duration = .seconds(30)
  /// The time to wait for a pong when the connection may be dead, for example after a network change.
  package var probePatience: Duration = .seconds(5)
  /// The upper limit of the wait before the first reconnection attempt. It doubles with each further attempt.
  package var shortestBackOff: Duration = .seconds(1)
  package var longestBackOff: Duration = .seconds(30)
  /// How long a session has to last to reset the count of failures; nil if only progress resets it.
  package var lastsAfter: Duration? = .seconds(30)
  /// How many attempts in a row may fail without progress; nil for any number.
  package var maximumAttempts: Int?

  package struct Peer: Hashable, Sendable {
    /// The id of its store, proven by the peer.
    package var id: String
    package var ownName: String

    package init(id: String, ownName: String) { (self.id, self.ownName) = (id, ownName) }
  }

  package init(
    deviceID: String, token: String? = nil, tunnelID: String? = nil, channels: [String] = []
  ) {
    (self.deviceID, self.token) = (deviceID, token)
    (self.tunnelID, self.channels) = (tunnelID, channels)
  }

  /// Returns the wall-clock time, in milliseconds since 1970, for a time of the session.
  func milliseconds(_ now: Duration) -> Int { startMilliseconds + Int(now / .milliseconds(1)) }

  var isPeer: Bool { peer != nil }
  var partner: String { isPeer ? "the peer" : "the server" }

  /// Returns text from the other side in a form to store and show: without the token, and cut to 500 bytes.
  func shown(_ text: String) -> String {
    var text = text
    // A token of fewer than four bytes occurs in ordinary words, and is no secret.
    if let token, token.utf8.count >= 4 { text = text.replacing(every: token, with: "…") }
    guard text.utf8.count > Self.shownBytes else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: Self.shownBytes)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return text[..<end] + "…"
  }

  private static let shownBytes = 500
}

extension SessionSettings: CustomStringConvertible, CustomReflectable {
  /// The device id, never the token.
  package var description: String { "session of \(deviceID)" }

  /// Only the description, so that `dump` does not show the token either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
