import Crypto
import Encoding

/// The key of a WebSocket handshake, and the accept key that proves that the server has read it (RFC 6455, 4.2.2).
enum HandshakeKey {
  static func accept(_ key: String) -> String {
    Base64.string(SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
  }

  /// Returns sixteen random bytes in base64.
  static func random() -> String {
    Base64.string((0..<16).map { _ in UInt8.random(in: 0...255) })
  }

  /// Whether a text is sixteen bytes in base64.
  static func isKey(_ text: String) -> Bool { Base64.decode(Array(text.utf8))?.count == 16 }
}
