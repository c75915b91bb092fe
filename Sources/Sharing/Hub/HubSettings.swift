import CivilTime
import Crypto
package import Networking

package struct HubSettings: Sendable {
  /// What clients have to know; nil where everybody is let in.
  package var token: String?
  package var tokens: HubTokens?
  /// Whether the token may stand in the address, as `?token=`, where there is no field with it.
  package var takesTokenInAddress = false
  package var showsPage = false
  /// Sessions at the same time, those that only listen among them; more are sent away.
  package var sessions = 256
  /// Connections at the same time that have not shown that they may be here; for more, others of them go.
  package var strangers = 256
  /// Ordinary requests that wait for the store at the same time; more are told to come again.
  package var questions = 64
  package var limits = WebSocketLimits(messageBytes: 1 << 20, fragments: 1024)
  /// Changes of one session that are not durable yet, beyond which nothing more is read from it.
  package var pendingChanges = 4096
  /// Bytes of such changes of one session.
  package var pendingBytes = 8 << 20
  /// Bytes of the changes of all sessions that wait to be taken over, beyond which nothing more is read.
  package var queuedBytes = 32 << 20
  /// Bytes that wait to be sent to one session, beyond which nothing more is read for it or from it.
  package var pendingOutput = 512 << 10
  /// Bytes that the system may hold besides for one session (`SO_SNDBUF`); nil where it decides itself.
  package var systemOutput: Int32?
  /// Bytes that the message of one change may have; a larger one would end every session of whoever takes no
  /// such messages.
  package var changeBytes = 4 << 20
  /// How long a client may take to shake hands, and to say who it is.
  package var greetingTimeout: Duration = .seconds(10)
  package var silenceTimeout: Duration = .seconds(90)
  /// How long nothing has to come in until the store is compacted, should that pay.
  package var quietTime: Duration = .seconds(2)
  /// How often the journal is looked at where the system does not say that it has grown.
  package var lookInterval: Duration = .seconds(1)
  /// How long a client may take nothing of what waits for it.
  package var stallTimeout: Duration = .seconds(30)

  package init(token: String?) { self.token = token }
}

extension HubSettings: CustomStringConvertible, CustomReflectable {
  /// Whether there is a token, never which.
  package var description: String { isOpen ? "hub for everybody" : "hub with a token" }

  /// The description alone, so that `dump` shows no token either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension HubSettings {
  var isOpen: Bool { token == nil && tokens == nil }

  /// What somebody may do who has a key: the token that all share, or one of a person's; nil where it is neither.
  func access(_ key: String, at now: Timestamp) throws(TokenProblem) -> HubAccess? {
    if let token, ConstantTime.areEqual(Array(key.utf8), Array(token.utf8)) { return .full }
    guard let tokens, SignedText.isLike(key) else { return nil }
    return try tokens.access(key, at: now)
  }
}
