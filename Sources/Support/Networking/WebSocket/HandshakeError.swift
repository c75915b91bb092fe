/// The error of a WebSocket handshake at the client, or of reading any HTTP request at the hub.
package enum HandshakeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The caller's value cannot be sent in a request. The string is the name of the field, or `:path`.
  case notSendable(String)
  case notHTTP
  case headTooLarge(limit: Int)
  case tooManyFields(limit: Int)
  /// The server answered with a status other than 101. `retryAfter` is in seconds. `reason` is the server's
  /// `error_description` of a rejected token (RFC 6750, section 3).
  case refused(status: Int, retryAfter: Int?, reason: String? = nil)
  case notUpgraded
  /// The answer does not prove that the server read the key; an intermediary may have answered.
  case wrongAccept
  case unknownSubprotocol(String)
  case unknownExtension(String)

  package var description: String {
    switch self {
    case .notSendable(":path"): "the path has characters that cannot be sent"
    case .notSendable(let name): "the header field \"\(Self.shown(name))\" cannot be sent"
    case .notHTTP: "the answer is not HTTP/1.1"
    case .headTooLarge(let limit): "the head has more than \(limit) bytes"
    case .tooManyFields(let limit): "the head has more than \(limit) fields"
    case .refused(let status, let retryAfter, let reason):
      "the server answered with status \(status)"
        + (reason.map { ": \($0)" } ?? "") + (retryAfter.map { " (try again in \($0) s)" } ?? "")
    case .notUpgraded: "the server did not switch to WebSocket"
    case .wrongAccept: "the server's accept key does not match our key"
    case .unknownSubprotocol(let name):
      "the server chose the subprotocol \"\(Self.shown(name))\", which was not offered"
    case .unknownExtension(let name):
      "the server uses the extension \"\(Self.shown(name))\", which was not offered"
    }
  }

  /// Returns text of the other side in printable ASCII, cut to 80 bytes.
  private static func shown(_ text: String) -> String {
    String(
      decoding: text.utf8.prefix(80).map { $0 > 0x20 && $0 < 0x7F ? $0 : UInt8(ascii: "?") },
      as: UTF8.self)
  }
}
