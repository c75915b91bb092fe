import Crypto
import Encoding

/// The compact form of a signed text (JWS, RFC 7515, 3.1) with the one algorithm that is taken: HS256, which is
/// HMAC-SHA-256 (RFC 7518, 3.2).
/// Three pieces of base64url joined by dots: a header, the text, the code over both.
package enum SignedText {
  /// Bytes of the whole that are looked at; a token has a few hundred.
  package static let limit = 4096

  package static func sign(_ payload: some Collection<UInt8>, with secret: TokenSecret) -> String {
    let signed = header + "." + Base64URL.string(payload)
    return signed + "." + Base64URL.string(secret.code(signed.utf8))
  }

  /// The text of what was signed with the secret.
  /// Nothing of the text is looked at before the code is found to be the right one, which is compared in constant
  /// time.
  package static func payload(
    of token: some Collection<UInt8>, secret: TokenSecret
  ) throws(TokenProblem) -> [UInt8] {
    guard token.count <= limit else { throw .tooLong }
    let bytes = Array(token)
    let parts = bytes.split(
      separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .malformed("it has not three parts") }
    guard let header = Base64URL.decode(parts[0]) else {
      throw .malformed("its header is no base64url")
    }
    try check(header)
    guard let code = Base64URL.decode(parts[2]) else {
      throw .malformed("its signature is no base64url")
    }
    let right = secret.code(bytes[..<parts[1].endIndex])
    guard ConstantTime.areEqual(right, code) else { throw .wrongSignature }
    guard let payload = Base64URL.decode(parts[1]) else {
      throw .malformed("its payload is no base64url")
    }
    return payload
  }

  /// Whether a bearer looks like a token of this kind, so that it can be told what is wrong with it.
  package static func isLike(_ bearer: String) -> Bool {
    bearer.hasPrefix("eyJ") && bearer.utf8.count(where: { $0 == UInt8(ascii: ".") }) >= 2
  }

  private static let header = Base64URL.string(#"{"alg":"HS256","typ":"JWT"}"#.utf8)

  /// Throws unless the header says HS256 and nothing that would have to be understood.
  /// A hub takes its own tokens only, so whatever it does not write itself is refused: extensions that must be
  /// understood (`crit`), payloads that are not encoded (`b64`, RFC 7797), keys and places of keys.
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
