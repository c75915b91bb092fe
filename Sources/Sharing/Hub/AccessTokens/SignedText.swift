import Crypto
import Encoding

/// Makes the text of a token from its payload, and checks the signature. `TokenCheck` checks the claims. The format is
/// compact JWS (RFC 7515, 3.1) with HS256 only (HMAC-SHA-256; RFC 7518, 3.2): the header, the payload and the code over
/// both, in base64url and joined by dots.
package enum SignedText {
  /// The limit of a token in bytes; usual tokens have a few hundred.
  package static let limit = 4096

  package static func sign(_ payload: some Collection<UInt8>, with secret: TokenSecret) -> String {
    let signed = header + "." + Base64URL.string(payload)
    return signed + "." + Base64URL.string(secret.code(signed.utf8))
  }

  /// The payload of a token; throws unless it is signed with the secret. The payload is decoded only if the signature
  /// is correct. The comparison takes constant time.
  package static func payload(
    of token: some Collection<UInt8>, secret: TokenSecret
  ) throws(TokenProblem) -> [UInt8] {
    guard token.count <= limit else { throw .tooLong }
    let bytes = Array(token)
    let parts = bytes.split(
      separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .malformed("it does not have three parts") }
    guard let header = Base64URL.decode(parts[0]) else {
      throw .malformed("its header is not base64url")
    }
    try check(header)
    guard let code = Base64URL.decode(parts[2]) else {
      throw .malformed("its signature is not base64url")
    }
    let right = secret.code(bytes[..<parts[1].endIndex])
    guard ConstantTime.areEqual(right, code) else { throw .wrongSignature }
    guard let payload = Base64URL.decode(parts[1]) else {
      throw .malformed("its payload is not base64url")
    }
    return payload
  }

  /// Whether a bearer key looks like a signed token. Then an error can say what is wrong with it.
  package static func isLike(_ bearer: String) -> Bool {
    bearer.hasPrefix("eyJ") && bearer.utf8.count(where: { $0 == UInt8(ascii: ".") }) >= 2
  }

  private static let header = Base64URL.string(#"{"alg":"HS256","typ":"JWT"}"#.utf8)

  /// Throws unless the header has the algorithm HS256 and no members other than `alg` and `typ`. A hub accepts only its
  /// own tokens, so it refuses members that it does not write: critical extensions (`crit`), unencoded payloads (`b64`,
  /// RFC 7797), keys, and addresses of keys.
  private static func check(_ header: [UInt8]) throws(TokenProblem) {
    let members = try TokenMembers(header, "header")
    for name in members.names where name != "alg" && name != "typ" { throw .unknownHeader(name) }
    guard case .string(let algorithm)? = members["alg"] else { throw .wrongAlgorithm(nil) }
    guard algorithm == "HS256" else { throw .wrongAlgorithm(algorithm) }
    if let type = members["typ"] {
      guard type.string?.lowercased() == "jwt" else { throw .malformed("its type is not JWT") }
    }
  }
}
