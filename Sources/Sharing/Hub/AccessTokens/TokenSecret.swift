import Crypto
import Encoding

/// The key by which a hub signs tokens (`hub/token.secret`). It is never shown.
package struct TokenSecret: Hashable, Sendable {
  /// The minimum length in bytes: that of an HMAC-SHA-256 code (RFC 7518, 3.2).
  package static let shortest = HMACSHA256.byteCount
  /// The maximum length in bytes.
  package static let longest = 1024

  private let bytes: [UInt8]

  /// Takes bytes; nil if they are too few or too many.
  package init?(_ bytes: [UInt8]) {
    guard (Self.shortest...Self.longest).contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  /// Makes a secret of 32 random bytes.
  package init(random: inout some RandomNumberGenerator) {
    bytes = (0..<Self.shortest).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// Reads a text made by `text`; nil for anything else.
  package init?(text: [UInt8]) {
    var text = text
    if text.last == 0x0A { text.removeLast() }
    guard let bytes = Base64URL.decode(text) else { return nil }
    self.init(bytes)
  }

  /// The secret as one line, only for the file that stores it.
  package var text: [UInt8] { Array(Base64URL.string(bytes).utf8) + [0x0A] }

  func code(_ message: some Collection<UInt8>) -> [UInt8] { HMACSHA256.code(message, key: bytes) }
}

extension TokenSecret: CustomStringConvertible, CustomReflectable {
  /// A fixed text, never the secret.
  package var description: String { "a secret" }

  /// The description alone, so that `dump` does not show the bytes either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
