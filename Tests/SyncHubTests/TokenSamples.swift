import CivilTime
import Crypto
import Encoding
import Store
import Testing

@testable import SyncHub

/// A token and its parts. `issue` makes a token that a store's hub accepts. Below: the access of a token.
enum TokenSamples {
  static let now = time(1_790_000_000)
  static let hub = "6f1c9c1e-3a55-4b7e-9d1c-0a4f2f6f1a10"

  static func time(_ seconds: Int) -> Timestamp { Timestamp(seconds: seconds) ?? .epoch }

  static func secret(_ byte: UInt8 = 7) throws -> TokenSecret {
    try #require(TokenSecret([UInt8](repeating: byte, count: 32)))
  }

  static let claims = TokenClaims(
    subject: "anna", name: "Anna", audience: [hub], expires: time(1_790_003_600),
    notBefore: time(1_789_999_990), issued: time(1_790_000_000), id: "k3f9-Zz_1",
    scope: TokenScope(mayWrite: true))

  /// Issues a person's token in a store.
  static func issue(
    _ scope: TokenScope, _ name: String = "Bo", id: String = "t1", in store: ActionItemStore
  ) throws -> String {
    let folder = try store.folder.folder(HubTokens.folderName)
    let secret = try HubTokens.makeSecret(in: folder, at: .epoch)
    let claims = TokenClaims(
      subject: name.lowercased(), name: name, audience: [store.id], expires: time(1000), id: id,
      scope: scope)
    try HubTokens.change(in: folder, at: .epoch) {
      try $0.add(.init(claims, issued: .epoch), at: .epoch)
    }
    return claims.token(signedWith: secret)
  }

  static func check() throws -> TokenCheck { TokenCheck(secret: try secret(), audience: hub) }

  /// A token with a custom payload and header.
  static func token(
    _ payload: String, header: String = #"{"alg":"HS256","typ":"JWT"}"#
  ) throws -> String {
    let signed = Base64URL.string(header.utf8) + "." + Base64URL.string(payload.utf8)
    let code = HMACSHA256.code(signed.utf8, key: [UInt8](repeating: 7, count: 32))
    return signed + "." + Base64URL.string(code)
  }

  /// A valid payload, with one member replaced or removed.
  static func payload(_ name: String = "", _ value: String? = nil) -> String {
    var members = [
      ("sub", #""anna""#), ("name", #""Anna""#), ("aud", "\"\(hub)\""), ("jti", #""a1""#),
      ("exp", "1790003600"), ("scope", #""read""#),
    ].filter { $0.0 != name }
    if let value { members.append((name, value)) }
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }
}

extension HubAccess {
  /// The access of a person's token.
  static func of(
    _ subject: String, _ name: String, id: String = "1", mayWrite: Bool,
    channels: [String]? = nil
  ) -> HubAccess {
    HubAccess(
      TokenClaims(
        subject: subject, name: name, audience: ["hub"], expires: .epoch, id: id,
        scope: TokenScope(mayWrite: mayWrite, channels: channels)))
  }
}
