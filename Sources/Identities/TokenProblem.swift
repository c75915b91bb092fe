public import CivilTime

/// Why a token is refused.
public enum TokenProblem: Error, Hashable, Sendable {
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
  /// It was good until then.
  case expired(Timestamp)
  /// It is good from then on.
  case early(Timestamp)
  /// It is for another hub.
  case wrongAudience
  /// Somebody has taken it back.
  case revoked
  /// Which ones were taken back is not known.
  case uncertain
}

extension TokenProblem: CustomStringConvertible {
  /// The sentence that a person reads; what a stranger wrote into the token is not repeated.
  public var description: String {
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
