public import CivilTime

/// Tells whose a token is, or what is wrong with it.
public struct TokenCheck: Sendable {
  private let secret: TokenSecret
  private let audience: String

  /// Seconds by which the clocks of who makes a token and who checks it may differ (RFC 7519, 4.1.4).
  public static let leeway = 5

  /// Takes what tokens are signed with, and the id of the hub that they have to be for.
  public init(secret: TokenSecret, audience: String) {
    self.secret = secret
    self.audience = audience
  }

  /// What a token says, if it is signed, for this hub, and counts now.
  public func claims(
    of token: some Collection<UInt8>, at now: Timestamp
  ) throws(TokenProblem) -> TokenClaims {
    let claims = try TokenClaims(SignedText.payload(of: token, secret: secret))
    guard claims.audience.contains(audience) else { throw .wrongAudience }
    guard !Self.isExpired(claims.expires, at: now) else { throw .expired(claims.expires) }
    if let notBefore = claims.notBefore, now.seconds + Self.leeway < notBefore.seconds {
      throw .early(notBefore)
    }
    return claims
  }

  /// Whether what was good until a time is good no more (RFC 7519, 4.1.4: from that second on).
  public static func isExpired(_ expires: Timestamp, at now: Timestamp) -> Bool {
    now.seconds >= expires.seconds + leeway
  }
}
