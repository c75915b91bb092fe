import Crypto
import Encoding

/// What a hub signs its tokens with. It is never shown.
package struct TokenSecret: Hashable, Sendable {
  /// Bytes that it has at least: as many as a code of HMAC-SHA-256 (RFC 7518, 3.2).
  package static let shortest = HMACSHA256.byteCount
  /// Bytes that it has at most.
  package static let longest = 1024

  private let bytes: [UInt8]

  /// Takes bytes; nil where they are too few or too many.
  package init?(_ bytes: [UInt8]) {
    guard (Self.shortest...Self.longest).contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  /// Makes one of 32 random bytes.
  package init(random: inout some RandomNumberGenerator) {
    bytes = (0..<Self.shortest).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// Reads what `text` writes; nil where it is something else.
  package init?(text: [UInt8]) {
    var text = text
    if text.last == 0x0A { text.removeLast() }
    guard let bytes = Base64URL.decode(text) else { return nil }
    self.init(bytes)
  }

  /// The secret as one line, for the file that keeps it and for nothing else.
  package var text: [UInt8] { Array(Base64URL.string(bytes).utf8) + [0x0A] }

  func code(_ message: some Collection<UInt8>) -> [UInt8] { HMACSHA256.code(message, key: bytes) }
}

extension TokenSecret: CustomStringConvertible, CustomReflectable {
  /// That there is one, never which.
  package var description: String { "a secret" }

  /// The description alone, so that `dump` shows no bytes either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
