package import CivilTime

/// Tells whose a token is, or what is wrong with it.
package struct TokenCheck: Sendable {
  private let secret: TokenSecret
  private let audience: String

  /// Seconds by which the clocks of who makes a token and who checks it may differ (RFC 7519, 4.1.4).
  package static let leeway = 5

  /// Takes what tokens are signed with, and the id of the hub that they have to be for.
  package init(secret: TokenSecret, audience: String) {
    self.secret = secret
    self.audience = audience
  }

  /// What a token says, if it is signed, for this hub, and counts now.
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

  /// Whether what was good until a time is good no more (RFC 7519, 4.1.4: from that second on).
  package static func isExpired(_ expires: Timestamp, at now: Timestamp) -> Bool {
    now.seconds >= expires.seconds + leeway
  }
}

package enum TokenProblem: Error, Hashable, Sendable {
  /// It has more bytes than are looked at.
  case tooLong
  /// It is no token, or none that can be read.
  case malformed(String)
  /// It is signed by another algorithm, or by none; nil where it does not say by which.
  case wrongAlgorithm(String?)
  /// Its header has a member that a hub does not write.
  case unknownHeader(String)
  /// Nobody who has the secret has signed it.
  case wrongSignature
  /// It has no such claim.
  case missing(String)
  /// A claim is not what it has to be.
  case badClaim(String)
  case expired(Timestamp)
  case early(Timestamp)
  case wrongAudience
  case revoked
  /// Which ones were taken back is not known.
  case uncertain
}

extension TokenProblem: CustomStringConvertible {
  /// The sentence that a person reads; what a stranger wrote into the token is not repeated.
  package var description: String {
    switch self {
    case .tooLong: "the token has more than \(SignedText.limit) bytes"
    case .malformed(let problem): "the token cannot be read: \(problem)"
    case .wrongAlgorithm, .unknownHeader:
      "the token's header is none that this hub writes: HS256 is the one algorithm"
    case .wrongSignature: "the token is none of this hub"
    case .missing(let claim): "the token has no '\(claim)'"
    case .badClaim(let claim): "the token's '\(claim)' is not what it has to be"
    case .expired(let time): "the token expired at \(time); ask for another one"
    case .early(let time): "the token counts from \(time) on; is the clock right?"
    case .wrongAudience: "the token is for another hub"
    case .revoked: "the token was revoked; ask for another one"
    case .uncertain:
      "the hub cannot read which tokens were revoked, and lets in nobody by name until it can; tell whoever runs it"
    }
  }
}
