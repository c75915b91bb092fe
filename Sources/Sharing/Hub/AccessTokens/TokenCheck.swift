package import CivilTime

/// Checks that a token is signed, meant for this hub and valid now, and returns its claims. `TokenRegister` has the
/// revocations. `TokenProblem` is the reason for a refusal.
package struct TokenCheck: Sendable {
  private let secret: TokenSecret
  private let audience: String

  /// The allowed difference in seconds between the clocks of issuer and hub (RFC 7519, 4.1.4).
  package static let leeway = 5

  /// Takes the secret that signs tokens, and the hub's id, which tokens must name as audience.
  package init(secret: TokenSecret, audience: String) {
    self.secret = secret
    self.audience = audience
  }

  /// The claims of a token. Throws unless it is signed, for this hub, and valid now.
  package func claims(
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

  /// Whether a token has expired: `expires` is its first invalid second (RFC 7519, 4.1.4), plus the leeway.
  package static func isExpired(_ expires: Timestamp, at now: Timestamp) -> Bool {
    now.seconds >= expires.seconds + leeway
  }
}

/// The reason why a token is refused.
package enum TokenProblem: Error, Hashable, Sendable {
  /// It is longer than the limit.
  case tooLong
  /// It is not a token, or is unreadable.
  case malformed(String)
  /// It names another algorithm; nil if it names none.
  case wrongAlgorithm(String?)
  /// Its header has a member that a hub does not write.
  case unknownHeader(String)
  /// It was not signed with the hub's secret.
  case wrongSignature
  /// The claim is missing.
  case missing(String)
  /// The claim is invalid.
  case badClaim(String)
  case expired(Timestamp)
  case early(Timestamp)
  case wrongAudience
  case revoked
  /// It is not in the register, or differs from its entry there.
  case unregistered
  /// The register is unreadable, so it is unknown which tokens are allowed.
  case uncertain
}

extension TokenProblem: CustomStringConvertible {
  /// A sentence for people. It never contains text from an unchecked token, which a stranger may have written.
  package var description: String {
    switch self {
    case .tooLong: "the token has more than \(SignedText.limit) bytes"
    case .malformed(let problem): "the token cannot be read: \(problem)"
    case .wrongAlgorithm, .unknownHeader:
      "the token's header is not supported: the algorithm must be HS256"
    case .wrongSignature: "the token was not issued by this hub"
    case .missing(let claim): "the token has no '\(claim)'"
    case .badClaim(let claim): "the token's '\(claim)' is invalid"
    case .expired(let time): "the token expired at \(time); request a new one"
    case .early(let time): "the token is valid from \(time) on; check the clock"
    case .wrongAudience: "the token is for another hub"
    case .revoked: "the token was revoked; request a new one"
    case .unregistered: "the token is not in the hub's list of tokens; request a new one"
    case .uncertain:
      "the hub cannot read its list of tokens, so it accepts no named tokens; contact its administrator"
    }
  }
}
