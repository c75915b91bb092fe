import Crypto
import Encoding

/// What a form of the plain pages carries, by which the hub knows that it made the form, and for whom: a page of another
/// site cannot read it, and so cannot send what would be taken for somebody's own word.
struct FormCode: Sendable {
  private let key: [UInt8]

  /// Bound to the hub's secret. Where everybody is let in there is none, and forms end with the hub.
  init(_ settings: HubSettings) {
    let purpose = "forms of the plain pages"
    key =
      settings.tokens?.key(for: purpose)
      ?? settings.token.map { HMACSHA256.code(purpose.utf8, key: $0.utf8) }
      ?? (0..<HMACSHA256.byteCount).map { _ in UInt8.random(in: 0...255) }
  }

  func text(for access: HubAccess) -> String {
    // By the person: a token that is renewed while somebody types takes nothing from them.
    Base64URL.string(HMACSHA256.code((access.claims?.subject ?? "").utf8, key: key))
  }

  func isIn(_ form: SentForm, for access: HubAccess) -> Bool {
    ConstantTime.areEqual(Array(text(for: access).utf8), Array(form["code"].utf8))
  }
}
