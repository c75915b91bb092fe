package import CivilTime
import Crypto
package import Networking
package import Sync

/// The settings of a hub: tokens, time zone, and the limits and timeouts for clients. `access` checks a client's token.
package struct HubSettings: Sendable {
  /// The token that all clients share; nil if no shared token is needed.
  package var token: String?
  package var tokens: HubTokens?
  /// Whether the token may be sent as `?token=` in the address, if the header field is missing.
  package var takesTokenInAddress = false
  package var showsPage = false
  /// The zone of the pages without scripts, and of days in searches.
  package var zone = Zone.utc
  package var zones = ZoneDatabase(environment: [:])
  /// The limit of concurrent sessions and event streams. Further ones are refused.
  package var sessions = 256
  /// The same limit for one person with a named token.
  var sessionsOfPerson: Int { max(8, sessions / 4) }
  /// The limit of concurrent unauthenticated connections. Further ones push out older ones.
  package var unauthenticated = 256
  /// The limit of HTTP requests that wait for the store; `PendingRequests` divides it between people. Further ones are
  /// asked to retry.
  package var questions = 64
  package var limits = WebSocketLimits(messageBytes: 1 << 20, fragments: 1024)
  /// The limit of changes of one session that are not durable yet. At the limit the hub stops reading from the session.
  package var pendingChanges = 4096
  /// The same limit in bytes.
  package var pendingBytes = 8 << 20
  /// The limit in bytes of all sessions' changes that wait to be applied. At the limit the hub stops reading.
  package var queuedBytes = 32 << 20
  /// The limit in bytes of one session's output. At the limit the hub stops reading from the session and from the
  /// journal for it.
  package var pendingOutput = 512 << 10
  /// The size in bytes of the system's send buffer of a session (`SO_SNDBUF`); nil for the system's default.
  package var systemOutput: Int32?
  /// The limit in bytes of the message of one change. A larger one would end every session whose client does not accept
  /// such messages.
  package var changeBytes = 4 << 20
  /// The time limit for a client's request or handshake, and for its authentication.
  package var greetingTimeout: Duration = .seconds(10)
  package var silenceTimeout: Duration = .seconds(90)
  /// How far clients may make the store grow.
  package var storeLimits = StoreLimits()
  /// How long nothing may arrive before the store is compacted, if that is worthwhile.
  package var quietTime: Duration = .seconds(2)
  /// How often the journal is checked on systems that do not report its growth.
  package var lookInterval: Duration = .seconds(1)
  /// How long a client may read nothing while output waits for it.
  package var stallTimeout: Duration = .seconds(30)

  package init(token: String?) { self.token = token }
}

extension HubSettings: CustomStringConvertible, CustomReflectable {
  /// Whether there is a token, never its text.
  package var description: String { isOpen ? "hub for everybody" : "hub with a token" }

  /// The description alone, so that `dump` does not show the token either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension HubSettings {
  var isOpen: Bool { token == nil && tokens == nil }

  /// The access that a client's key gives: the shared token or a person's; nil if the key is neither.
  func access(_ key: String, at now: Timestamp) throws(TokenProblem) -> HubAccess? {
    if let token, ConstantTime.areEqual(Array(key.utf8), Array(token.utf8)) { return .full }
    guard let tokens, SignedText.isLike(key) else { return nil }
    return try tokens.access(key, at: now)
  }
}
