import Encoding

/// How a session with an engine is held.
package struct SessionSettings: Sendable {
  /// What this device is called; the store's id unless somebody wants another.
  package var deviceID: String
  /// What proves who this is; nil for nothing.
  package var token: String?
  /// The tunnel to go through; nil where the engine is spoken to directly.
  package var tunnelID: String?
  package var channels: [String]
  /// Whether the engine is told who this is and its answer is waited for. Without that the session stands
  /// as soon as the connection does, and no frame is sent but those of items.
  package var authenticates = true
  /// The peer on the other side; nil where that is an engine. The two of a pair of peers do the same: each says who it
  /// is and how far it has come, delivers, and acknowledges.
  package var peer: Peer?
  /// Stands for what a peer is told; nil where nobody is to know.
  var telling: String?
  /// How long connecting may take, the handshake included.
  package var openTimeout: Duration = .seconds(20)
  package var tunnelTimeout: Duration = .seconds(10)
  package var authenticationTimeout: Duration = .seconds(10)
  /// How long an engine that has greeted may take to say more, until the session counts as standing; in a tunnel
  /// it never does without the engine's word.
  package var greetingPatience: Duration = .seconds(1)
  /// The time that the session's own time counts from, in milliseconds since 1970.
  package var startMilliseconds = 0
  package var pingInterval: Duration = .seconds(20)
  /// How long without a pong until the session counts as dead.
  package var staleAfter: Duration = .seconds(30)
  /// How long without a pong where something may have become of the connection.
  package var probePatience: Duration = .seconds(5)
  /// The longest wait before the first try to connect again; each further one may be twice as long.
  package var shortestBackOff: Duration = .seconds(1)
  package var longestBackOff: Duration = .seconds(30)
  /// How long a session has to last so that the next failure counts as the first; nil where that alone is not enough.
  package var lastsAfter: Duration? = .seconds(30)
  /// How many tries in a row may fail without anything having been achieved; nil for any number.
  package var maximumAttempts: Int?

  package struct Peer: Hashable, Sendable {
    /// The id of its store, which it has proven to have.
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

  /// The time of day, in milliseconds since 1970, at a time of the session's own.
  func milliseconds(_ now: Duration) -> Int { startMilliseconds + Int(now / .milliseconds(1)) }

  var isPeer: Bool { peer != nil }
  var partner: String { isPeer ? "the peer" : "the engine" }

  /// What somebody else said, as it may be kept and shown: without the token, and 500 bytes long at most.
  func shown(_ text: String) -> String {
    var text = text
    // A token of a few letters is in half of all words, and no secret.
    if let token, token.utf8.count >= 4 { text = text.replacing(every: token, with: "…") }
    guard text.utf8.count > Self.shownBytes else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: Self.shownBytes)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return text[..<end] + "…"
  }

  private static let shownBytes = 500
}

extension SessionSettings: CustomStringConvertible, CustomReflectable {
  /// The device, never the token.
  package var description: String { "session of \(deviceID)" }

  /// The description alone, so that `dump` shows no token either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
