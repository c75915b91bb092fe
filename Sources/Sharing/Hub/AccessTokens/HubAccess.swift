/// The access of a client.
struct HubAccess: Hashable, Sendable {
  /// The claims of its token; nil for the shared token, and on a hub without tokens.
  let claims: TokenClaims?

  init(_ claims: TokenClaims?) { self.claims = claims }

  static let full = HubAccess(nil)

  var mayWrite: Bool { claims?.scope.mayWrite ?? true }

  /// The channels that it is limited to; nil for no limit.
  var limit: Channels? {
    guard let names = claims?.scope.channels else { return nil }
    var limit = Channels()
    limit.isLimit = true
    for name in names {
      // A foreign token may name channels that do not exist here. They are empty.
      do { try limit.subscribe(name) } catch { continue }
    }
    return limit
  }
}
