import TextSearch

/// How a session with an engine is held.
public struct SessionSettings: Sendable {
  /// What this device is called; the store's id unless somebody wants another.
  public var deviceID: String
  /// What proves who this is; nil for nothing.
  public var token: String?
  /// The tunnel to go through; nil where the engine is spoken to directly.
  public var tunnelID: String?
  public var channels: [String]
  /// Whether the engine is told who this is and its answer is waited for. Without that the session stands
  /// as soon as the connection does, and no frame is sent but those of items.
  public var authenticates = true
  /// The peer on the other side; nil where that is an engine. The two of a pair of peers do the same: each says who it
  /// is and how far it has come, delivers, and acknowledges.
  public var peer: Peer?
  /// Stands for what a peer is told; nil where nobody is to know.
  var telling: String?
  /// How long connecting may take, the handshake included.
  public var openTimeout: Duration = .seconds(20)
  public var tunnelTimeout: Duration = .seconds(10)
  public var authenticationTimeout: Duration = .seconds(10)
  /// How long an engine that has greeted may take to say more, until the session counts as standing; in a tunnel
  /// it never does without the engine's word.
  public var greetingPatience: Duration = .seconds(1)
  /// The time that the session's own time counts from, in milliseconds since 1970.
  public var startMilliseconds = 0
  public var pingInterval: Duration = .seconds(20)
  /// How long without a pong until the session counts as dead.
  public var staleAfter: Duration = .seconds(30)
  /// How long without a pong where something may have become of the connection.
  public var probePatience: Duration = .seconds(5)
  /// The longest wait before the first try to connect again; each further one may be twice as long.
  public var shortestBackOff: Duration = .seconds(1)
  public var longestBackOff: Duration = .seconds(30)
  /// How long a session has to last so that the next failure counts as the first; nil where that alone is not enough.
  public var lastsAfter: Duration? = .seconds(30)
  /// How many tries in a row may fail without anything having been achieved; nil for any number.
  public var maximumAttempts: Int?

  public struct Peer: Hashable, Sendable {
    /// The id of its store, which it has proven to have.
    public var id: String
    public var ownName: String

    public init(id: String, ownName: String) { (self.id, self.ownName) = (id, ownName) }
  }

  public init(
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
  public var description: String { "session of \(deviceID)" }

  /// The description alone, so that `dump` shows no token either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
