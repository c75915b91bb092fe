/// What a client may do.
struct HubAccess: Hashable, Sendable {
  /// What its token says; nil for one with the token that all share, and where everybody is let in.
  let claims: TokenClaims?

  init(_ claims: TokenClaims?) { self.claims = claims }

  static let full = HubAccess(nil)

  var mayWrite: Bool { claims?.scope.mayWrite ?? true }

  /// The channels that it is told of, at most; nil for everything.
  var limit: Channels? {
    guard let names = claims?.scope.channels else { return nil }
    var limit = Channels()
    limit.isLimit = true
    for name in names {
      // A token from elsewhere may name channels that there are not: nothing is in those.
      do { try limit.subscribe(name) } catch { continue }
    }
    return limit
  }
}
