import Crypto
import Encoding

/// Makes and checks the anti-forgery code (CSRF token) in the forms of `PlainPage`. The code proves that the hub made
/// the form for this person. A page of another site cannot read it, and so cannot send a valid form.
struct FormCode: Sendable {
  private let key: [UInt8]

  /// Derives the key from the hub's secret. Without one it is random, so forms become invalid when the hub stops.
  init(_ settings: HubSettings) {
    let purpose = "forms of the plain pages"
    key =
      settings.tokens?.key(for: purpose)
      ?? settings.token.map { HMACSHA256.code(purpose.utf8, key: $0.utf8) }
      ?? (0..<HMACSHA256.byteCount).map { _ in UInt8.random(in: 0...255) }
  }

  func text(for access: HubAccess) -> String {
    // Bound to the person and not to the token, so that a token renewed while the person types stays valid.
    Base64URL.string(HMACSHA256.code((access.claims?.subject ?? "").utf8, key: key))
  }

  func isIn(_ form: SentForm, for access: HubAccess) -> Bool {
    ConstantTime.areEqual(Array(text(for: access).utf8), Array(form["code"].utf8))
  }
}
